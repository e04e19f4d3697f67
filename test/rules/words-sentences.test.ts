import { globSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { invalidInputRefusal } from '#server/http/answer.ts';
import type { Refusal } from '#server/kernel/ctx.ts';
import type { Sentence } from '../../words/sentence.ts';

test('error messages: an error or field error with a text from outside the catalogue does not compile', () => {
  expectTypeOf<string>().not.toExtend<Sentence>();
  expectTypeOf<ConstructorParameters<typeof Refusal>[1]>().toEqualTypeOf<Sentence>();
  expectTypeOf<Parameters<typeof invalidInputRefusal>[0][string]>().toEqualTypeOf<Sentence>();
});

/** Files that may mark a text as a sentence: the specification's own words, the functions that join sentences, and the texts of schemas. */
const makers = ['contract/kernel/problems.ts', 'server/http/answer.ts', 'server/kernel/locale.ts', 'words/sentence.ts'];

test('error messages: only the four listed files convert a text to the type Sentence', () => {
  const found = globSync(['contract/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}', 'words/*.ts']).filter((file) =>
    /\bas (unknown as )?Sentence\b/.test(readFileSync(file, 'utf8').replaceAll(/^import .*$/gm, '')),
  );
  expect(found.sort()).toEqual(makers);
});
