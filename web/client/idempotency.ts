import { clock } from '#contract/time/clock.ts';

/** A UUID; `crypto.randomUUID` is missing if a page is loaded over plain HTTP from another machine. */
export function createIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const remembered = 50;
/** A submit after this time is a new one, because the record may have changed since. */
const lasts = 5 * 60_000;

/** The number of actions on a record (or on no record in particular) in this tab, by module. */
const rounds = new Map<string, number>();
const placeOf = (call: string, given: unknown) => {
  const id = typeof given === 'object' && given !== null && 'id' in given ? String(given.id) : '';
  const module = call.split('/', 4).join('/');
  return { module, record: id && `${module}#${id}` };
};
const add = (place: string) => rounds.set(place, (rounds.get(place) ?? 0) + 1);

/**
 * The idempotency keys of one form or button, which may serve many rows. A repeated submit (pressed twice, or repeated after a network error) has the
 * same key, so that the server does it once; other values and other rows have keys of their own. After a successful action on a record, by any
 * button, earlier unanswered submits are forgotten: pause, resume and pause again are three actions.
 */
export function makeIdempotencyKeyStore() {
  const known = new Map<string, { readonly key: string; readonly at: number }>();
  const files = new WeakMap<Blob, string>();
  // A file has no text to compare; it is the same only when it is the same object.
  const nameOf = (file: Blob): string => {
    const name = files.get(file) ?? createIdempotencyKey();
    files.set(file, name);
    return name;
  };
  const textOf = (call: string, given: unknown): string => {
    const { module, record } = placeOf(call, given);
    const round = record ? [rounds.get(record), rounds.get(module)] : [rounds.get(`${module}#`)];
    return JSON.stringify([call, round, given], (_, value: unknown) => (value instanceof Blob ? nameOf(value) : value));
  };
  return {
    keyOf(call: string, given: unknown): string {
      const text = textOf(call, given);
      const before = known.get(text);
      const kept = before && clock.ms() - before.at < lasts ? before : { key: createIdempotencyKey(), at: clock.ms() };
      known.set(text, kept);
      const [oldest] = known.keys();
      if (known.size > remembered && oldest !== undefined) known.delete(oldest);
      return kept.key;
    },
    done(call: string, given: unknown): void {
      const { module, record } = placeOf(call, given);
      add(record || module);
      // Keys of actions on no particular record are forgotten after any action in their module.
      add(`${module}#`);
    },
  };
}
