/** PostgreSQL cannot store a text with a NUL character or half of a surrogate pair. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether every text in the input, at any depth, can be stored. */
export function hasOnlyStorableText(given: unknown): boolean {
  const left = [given];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'string' && !isStorable(part)) return false;
    if (typeof part === 'object' && part !== null && !ArrayBuffer.isView(part))
      for (const [name, value] of Object.entries(part)) left.push(name, value);
  }
  return true;
}
/** The names of the fields that cannot be stored. */
export const findUnstorableFields = (given: unknown): string[] =>
  typeof given === 'object' && given !== null
    ? Object.entries(given)
        .filter(([, part]) => !hasOnlyStorableText(part))
        .map(([name]) => name)
    : [];
