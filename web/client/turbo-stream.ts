/**
 * Writes the answers of loaders in the format that the router's client reads (turbo-stream, version 2): one list of values in which objects refer to
 * others by position. It writes only plain data, in one piece; the router writes all other values.
 */
export class NotPlainDataError extends Error {}

const nothing = -7;
const nil = -5;

export function encodeTurboStream(input: unknown): string {
  const places = new Map<unknown, number>();
  const written: string[] = [];
  const place = (value: unknown): number | string => {
    if (value === undefined) return nothing;
    if (value === null) return nil;
    const known = places.get(value);
    if (known !== undefined) return known;
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) throw new NotPlainDataError(String(value));
    const at = written.length;
    places.set(value, at);
    written.push('');
    written[at] = write(value);
    return at;
  };
  const write = (value: unknown): string => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(place).join(',')}]`;
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) throw new NotPlainDataError(typeof value);
    return `{${Object.entries(value)
      .map(([name, of]) => `"_${place(name)}":${place(of)}`)
      .join(',')}}`;
  };
  place(input);
  return `[${written.join(',')}]\n`;
}
