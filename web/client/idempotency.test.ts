import { expect, test } from 'vitest';
import { makeKeys, newKey } from './idempotency.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a key is a UUID, also where the page is not secure', () => {
  expect(newKey()).toMatch(uuid);
  const { randomUUID } = crypto;
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    expect(newKey()).toMatch(uuid);
    expect(newKey()).not.toBe(newKey());
  } finally {
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
  }
});

test('the same submit keeps its key; other values and the one after a success get another', () => {
  const keys = makeKeys();
  const first = keys.keyOf({ name: 'A', tags: [1, 2] });
  expect(keys.keyOf({ name: 'A', tags: [1, 2] })).toBe(first);
  const second = keys.keyOf({ name: 'B', tags: [1, 2] });
  expect(second).not.toBe(first);
  keys.done();
  expect(keys.keyOf({ name: 'B', tags: [1, 2] })).not.toBe(second);
});

test('two files of the same size are two submits, the same file is one', () => {
  const keys = makeKeys();
  const [one, other] = [new Blob(['a']), new Blob(['b'])];
  const first = keys.keyOf({ file: one });
  expect(keys.keyOf({ file: one })).toBe(first);
  expect(keys.keyOf({ file: other })).not.toBe(first);
});
