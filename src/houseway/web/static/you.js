// The viewer's own place at the table: spots, cards, and where nobody sits an invitation.
import { h } from "./base.js";
import { STAFF } from "./desk.js";
import { holding } from "./seats.js";
import { _, word } from "./words.js";

export function yourSeat({ view, me, open, bets, arranger, role }) {
  if (me === null) return invitation(view, role);
  const wagers = view.wagers.map((each) => ({ ...each, offered: each.offered && each.before_deal !== false }));
  const lying = me.cards.length ? h("div", { class: "your-cards" }, holding(me, `s${me.number}`, false)) : "";
  const note = me.note ? h("span", { class: "note" }, word(me.note)) : "";
  const number = h("span", { class: "seat-number" }, String(me.number));
  return [
    bets.spots({ ...view, wagers }, me, open),
    arranger === null ? lying : arranger.element,
    h(
      "p",
      { class: "your-name" },
      number,
      h("span", { class: "your-who", title: me.name }, `${_("You")}, ${me.name}`),
      note,
    ),
  ];
}

function invitation(view, role) {
  if (STAFF.includes(role)) return invite(_("You supervise. The desk is on the panel, under Table."));
  if (role !== "player") {
    return invite(_("You watch what the rules show. Every card is yours to see once a round has ended."));
  }
  if (view.closed) return invite(`${_("This table is closed.")} `, h("a", { href: "/" }, _("To the lobby")));
  const free = view.seats.some((each) => each.name === null);
  return invite(
    free ? _("You are watching. Choose a free seat to play.") : _("You are watching. Every seat is taken."),
  );
}

const invite = (...words) => h("p", { class: "invite" }, words);
