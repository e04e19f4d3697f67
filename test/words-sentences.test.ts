import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What still stands in the code in English, by file: a number here only ever gets smaller, and a file never comes back. */
const left: Readonly<Record<string, number>> = {};

const typedIn = [/new Refusal\(\s*[^,()]+,\s*['"`]/g, /\binvalid\(\{[^{}]*?:[^{}]*?['"`]/g];
const written = (source: string): number => {
  const plain = source.replaceAll(/\b(?:sentence|asked)\('\w+'\)/g, '');
  return typedIn.reduce((sum, pattern) => sum + (plain.match(pattern)?.length ?? 0), 0);
};

test('a refusal and a field problem come from the catalogue', () => {
  const found = globSync('server/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [file, written(readFileSync(file, 'utf8'))] as const)
    .filter(([, count]) => count > 0)
    .sort();
  expect(Object.fromEntries(found)).toEqual(left);
});

test('the scan sees a sentence that was typed in', () => {
  expect(written("throw new Refusal('conflict', 'It is taken')")).toBe(1);
  expect(written("throw invalid({ name: `is taken: ${'x'}` })")).toBe(1);
  expect(written("throw invalid({ name: sentence('requiredParameter') })")).toBe(0);
});
