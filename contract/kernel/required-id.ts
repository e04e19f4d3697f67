/** An id that must be there. Where it is missing the program or the data is wrong: that is an error, never row 0. */
export function requiredId(id: number | null | undefined, of: string): number {
  if (id === null || id === undefined) throw new Error(`No id of ${of}.`);
  return id;
}
