import { type BoardColumn, boardColumns } from './kinds.ts';
import type { BookingCard } from './shapes.ts';

/** Where a card can be put: the columns, and a place at the end for who is sent away. */
export const boardPlaces = [...boardColumns, 'declined'] as const;
export type BoardPlace = (typeof boardPlaces)[number];

/** What is done to somebody by putting them there. Back-ups, the waiting list and what is frozen come about by themselves. */
const doneThere = {
  screening: 'unlist',
  shortlisted: 'shortlist',
  info_requested: 'ask',
  await_payment: 'approve',
  confirmed: 'confirm',
  declined: 'decline',
} as const satisfies Partial<Record<BoardPlace, string>>;
export type BoardAct = (typeof doneThere)[keyof typeof doneThere];

/** Nobody is put here by hand. */
export const comesByItself = (place: BoardPlace): place is Exclude<BoardColumn, keyof typeof doneThere> => !(place in doneThere);

/** The filter under which the list shows what a column counts. */
export const filterOf = (column: BoardColumn) =>
  column === 'await_payment' || column === 'confirmed' ? { status: column, stage: null } : ({ status: 'await_screening', stage: column } as const);

type Standing = Pick<BookingCard, 'moves' | 'acts' | 'held_by'>;
const named = ({ moves, acts }: Standing, place: BoardPlace): BoardAct | null => {
  if (comesByItself(place)) return null;
  const act = doneThere[place];
  return [...moves, ...acts].some((name) => name === act) ? act : null;
};
/** Who keeps it from being put there: a home somebody else holds is approved for nobody. */
export const keptFrom = (booking: Standing, place: BoardPlace): BookingCard['held_by'] =>
  named(booking, place) === 'approve' ? booking.held_by : null;
/** What putting this one there comes to; null where the machine does not allow it from where it stands, or somebody else holds the home. */
export const actFor = (booking: Standing, place: BoardPlace): BoardAct | null => (keptFrom(booking, place) ? null : named(booking, place));
/** All that can be done to it from the board, in the order of the columns; `kept` where somebody else keeps it from being done. */
export const boardActs = (booking: Standing): { readonly act: BoardAct; readonly kept: BookingCard['held_by'] }[] =>
  boardPlaces.flatMap((place) => {
    const act = named(booking, place);
    return act === null ? [] : [{ act, kept: keptFrom(booking, place) }];
  });
