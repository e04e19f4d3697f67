/** The result of one row; `tried` is false for the rows after the user stopped. */
export type RowOutcome = { readonly id: number; readonly name: string; readonly problem: string | null; readonly tried: boolean };
type Ways<Row> = {
  readonly act: (row: Row) => Promise<unknown>;
  readonly nameOf: (row: Row) => string;
  /** The reason why a row is excluded from the action: the row is not processed, and the reason is shown. */
  readonly keeps?: (row: Row) => string | null;
  /** The text for a rejected row. */
  readonly says: (problem: unknown) => string;
  /** No row is processed after this error: without the confirmed password every further row would fail too. */
  readonly stops: (problem: unknown) => boolean;
};

/**
 * Runs one action for many rows, one after the other, as if it was pressed for each. An error concerns its own row only, and every row has a result.
 */
export async function runActionForRows<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { act, nameOf, keeps, says, stops }: Ways<Row>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  let stopped = false;
  for (const row of rows) {
    const of = { id: row.id, name: nameOf(row) };
    const kept = keeps?.(row) ?? null;
    if (kept !== null) {
      outcomes.push({ ...of, problem: kept, tried: true });
      continue;
    }
    try {
      if (!stopped) await act(row);
      outcomes.push({ ...of, problem: null, tried: !stopped });
    } catch (problem) {
      stopped = stops(problem);
      outcomes.push({ ...of, problem: stopped ? null : says(problem), tried: !stopped });
    }
  }
  return outcomes;
}

const isDone = ({ tried, problem }: RowOutcome) => tried && problem === null;
export const countSucceededRows = (outcomes: readonly RowOutcome[]): number => outcomes.filter(isDone).length;
/** The rows that were not processed stay selected, so that they can be processed later. */
export const getUnprocessedRowIds = (outcomes: readonly RowOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.filter(({ tried }) => !tried).map(({ id }) => String(id)));
