import { expectTypeOf, test } from 'vitest';
import type { WebEntry } from '#server/pages/server-side.ts';
import type * as entry from '#web/entry.server.tsx';

/** The server loads the built entry through a cast, so a renamed export would otherwise fail only on the first page. */
test('web entry: exports every function that the server calls, under the same name', () => {
  expectTypeOf<keyof WebEntry>().toExtend<keyof typeof entry>();
  expectTypeOf<keyof WebEntry>().not.toBeNever();
  expectTypeOf<Awaited<ReturnType<(typeof entry)['renderFastPage']>>>().toExtend<Awaited<ReturnType<WebEntry['renderFastPage']>>>();
});
