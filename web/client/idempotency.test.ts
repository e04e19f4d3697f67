import { expect, test, vi } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { makeIdempotencyKeys, newIdempotencyKey } from './idempotency.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('idempotency key: is a UUID, also on an insecure page', () => {
  expect(newIdempotencyKey()).toMatch(uuid);
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    expect(newIdempotencyKey()).toMatch(uuid);
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
  }
});

const update = '/api/v2/policy/update/';

test('idempotency key: stays the same for a repeated submit, and is new for other values or after success', () => {
  const keys = makeIdempotencyKeys();
  const first = keys.keyOf(update, { name: 'A', tags: [1, 2] });
  expect(keys.keyOf(update, { name: 'A', tags: [1, 2] })).toBe(first);
  const second = keys.keyOf(update, { name: 'B', tags: [1, 2] });
  expect(second).not.toBe(first);
  keys.done(update, { name: 'B', tags: [1, 2] });
  expect(keys.keyOf(update, { name: 'B', tags: [1, 2] })).not.toBe(second);
});

test('idempotency key: expires, because a colleague may have changed the record since', () => {
  const keys = makeIdempotencyKeys();
  const lost = keys.keyOf(update, { id: 1 });
  vi.spyOn(clock, 'ms').mockReturnValue(Date.now() + 6 * 60_000);
  expect(keys.keyOf(update, { id: 1 })).not.toBe(lost);
  vi.restoreAllMocks();
});

test('idempotency key: an action on another row does not change the key of a request whose answer was lost', () => {
  const keys = makeIdempotencyKeys();
  const lost = keys.keyOf(update, { id: 1 });
  const other = keys.keyOf(update, { id: 2 });
  expect(other).not.toBe(lost);
  keys.done(update, { id: 2 });
  expect(keys.keyOf(update, { id: 1 })).toBe(lost);
  expect(keys.keyOf(update, { id: 2 })).not.toBe(other);
});

test('idempotency key: pause, resume and pause again are separate actions', () => {
  const [pause, resume] = [makeIdempotencyKeys(), makeIdempotencyKeys()];
  const lost = pause.keyOf('/api/v2/listing/pause/', { id: 1 });
  resume.done('/api/v2/listing/resume/', { id: 1 });
  const again = pause.keyOf('/api/v2/listing/pause/', { id: 1 });
  expect(again).not.toBe(lost);
  resume.done('/api/v2/listing/resume_many/', { ids: [1, 2] });
  expect(pause.keyOf('/api/v2/listing/pause/', { id: 1 })).not.toBe(again);
});

test('idempotency key: the key of a bulk action is new after a change in the same module, and is kept after a change in another module', () => {
  const keys = makeIdempotencyKeys();
  const lost = keys.keyOf('/api/v2/unit/many/', { ids: [1] });
  keys.done(update, { id: 1 });
  expect(keys.keyOf('/api/v2/unit/many/', { ids: [1] })).toBe(lost);
  keys.done('/api/v2/unit/update/', { id: 1 });
  expect(keys.keyOf('/api/v2/unit/many/', { ids: [1] })).not.toBe(lost);
});

test('idempotency key: another call with the same body gets a new key', () => {
  const keys = makeIdempotencyKeys();
  expect(keys.keyOf('/api/v2/policy/create/', { id: 1 })).not.toBe(keys.keyOf(update, { id: 1 }));
});

test('idempotency key: only the latest of hundreds of unanswered requests keep their keys', () => {
  const keys = makeIdempotencyKeys();
  const first = keys.keyOf(update, { id: 100 });
  for (let id = 101; id <= 200; id += 1) keys.keyOf(update, { id });
  expect(keys.keyOf(update, { id: 200 })).toBe(keys.keyOf(update, { id: 200 }));
  expect(keys.keyOf(update, { id: 100 })).not.toBe(first);
});

test('idempotency key: stays the same for the same file, and is new for another file of the same size', () => {
  const keys = makeIdempotencyKeys();
  const [one, other] = [new Blob(['a']), new Blob(['b'])];
  const first = keys.keyOf(update, { file: one });
  expect(keys.keyOf(update, { file: one })).toBe(first);
  expect(keys.keyOf(update, { file: other })).not.toBe(first);
});
