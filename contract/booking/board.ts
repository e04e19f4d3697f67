import { type BoardColumn, boardColumns } from './kinds.ts';
import type { BookingCard } from './shapes.ts';

/** The columns to which a card can be moved, and a place at the end for declined applicants. */
export const boardMoveTargets = [...boardColumns, 'declined'] as const;
export type BoardMoveTarget = (typeof boardMoveTargets)[number];

/** The action of each column. Backups, the waiting list and frozen bookings are set automatically. */
const doneThere = {
  screening: 'unlist',
  shortlisted: 'shortlist',
  info_requested: 'ask',
  await_payment: 'approve',
  confirmed: 'confirm',
  declined: 'decline',
} as const satisfies Partial<Record<BoardMoveTarget, string>>;
export type BoardAction = (typeof doneThere)[keyof typeof doneThere];

/** Columns that a person cannot move a card to. */
export const isAutomaticBoardMove = (place: BoardMoveTarget): place is Exclude<BoardColumn, keyof typeof doneThere> => !(place in doneThere);

/** The filter under which the list shows what a column counts. */
export const getBookingBoardFilter = (column: BoardColumn) =>
  column === 'await_payment' || column === 'confirmed' ? { status: column, stage: null } : ({ status: 'await_screening', stage: column } as const);

type Standing = Pick<BookingCard, 'moves' | 'acts' | 'held_by'>;
const named = ({ moves, acts }: Standing, place: BoardMoveTarget): BoardAction | null => {
  if (isAutomaticBoardMove(place)) return null;
  const act = doneThere[place];
  return [...moves, ...acts].some((name) => name === act) ? act : null;
};
/** The booking that blocks this column: a home reserved for another applicant cannot be approved. */
export const findBlockingBooking = (booking: Standing, place: BoardMoveTarget): BookingCard['held_by'] =>
  named(booking, place) === 'approve' ? booking.held_by : null;
/** The action of moving this booking to a column; null if the state machine does not allow it, or if the home is reserved for another applicant. */
export const findBoardAction = (booking: Standing, place: BoardMoveTarget): BoardAction | null =>
  findBlockingBooking(booking, place) ? null : named(booking, place);
/** All actions on this booking from the board, in the order of the columns; `kept` names who blocks an action. */
export const listBoardActions = (booking: Standing): { readonly act: BoardAction; readonly kept: BookingCard['held_by'] }[] =>
  boardMoveTargets.flatMap((place) => {
    const act = named(booking, place);
    return act === null ? [] : [{ act, kept: findBlockingBooking(booking, place) }];
  });
