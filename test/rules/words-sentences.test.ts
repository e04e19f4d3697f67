import { globSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { invalid } from '#server/http/answer.ts';
import type { Refusal } from '#server/kernel/ctx.ts';
import type { Sentence } from '../../words/sentence.ts';

test('a refusal and a field problem come from the catalogue: a text that was typed in does not compile', () => {
  expectTypeOf<string>().not.toExtend<Sentence>();
  expectTypeOf<ConstructorParameters<typeof Refusal>[1]>().toEqualTypeOf<Sentence>();
  expectTypeOf<Parameters<typeof invalid>[0][string]>().toEqualTypeOf<Sentence>();
});

/** Who may say that a text is a sentence: the specification's own words, what puts sentences together, and what a schema said by its words. */
const makers = ['contract/kernel/problems.ts', 'server/http/answer.ts', 'server/kernel/locale.ts', 'words/sentence.ts'];

test('nobody else says that a text is a sentence', () => {
  const found = globSync(['contract/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}', 'words/*.ts']).filter((file) =>
    /\bas (unknown as )?Sentence\b/.test(readFileSync(file, 'utf8').replaceAll(/^import .*$/gm, '')),
  );
  expect(found.sort()).toEqual(makers);
});
