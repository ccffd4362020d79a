// What supervisors have changed of a round that has ended: it is void, or seats have more or less than the cards gave.

export const voided = ({ amended }) => amended.some((each) => each.what === "void");

/** The cents by which a seat was corrected. */
export const corrected = ({ amended }, seat) =>
  amended.filter((each) => each.seat === seat).reduce((sum, each) => sum + each.cents, 0);

/** What a seat has won or lost in the end, of what the cards gave it. */
export const inTheEnd = (round, seat, cents) => voided(round) ? 0 : cents + corrected(round, seat);
