import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownMessages } from '#contract/messages.ts';
import { mergeTexts, readCatalogue, wordsDirectory } from './catalogue.ts';
import { errorKindOf, findReplacedExpressions, hasNextStep } from './style.ts';
import { splitSentences } from './text.ts';

const { catalogue } = readCatalogue();
const en = mergeTexts(catalogue, 'en');
/** Errors without a next step, with the reason why there is none. */
const withoutStep: Record<string, string> = JSON.parse(readFileSync(join(wordsDirectory, 'errors-without-next-step.json'), 'utf8'));
const errors = (kind: 'refusal' | 'problem') => Object.entries(en).filter(([key]) => errorKindOf(key) === kind);

describe('English messages', () => {
  test('use no expression that the style guide replaces', () => {
    expect(findReplacedExpressions(en)).toEqual([]);
    expect(findReplacedExpressions(Object.fromEntries(Object.entries(ownMessages).map(([key, { en: text }]) => [key, text])))).toEqual([]);
  });

  test('the check finds a replaced expression, also inside a plural, and respects exceptions', () => {
    const plural = [{ match: { 'n=one': 'Nobody came', 'n=*': 'fine' } }] as never;
    expect(findReplacedExpressions({ a_b: 'Whoever pays is told.', a_c: plural, inspection_take_over: 'Take over inspection' })).toHaveLength(4);
  });

  test('have at most 24 words in each sentence', () => {
    const long = Object.entries(en).flatMap(([key, text]) =>
      splitSentences(text).flatMap((said) =>
        said
          .split(/(?<=[.?])\s+/)
          .filter((sentence) => sentence.split(/\s+/).length > 24)
          .map((sentence) => `${key}: ${sentence}`),
      ),
    );
    expect(long).toEqual([]);
  });
});

describe('error texts in English', () => {
  test('consist of full sentences', () => {
    const unfinished = [...errors('refusal'), ...errors('problem')].flatMap(([key, text]) =>
      splitSentences(text).flatMap((said) => (/[.?]$|[.?] \{\w+\}$/.test(said) ? [] : [`${key}: ${said}`])),
    );
    expect(unfinished).toEqual([]);
  });

  test('name a next step, or have a reason without one in errors-without-next-step.json', () => {
    const silent = [...errors('refusal'), ...errors('problem')]
      .filter(([key, text]) => !(key in withoutStep) && !splitSentences(text).every(hasNextStep))
      .map(([key, text]) => `${key}: ${splitSentences(text).join(' / ')}`);
    expect(silent).toEqual([]);
  });

  test('lack a next step in at most 10 % of refusals and 20 % of problems, each with a stated reason', () => {
    expect(Object.keys(withoutStep).filter((key) => en[key] === undefined)).toEqual([]);
    for (const [key, reason] of Object.entries(withoutStep)) expect(reason, key).toMatch(/^[A-Z].{10,}\.$/);
    const share = (kind: 'refusal' | 'problem') => errors(kind).filter(([key]) => key in withoutStep).length / errors(kind).length;
    expect(share('refusal')).toBeLessThanOrEqual(0.1);
    expect(share('problem')).toBeLessThanOrEqual(0.2);
  });

  test('the check distinguishes an instruction from a statement of a rule', () => {
    expect(
      ['Enter a name.', 'This month is closed. Post the correction in an open month.', 'The limit is reached. You can try again at 2:05 PM.'].every(
        hasNextStep,
      ),
    ).toBe(true);
    expect(['Staff always have a role.', 'This link was used already.'].some(hasNextStep)).toBe(false);
  });
});
