/** Normalises an account number or a name to capital letters and digits. */
export const normaliseAccountNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Whether the texts differ by one wrong, missing or doubled character, or by two swapped neighbours. */
export function isOneTypo(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  if (a.length > b.length) return a.slice(i + 1) === b.slice(i);
  if (a.length < b.length) return a.slice(i) === b.slice(i + 1);
  return a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2));
}
