/** One row more or less. */
export const toggled = (picked: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(picked);
  if (!next.delete(key)) next.add(key);
  return next;
};

/** The box in the head: all of this page more, or, when all of them were picked, all of this page less. Other pages' picks stay. */
export const pageToggled = (picked: ReadonlySet<string>, here: readonly string[]): ReadonlySet<string> =>
  here.every((key) => picked.has(key)) ? new Set([...picked].filter((key) => !here.includes(key))) : new Set([...picked, ...here]);
