/** A UUID; `crypto.randomUUID` is missing where a page comes over plain HTTP from another machine. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * The keys of one form or button. The same submit sent again (pressed twice, or once more after a line that broke) goes under the same
 * key, so that the server does it once; other values, or the next submit after one that was done, get a key of their own.
 */
export function makeKeys() {
  let last: { readonly given: string; readonly key: string } | null = null;
  const files = new WeakMap<Blob, string>();
  // A file has no text to compare; it is the same only when it is the same object.
  const nameOf = (file: Blob): string => {
    const known = files.get(file) ?? newKey();
    files.set(file, known);
    return known;
  };
  const textOf = (given: unknown): string => JSON.stringify(given, (_, value: unknown) => (value instanceof Blob ? nameOf(value) : value));
  return {
    keyOf(given: unknown): string {
      const text = textOf(given);
      if (last?.given !== text) last = { given: text, key: newKey() };
      return last.key;
    },
    done(): void {
      last = null;
    },
  };
}
