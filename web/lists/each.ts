export type Outcome = { readonly id: number; readonly name: string; readonly problem: string | null };
type Ways<Row> = {
  readonly act: (row: Row) => Promise<unknown>;
  readonly nameOf: (row: Row) => string;
  /** What is said of a row that was refused. */
  readonly says: (problem: unknown) => string;
  /** After this nothing more is tried: whoever does not prove who they are does no further row. */
  readonly stops: (problem: unknown) => boolean;
};

/** One act for many rows, one after the other, as if by hand: what keeps one back is said of it and of no other. */
export async function eachOf<Row extends { readonly id: number }>(rows: readonly Row[], { act, nameOf, says, stops }: Ways<Row>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    try {
      await act(row);
      outcomes.push({ id: row.id, name: nameOf(row), problem: null });
    } catch (problem) {
      if (stops(problem)) break;
      outcomes.push({ id: row.id, name: nameOf(row), problem: says(problem) });
    }
  }
  return outcomes;
}
