/** The result of one row; `tried` is false for the rows after the user stopped. */
export type RowOutcome = { readonly id: number; readonly name: string; readonly problem: string | null; readonly tried: boolean };
type Ways<Row> = {
  readonly act: (row: Row) => Promise<unknown>;
  readonly nameOf: (row: Row) => string;
  /** The reason why a row is excluded from the act, if it is: the row is not tried, and the reason is shown. */
  readonly keeps?: (row: Row) => string | null;
  /** The text for a rejected row. */
  readonly says: (problem: unknown) => string;
  /** No row is tried after this error: a person who does not confirm their password can do no further row. */
  readonly stops: (problem: unknown) => boolean;
};

/** Runs one act for many rows, one after the other, as if pressed for each: an error concerns its own row only. Every row has its outcome. */
export async function eachOf<Row extends { readonly id: number }>(
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
export const doneOf = (outcomes: readonly RowOutcome[]): number => outcomes.filter(isDone).length;
/** The rows that were not tried: they stay selected, so that they can be done later. */
export const untriedOf = (outcomes: readonly RowOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.filter(({ tried }) => !tried).map(({ id }) => String(id)));
