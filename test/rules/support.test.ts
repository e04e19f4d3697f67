import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { messages } from '#contract/messages.ts';

const filesOf = (folder: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', folder], { encoding: 'utf8' }).split('\n').filter(existsSync);

/** Texts that refer their reader to support, and the views that show them. Mails have the contacts in their footer instead. */
const words = filesOf('words/en').filter((file) => file.endsWith('.json'));
const asks = /\b(?:write to|ask|tell|contact|call) support\b/i;
const keys = [
  ...words.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)),
  ...Object.entries(messages).map(([key, said]) => [key, said.en] as const),
].flatMap(([key, text]) => (asks.test(JSON.stringify(text)) ? [key] : []));

test('support texts: the check covers at least five texts that mention support', () => expect(keys.length).toBeGreaterThan(4));

test.each(keys.filter((key) => !key.startsWith('mail_')))('support texts: %s is shown with the support contacts', (key) => {
  const shown = filesOf('web').filter((file) => file.endsWith('.tsx') && new RegExp(`\\b${key}\\b`).test(readFileSync(file, 'utf8')));
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((file) => !readFileSync(file, 'utf8').includes('<SupportLinks />'))).toEqual([]);
});
