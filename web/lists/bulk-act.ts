import type { CallInput, CallResult, CallShape } from '#contract/kernel/call.ts';
import type { AffectedCalls } from '#web/client/touches.ts';

type Said = { readonly reason: string; readonly choice: string };

/** A bulk action: the action of one row, repeated for each row with its own permission, transaction and log entry. */
export interface BulkAction<Row> {
  readonly label: string;
  readonly call: CallShape;
  readonly given: (row: Row, said: Said) => object;
  /** The input for all rows together. */
  readonly reason?: { readonly label: string; readonly min: number };
  /** A person to choose, from those whom the first row allows; a row that does not allow the person reports that. */
  readonly choice?: { readonly label: string; readonly from: CallShape; readonly given: (first: Row) => object };
  /** The consequences for all selected rows, counted by the server before the button is pressed; zero shows no text. */
  readonly follows?: Follows<Row>;
  /** The reason why a row is excluded from the action: the row stays unchanged, and no request is sent for it. */
  readonly keeps?: (row: Row) => string | null;
  readonly touches?: readonly AffectedCalls[];
}
type Follows<Row> = {
  readonly from: CallShape;
  readonly given: (rows: readonly Row[]) => object;
  readonly says: (answer: unknown) => string;
};

export const makeBulkAction = <Row, C extends CallShape>(
  call: C,
  act: Omit<BulkAction<Row>, 'call' | 'given'> & { readonly given: (row: Row, said: Said) => CallInput<C> },
): BulkAction<Row> => ({ ...act, call }) as unknown as BulkAction<Row>;

export const makeBulkFollowUp = <Row, C extends CallShape>(
  from: C,
  follow: { readonly given: (rows: readonly Row[]) => CallInput<C>; readonly says: (answer: CallResult<C>) => string },
): Follows<Row> => ({ ...follow, from }) as unknown as Follows<Row>;
