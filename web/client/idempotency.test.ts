import { expect, test, vi } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { createIdempotencyKey, makeIdempotencyKeyStore } from './idempotency.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('idempotency key: is a UUID, even on a page without HTTPS', () => {
  expect(createIdempotencyKey()).toMatch(uuid);
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    expect(createIdempotencyKey()).toMatch(uuid);
    expect(createIdempotencyKey()).not.toBe(createIdempotencyKey());
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
  }
});

const update = '/api/v2/policy/update/';

test('idempotency key: stays the same for a repeated submission, and is new for other values or after success', () => {
  const keys = makeIdempotencyKeyStore();
  const first = keys.keyOf(update, { name: 'A', tags: [1, 2] });
  expect(keys.keyOf(update, { name: 'A', tags: [1, 2] })).toBe(first);
  const second = keys.keyOf(update, { name: 'B', tags: [1, 2] });
  expect(second).not.toBe(first);
  keys.done(update, { name: 'B', tags: [1, 2] });
  expect(keys.keyOf(update, { name: 'B', tags: [1, 2] })).not.toBe(second);
});

test('idempotency key: expires after a few minutes, because a colleague may have changed the record in the meantime', () => {
  const keys = makeIdempotencyKeyStore();
  const lost = keys.keyOf(update, { id: 1 });
  vi.spyOn(clock, 'ms').mockReturnValue(Date.now() + 6 * 60_000);
  expect(keys.keyOf(update, { id: 1 })).not.toBe(lost);
  vi.restoreAllMocks();
});

test('idempotency key: an action on another record does not change the key of a request whose answer was lost', () => {
  const keys = makeIdempotencyKeyStore();
  const lost = keys.keyOf(update, { id: 1 });
  const other = keys.keyOf(update, { id: 2 });
  expect(other).not.toBe(lost);
  keys.done(update, { id: 2 });
  expect(keys.keyOf(update, { id: 1 })).toBe(lost);
  expect(keys.keyOf(update, { id: 2 })).not.toBe(other);
});

test('idempotency key: pausing a record again after resuming the record gets a new key', () => {
  const [pause, resume] = [makeIdempotencyKeyStore(), makeIdempotencyKeyStore()];
  const lost = pause.keyOf('/api/v2/listing/pause/', { id: 1 });
  resume.done('/api/v2/listing/resume/', { id: 1 });
  const again = pause.keyOf('/api/v2/listing/pause/', { id: 1 });
  expect(again).not.toBe(lost);
  resume.done('/api/v2/listing/resume_many/', { ids: [1, 2] });
  expect(pause.keyOf('/api/v2/listing/pause/', { id: 1 })).not.toBe(again);
});

test('idempotency key: changes for a bulk action after a change in the same module, but not after a change in another module', () => {
  const keys = makeIdempotencyKeyStore();
  const lost = keys.keyOf('/api/v2/unit/many/', { ids: [1] });
  keys.done(update, { id: 1 });
  expect(keys.keyOf('/api/v2/unit/many/', { ids: [1] })).toBe(lost);
  keys.done('/api/v2/unit/update/', { id: 1 });
  expect(keys.keyOf('/api/v2/unit/many/', { ids: [1] })).not.toBe(lost);
});

test('idempotency key: differs between two calls with the same body', () => {
  const keys = makeIdempotencyKeyStore();
  expect(keys.keyOf('/api/v2/policy/create/', { id: 1 })).not.toBe(keys.keyOf(update, { id: 1 }));
});

test('idempotency key: is reused only for the latest unanswered requests, and the oldest of a hundred requests gets a new key', () => {
  const keys = makeIdempotencyKeyStore();
  const first = keys.keyOf(update, { id: 100 });
  for (let id = 101; id <= 200; id += 1) keys.keyOf(update, { id });
  expect(keys.keyOf(update, { id: 200 })).toBe(keys.keyOf(update, { id: 200 }));
  expect(keys.keyOf(update, { id: 100 })).not.toBe(first);
});

test('idempotency key: stays the same for the same file, and is new for another file of the same size', () => {
  const keys = makeIdempotencyKeyStore();
  const [one, other] = [new Blob(['a']), new Blob(['b'])];
  const first = keys.keyOf(update, { file: one });
  expect(keys.keyOf(update, { file: one })).toBe(first);
  expect(keys.keyOf(update, { file: other })).not.toBe(first);
});
