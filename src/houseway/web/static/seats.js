// Everybody else at the table: the dealer, the shoe, the other seats on their arc.
import { inTheEnd } from "./amended.js";
import { amount, stack } from "./chips.js";
import { cardFace, dollars, exact, h, signed } from "./base.js";
import { _, word } from "./words.js";

/** Cards in a row; `at` names the place for the motion, nothing else is known of a hidden card. */
export function row(cards, at, { small = false, from = 0 } = {}) {
  const hand = h(
    "div",
    { class: `hand${cards.length > 4 ? " tight" : ""}${cards.length > 8 ? " tighter" : ""}` },
    cards.map((card, place) => {
      const face = cardFace(card, { small });
      face.dataset.at = `${at}-${card === null || from === null ? place : place + from}`;
      face.dataset.face = card ?? "";
      return face;
    }),
  );
  hand.style.setProperty("--cards", cards.length);
  return hand;
}

/** Whatever a place holds: hands after a split, piles once they are set, or cards. */
export function holding(place, at, small) {
  if (place.hands && place.hands.length > 1) {
    return h(
      "div",
      { class: `hands hands-${place.hands.length}` },
      place.hands.map((hand, number) =>
        h(
          "div",
          {
            class: `split-hand${hand.playing ? " playing" : ""}`,
            role: "group",
            "aria-label": _("Hand %(number)s of %(count)s", { number: number + 1, count: place.hands.length }) +
              (hand.playing ? `, ${_("played now")}` : ""),
          },
          row(hand.cards, `${at}h${number}`, { small }),
          h(
            "p",
            { class: "split-foot" },
            h("span", { class: "note" }, word(hand.note)),
            h("span", { class: "split-stake" }, dollars(hand.stake_cents)),
          ),
        )
      ),
    );
  }
  if (place.piles) {
    return h(
      "div",
      { class: "piles-shown" },
      Object.entries(place.piles).map(([name, cards]) =>
        h(
          "div",
          { class: "pile-shown", role: "group", "aria-label": word(name) },
          h("span", { class: "pile-name" }, word(name)),
          row(cards, `${at}p${name}`, { small }),
        )
      ),
    );
  }
  return row(place.cards, at, { small });
}

export function dealer(view) {
  const { dealer: place } = view;
  if (!place.plays) return [];
  return [
    h("p", { class: "dealer-name" }, _("Dealer"), place.note ? h("span", { class: "note" }, word(place.note)) : ""),
    place.cards.length
      ? holding(place, "d", false)
      : view.phase === "betting"
      ? h("div", { class: "hand empty-hand", "aria-hidden": "true" })
      : "",
  ];
}

export function shoe(view) {
  const box = h(
    "div",
    { class: "shoe-box" },
    cardFace(null, { hidden: true }),
    h("p", {}, h("strong", {}, String(view.shoe.left)), ` ${_("left")}`),
  );
  const drawn = view.drawn.map((each) =>
    h(
      "p",
      { class: "drawn", title: word(each.what) },
      h("span", { class: each.dice ? "dice" : "number" }, String(each.number)),
      h("span", { class: "drawn-what" }, each.dice ? _("dice") : _("drawn")),
    )
  );
  return [box, ...drawn];
}

/** The jackpots of this table as displayed: meters that wagers feed, and prizes with the notice they must carry. */
export function meters(view, rules) {
  const names = Object.fromEntries(view.wagers.map((each) => [each.id, each.name]));
  const prizes = rules?.prizes_cents ?? {};
  const says = (id) => view.jackpots_say?.[id] ? h("small", {}, word(view.jackpots_say[id])) : "";
  const shown = ([id, cents]) =>
    h("p", { class: "meter" }, h("span", {}, word(names[id] ?? id)), h("strong", {}, exact(cents)), says(id));
  return [
    ...Object.entries({ ...view.meters_cents, ...prizes }).map(shown),
    rules?.notice ? h("p", { class: "notice", lang: "en" }, rules.notice) : "",
  ];
}

/** What is printed on the felt: the game, and what its few simple wagers pay. */
export function printed(rules) {
  const few = rules.paytables.length <= 3 ? rules.paytables : [];
  const name = (id) => rules.wagers.find((wager) => wager.id === id)?.name ?? id;
  const lines = few
    .filter((each) => each.rows.length <= 2 && each.basis === "to 1")
    .map((each) => {
      const values = { wager: word(name(each.wager)), pays: each.rows[0].pays, percent: each.commission };
      return each.commission
        ? _("%(wager)s pays %(pays)s to 1 less %(percent)s", values)
        : _("%(wager)s pays %(pays)s to 1", values);
    });
  const unit = rules.settings.find((each) => each.id === "unit");
  if (unit) lines.push(_("A unit is %(amount)s", { amount: unit.value }));
  return [h("p", { class: "print-name" }, word(rules.name)), h("p", { class: "print-pays" }, lines.join("  ·  "))];
}

