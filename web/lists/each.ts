/** How it went with a row; `tried` is false of those that came after whoever acts stopped. */
export type Outcome = { readonly id: number; readonly name: string; readonly problem: string | null; readonly tried: boolean };
type Ways<Row> = {
  readonly act: (row: Row) => Promise<unknown>;
  readonly nameOf: (row: Row) => string;
  /** Why a row is not done among many, if it is not: nothing is tried, and that is said of it. */
  readonly keeps?: (row: Row) => string | null;
  /** What is said of a row that was refused. */
  readonly says: (problem: unknown) => string;
  /** After this nothing more is tried: whoever does not prove who they are does no further row. */
  readonly stops: (problem: unknown) => boolean;
};

/** One act for many rows, one after the other, as if by hand: what keeps one back is said of it and of no other. Every row has its outcome. */
export async function eachOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  { act, nameOf, keeps, says, stops }: Ways<Row>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
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

const isDone = ({ tried, problem }: Outcome) => tried && problem === null;
export const doneOf = (outcomes: readonly Outcome[]): number => outcomes.filter(isDone).length;
/** The rows nobody tried: they stay picked, so that they can be done after all. */
export const untriedOf = (outcomes: readonly Outcome[]): ReadonlySet<string> =>
  new Set(outcomes.filter(({ tried }) => !tried).map(({ id }) => String(id)));
