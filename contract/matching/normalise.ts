const mostKept = 20_000;
/** Keeps the results for recent texts: the names and codes of the same tenancies are compared with every line of a statement. */
export function keepResults<Result>(of: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, Result>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= mostKept) kept.clear();
    const result = of(text);
    kept.set(text, result);
    return result;
  };
}

/** Normalises an account number or a name to capital letters and digits. */
export const normaliseAccountNumber = keepResults((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''));

/** Whether the texts differ by one wrong, missing or doubled character, or by two swapped neighbours. */
export function isOneTypo(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  if (a.length > b.length) return a.slice(i + 1) === b.slice(i);
  if (a.length < b.length) return a.slice(i) === b.slice(i + 1);
  return a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2));
}
