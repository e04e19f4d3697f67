import { type BoardColumn, boardColumns } from './kinds.ts';
import type { BookingHead } from './shapes.ts';

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

type Standing = Pick<BookingHead, 'moves' | 'acts'>;
/** What putting this one there comes to; null where the machine does not allow it from where it stands. */
export function actFor({ moves, acts }: Standing, place: BoardPlace): BoardAct | null {
  if (comesByItself(place)) return null;
  const act = doneThere[place];
  return [...moves, ...acts].some((name) => name === act) ? act : null;
}
/** All that can be done to it from the board, in the order of the columns. */
export const boardActs = (booking: Standing): BoardAct[] => boardPlaces.flatMap((place) => actFor(booking, place) ?? []);
