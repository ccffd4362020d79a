// A stream of views that is heard from as often as it says; one that falls silent is opened anew until it answers.

/** Intervals of silence after which nobody is thought to be there. */
const SILENCE = 2.5;

/** Milliseconds between two signs of life until the stream has said how many. */
const AT_FIRST = 6000;

/** Listen to a stream. `on` hears when it is `live` (by the first sign of life, whichever that is) and `lost`, of each
 * `view`, of every `sign`, and of `none`: the answer was no stream at all, which a browser does not ask for again by
 * itself. */
export function listen(path, on) {
  let every = AT_FIRST;
  let timer = 0;
  let source = null;
  let live = false;

  const open = () => {
    source = new EventSource(path);
    const told = (kind, hear) => source.addEventListener(kind, hear);
    told("open", heard);
    told("alive", (event) => (every = Number(event.data), heard()));
    told("view", (event) => (heard(), on.view(JSON.parse(event.data))));
    told("error", () => {
      lost();
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      on.none();
    });
    wait();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(silent, SILENCE * every);
  };
  const heard = () => {
    wait();
    if (!live) on.live?.();
    live = true;
    on.sign?.();
  };
  const lost = () => {
    live = false;
    on.lost();
  };
  const silent = () => {
    source.close();
    lost();
    open();
  };
  open();
}
