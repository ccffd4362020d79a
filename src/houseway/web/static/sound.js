// Small sounds, for who wishes them: made here, nothing is loaded. Off until somebody turns them on.
import { wish } from "./base.js";

let heard = null;

/** A short noise or tone: `pitch` in Hertz, 0 for the rustle of a card. */
function play(pitch, seconds, loud, delay = 0) {
  heard ??= new AudioContext();
  const at = heard.currentTime + delay;
  const gain = heard.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(.0001, at + seconds);
  gain.connect(heard.destination);
  const source = pitch === 0 ? rustle(seconds) : heard.createOscillator();
  if (pitch !== 0) source.frequency.value = pitch;
  source.connect(gain);
  source.start(at);
  source.stop(at + seconds);
}

function rustle(seconds) {
  const buffer = heard.createBuffer(1, Math.ceil(heard.sampleRate * seconds), heard.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  const source = heard.createBufferSource();
  source.buffer = buffer;
  return source;
}

const wished = () => wish.read("sound", "no") === "yes";

/** Cards that land. */
export function cards(count) {
  if (!wished()) return;
  for (let each = 0; each < Math.min(count, 8); each += 1) play(0, .05, .08, each * .07);
}

/** What a round came to. */
export function result(net) {
  if (!wished() || net === 0) return;
  const tones = net > 0 ? [523, 659, 784] : [330, 262];
  tones.forEach((pitch, place) => play(pitch, .22, .06, place * .11));
}
