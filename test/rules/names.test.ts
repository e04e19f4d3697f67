import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findSingleWordNames, findSingleWordTypes } from '#test/rules/single-words.ts';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'contract', 'server', 'web', 'test', 'simulator', 'bench', 'words'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.gen\.|\.d\.ts$/.test(file) && existsSync(file));

/** Never raise this number: give the name its subject (`policyKinds`, not `kinds`), or a verb and a noun (`matchPayment`, not `look`). */
const mostSingleWords = 26;

test('exported names: the number of names that are one common word equals the recorded limit, which may only be lowered', () => {
  const found = files.flatMap((file) => findSingleWordNames(readFileSync(file, 'utf8'), file).map((name) => `${file}: ${name}`));
  expect(found.length, found.join('\n')).toBe(mostSingleWords);
});

/**
 * Never raise this number. What remains are terms of the field that stand alone (`Mandate`, `Meter`, `Cents`) and words of the framework (`Env`).
 * Give a new type its subject: `TenancyDocuments`, not `Papers`.
 */
const mostSingleWordTypes = 34;

test('exported types: the number of types named by one word equals the recorded limit, which may only be lowered', () => {
  const found = files.flatMap((file) => findSingleWordTypes(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`));
  expect(found.length, found.join('\n')).toBe(mostSingleWordTypes);
});

/** A participle names a state without its subject: `listSentNotifications`, not `told`; `retryTransaction`, not `retried`. */
const participle =
  /[^e]ed$|^(?:told|sold|held|kept|swept|left|lent|sent|spent|made|paid|said|heard|overheard|read|gone|done|seen|shown|known|drawn|given|taken|chosen|written|begun|found|bound|built|brought|bought|lost|shut|met|put)$/;

test('exported names: no name consists only of a participle', () => {
  const found = files.flatMap((file) => findSingleWordNames(readFileSync(file, 'utf8'), file));
  expect(found.filter((name) => participle.test(name))).toEqual([]);
});

test('exported names: the check covers constants and functions, but not compounds, types, route exports or call handlers', () => {
  const code =
    'export const held = 1;\nexport async function told() {}\nexport const heldBy = 2;\nexport type held = 1;\nexport function loader() {}\nexport const create = 3;';
  expect(findSingleWordNames(code, 'server/policy/service.ts')).toEqual(['held', 'told']);
  expect(findSingleWordNames(code, 'web/policy/list.tsx')).toEqual(['held', 'told', 'create']);
});

test('exported types: the check counts types and interfaces of one word, but no compounds, constants or local types', () => {
  const code = 'export type Papers = 1;\nexport interface Channel<T> {}\nexport type TenancyDocuments = 1;\ntype Local = 1;\nexport const Body = 1;';
  expect(findSingleWordTypes(code)).toEqual(['Papers', 'Channel']);
});
