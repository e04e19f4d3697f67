/** The whole list with `wanted` in its new order on the places they held; null where somebody unknown is named, or one twice. */
export function reorderIds(present: readonly number[], wanted: readonly number[]): number[] | null {
  const known = new Set(present);
  const named = new Set(wanted);
  if (named.size !== wanted.length || wanted.some((id) => !known.has(id))) return null;
  const next = [...wanted];
  return present.map((id) => (named.has(id) ? (next.shift() ?? id) : id));
}
