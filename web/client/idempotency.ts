import { clock } from '#contract/time/clock.ts';

/** A UUID; `crypto.randomUUID` is missing where a page comes over plain HTTP from another machine. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const remembered = 50;
/** Whoever presses again after longer than this means it anew: others may have acted meanwhile. */
const lasts = 5 * 60_000;

/** How often something was done about a record (or about none in particular) in this tab, by room. */
const rounds = new Map<string, number>();
const placeOf = (call: string, given: unknown) => {
  const id = typeof given === 'object' && given !== null && 'id' in given ? String(given.id) : '';
  const room = call.split('/', 4).join('/');
  return { room, record: id && `${room}#${id}` };
};
const add = (place: string) => rounds.set(place, (rounds.get(place) ?? 0) + 1);

/**
 * The keys of one form or button, which may stand for many rows. The same submit sent again (pressed twice, or once more after a line that
 * broke) goes under the same key, so that the server does it once; other values and other rows have keys of their own. Once anything was
 * done about a record, by whichever button, what went unanswered before is history: paused, resumed and paused again is three acts.
 */
export function makeKeys() {
  const known = new Map<string, { readonly key: string; readonly at: number }>();
  const files = new WeakMap<Blob, string>();
  // A file has no text to compare; it is the same only when it is the same object.
  const nameOf = (file: Blob): string => {
    const name = files.get(file) ?? newKey();
    files.set(file, name);
    return name;
  };
  const textOf = (call: string, given: unknown): string => {
    const { room, record } = placeOf(call, given);
    const round = record ? [rounds.get(record), rounds.get(room)] : [rounds.get(`${room}#`)];
    return JSON.stringify([call, round, given], (_, value: unknown) => (value instanceof Blob ? nameOf(value) : value));
  };
  return {
    keyOf(call: string, given: unknown): string {
      const text = textOf(call, given);
      const before = known.get(text);
      const kept = before && clock.ms() - before.at < lasts ? before : { key: newKey(), at: clock.ms() };
      known.set(text, kept);
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
      return kept.key;
    },
    done(call: string, given: unknown): void {
      const { room, record } = placeOf(call, given);
      add(record || room);
      // What is about no one record is history after anything in its room.
      add(`${room}#`);
    },
  };
}
