import { UNSAFE_decodeViaTurboStream as decode } from 'react-router';
import { expect, test } from 'vitest';
import { encodeTurboStream, NotPlainDataError } from './turbo-stream.ts';

const readBack = async (text: string) => (await decode(new Blob([text]).stream() as ReadableStream<Uint8Array>, globalThis)).value;

const shared = { name: 'Kilimani', deep: [1, 2, [3, { four: 4 }]] };
test.each([
  { loaderData: { root: { user: null, locale: 'en' }, page: { title: 'Homes "to" <rent>', n: 0, none: undefined, yes: true, no: false } } },
  { one: shared, two: shared, list: [shared, null, undefined, '', 'one', 1.5, -3] },
  [],
  { _1: 'a name that looks like a place', a: [['D', 1]], '': {} },
])("turbo-stream encoder: the router's client decodes the written value unchanged (case %#)", async (value) =>
  expect(await readBack(encodeTurboStream(value))).toEqual(value),
);

test.each([new Date(0), new Map(), Promise.resolve(1), 10n, Number.NaN, -0, () => 1])(
  'turbo-stream encoder: rejects a value that is not plain data and must be encoded by the router (case %#)',
  (value) => expect(() => encodeTurboStream({ value })).toThrow(NotPlainDataError),
);
