/** The whole list with the ids of `wanted` in their new order, on the positions they had. Null if an id is unknown or appears twice. */
export function reorderIds(present: readonly number[], wanted: readonly number[]): number[] | null {
  const known = new Set(present);
  const named = new Set(wanted);
  if (named.size !== wanted.length || wanted.some((id) => !known.has(id))) return null;
  const next = [...wanted];
  return present.map((id) => (named.has(id) ? (next.shift() ?? id) : id));
}
