/** Adds or removes one row. */
export const toggleSelection = (picked: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(picked);
  if (!next.delete(key)) next.add(key);
  return next;
};

/**
 * The checkbox in the heading: selects all rows of this page, or, if all are selected, deselects them. Selected rows of other pages stay selected.
 */
export const togglePageSelection = (picked: ReadonlySet<string>, here: readonly string[]): ReadonlySet<string> =>
  here.every((key) => picked.has(key)) ? new Set([...picked].filter((key) => !here.includes(key))) : new Set([...picked, ...here]);
