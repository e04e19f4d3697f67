/** PostgreSQL's text holds neither a NUL nor half a character. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Whether all that was sent can be kept, wherever in it a text hides. */
export function allStorable(given: unknown): boolean {
  const left = [given];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'string' && !isStorable(part)) return false;
    if (typeof part === 'object' && part !== null && !ArrayBuffer.isView(part))
      for (const [name, value] of Object.entries(part)) left.push(name, value);
  }
  return true;
}
/** The names of what cannot be. */
export const unstorableFields = (given: unknown): string[] =>
  typeof given === 'object' && given !== null
    ? Object.entries(given)
        .filter(([, part]) => !allStorable(part))
        .map(([name]) => name)
    : [];