/** Where the lowest and the highest seat of a side lie, in percent of the felt, by how many there are. */
const ENDS = {
  seated: { 1: [46, 46], 2: [66, 23], 3: [72, 16.5], 4: [80, 13] },
  watching: { 1: [46, 46], 2: [70, 23], 3: [82, 17], 4: [89.5, 10.5] },
};

/** The seats around the viewer, the next to act on the left, with their place on the arc. */
export function arc(view, mine) {
  const count = view.seats.length;
  const first = mine === null ? 0 : mine.number;
  const others = Array.from({ length: count }, (_, step) => view.seats[(first + step) % count]).filter((seat) =>
    !seat.you
  );
  const left = Math.ceil(others.length / 2);
  return others.map((seat, index) => {
    const onLeft = index < left;
    const side = onLeft ? left : others.length - left;
    const up = onLeft ? index : others.length - 1 - index;
    const share = side === 1 ? 0.5 : up / (side - 1);
    const [low, high] = ENDS[mine === null ? "watching" : "seated"][Math.min(side, 4)];
    const y = low + (high - low) * share;
    const round = mine === null ? 2 : 5; // who watches is told so beside the lowest
    const x = (side > 3 ? 11 : 12.5) + round * ((y - 40) / 40) ** 2 * (y > 40 ? 1 : 0.2);
    return { seat, x: onLeft ? x : 100 - x, y };
  });
}

export function seat(view, { seat: at, x, y }, { sit, bot, may }) {
  const lines = view.ruling?.filter((line) => line.seat === at.number) ?? [];
  const net = inTheEnd(view, at.number, lines.reduce((sum, line) => sum + line.cents, 0));
  const ruled = lines.length > 0;
  const total = Object.values(at.wagers).reduce((sum, each) => sum + each, 0);
  const item = h("li", {
    class: `seat${at.acting ? " acting" : ""}${at.name === null ? " vacant" : ""}`,
    "data-seat": at.number,
    "aria-label": label(at, total, ruled ? net : null),
  });
  item.style.setProperty("--x", `${x}%`);
  item.style.setProperty("--y", `${y}%`);
  if (at.name === null) item.append(...vacant(at, { sit, bot, may }));
  else {
    item.append(
      h(
        "p",
        { class: "seat-name" },
        h("span", { class: "seat-number" }, String(at.number)),
        h("span", { class: "seat-who", title: at.name }, at.name),
        at.chips_cents !== null && !at.bot ? h("span", { class: "seat-chips" }, dollars(at.chips_cents)) : "",
        at.bot && may.bots && view.phase !== "playing"
          ? h("button", {
            type: "button",
            class: "away",
            "aria-label": _("Send away the bot at seat %(number)s", { number: at.number }),
            "data-key": `away-${at.number}`,
            click: () => bot(at.number, false),
          }, "×")
          : "",
      ),
      at.cards.length ? holding(at, `s${at.number}`, true) : h("div", { class: "hand empty-hand" }),
      h(
        "p",
        { class: "seat-foot" },
        total ? h("span", { class: "seat-bet" }, stack(total, 4), amount(total)) : "",
        ruled
          ? h("span", { class: `net ${net > 0 ? "won" : net < 0 ? "lost" : "even"}` }, signed(net))
          : at.acting
          ? h("span", { class: "thinking" }, _("deciding"))
          : at.ready && view.phase !== "playing"
          ? h("span", { class: "thinking" }, _("ready"))
          : "",
        at.note ? h("span", { class: "note" }, word(at.note)) : "",
      ),
    );
  }
  return item;
}

function vacant(at, { sit, bot, may }) {
  const number = h(
    "p",
    { class: "seat-name" },
    h("span", { class: "seat-number" }, String(at.number)),
    h("span", {}, _("free")),
  );
  const buttons = [
    may.sit
      ? h("button", {
        type: "button",
        class: "tiny sit",
        "data-key": `sit-${at.number}`,
        click: () => sit(at.number),
      }, _("Sit here"))
      : "",
    may.bots
      ? h("button", {
        type: "button",
        class: "tiny",
        "data-key": `bot-${at.number}`,
        click: () => bot(at.number, true),
      }, _("Add a bot"))
      : "",
  ].filter(Boolean);
  return [number, h("p", { class: "seat-foot" }, buttons)];
}

function label(at, total, net) {
  if (at.name === null) return _("Seat %(number)s, free", { number: at.number });
  const parts = [
    `${_("Seat %(number)s", { number: at.number })}, ${at.name}`,
    total ? _("%(amount)s bet", { amount: dollars(total) }) : "",
    at.acting ? _("deciding") : "",
    net === null ? "" : `${signed(net)}`,
  ];
  return parts.filter(Boolean).join(", ");
}
