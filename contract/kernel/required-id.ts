/** An id that must exist. A missing id is a fault of the program or the data: it throws and never becomes row 0. */
export function requiredId(id: number | null | undefined, of: string): number {
  if (id === null || id === undefined) throw new Error(`No id of ${of}.`);
  return id;
}
