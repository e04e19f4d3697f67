import type { Answer, CallShape, Given } from '#contract/kernel/call.ts';
import type { Touched } from '#web/client/touches.ts';

type Said = { readonly reason: string; readonly choice: string };

/** What is done to many rows: the act of one row, once for each, with its own right, its own transaction and its own line in the log. */
export interface ManyAct<Row> {
  readonly label: string;
  readonly call: CallShape;
  readonly given: (row: Row, said: Said) => object;
  /** What it asks for once, for all of them. */
  readonly reason?: { readonly label: string; readonly min: number };
  /** Somebody to choose, of those the first row could be given to; for whom another row is not, that row says so. */
  readonly choice?: { readonly label: string; readonly from: CallShape; readonly given: (first: Row) => object };
  /** What goes with all of them, counted by the server before anybody presses; nothing is said of nothing. */
  readonly follows?: Follows<Row>;
  /** Why this row is not done among many, if it is not: it stays as it is, and nothing is sent for it. */
  readonly keeps?: (row: Row) => string | null;
  readonly touches?: readonly Touched[];
}
type Follows<Row> = {
  readonly from: CallShape;
  readonly given: (rows: readonly Row[]) => object;
  readonly says: (answer: unknown) => string;
};

export const manyAct = <Row, C extends CallShape>(
  call: C,
  act: Omit<ManyAct<Row>, 'call' | 'given'> & { readonly given: (row: Row, said: Said) => Given<C> },
): ManyAct<Row> => ({ ...act, call }) as unknown as ManyAct<Row>;

export const manyFollow = <Row, C extends CallShape>(
  from: C,
  follow: { readonly given: (rows: readonly Row[]) => Given<C>; readonly says: (answer: Answer<C>) => string },
): Follows<Row> => ({ ...follow, from }) as unknown as Follows<Row>;
