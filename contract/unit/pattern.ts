/**
 * Names of several units from one pattern: `A{1..10}` is A1 to A10, `{A..C}{01..04}` is A01 to C04. A range counts down as well, keeps
 * the leading noughts of its first end, and letters run from A to Z. Answers null where a range does not make sense.
 */
export function namesOf(pattern: string, most: number): string[] | null {
  const parts = pattern.trim().split(/(\{[^{}]*\})/);
  let names = [''];
  for (const part of parts) {
    const range = part.startsWith('{') && part.endsWith('}') ? rangeOf(part.slice(1, -1), most) : [part];
    if (!range || range.some((one) => /[{}]/.test(one)) || names.length * range.length > most) return null;
    names = names.flatMap((name) => range.map((one) => name + one));
  }
  return names.every((name) => name.trim() !== '') ? names.map((name) => name.trim()) : null;
}

function rangeOf(inside: string, most: number): string[] | null {
  const [, first = '', last = ''] = /^\s*([A-Za-z]|\d{1,4})\s*\.\.\s*([A-Za-z]|\d{1,4})\s*$/.exec(inside) ?? [];
  if (first === '' || /\d/.test(first) !== /\d/.test(last)) return null;
  const [from, to] = /\d/.test(first) ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)];
  if (!/\d/.test(first) && (first === first.toUpperCase()) !== (last === last.toUpperCase())) return null;
  const count = Math.abs(to - from) + 1;
  if (count > most) return null;
  const step = to < from ? -1 : 1;
  return Array.from({ length: count }, (_, at) => {
    const n = from + at * step;
    return /\d/.test(first) ? String(n).padStart(first.startsWith('0') ? first.length : 1, '0') : String.fromCharCode(n);
  });
}
