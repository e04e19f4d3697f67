import { expect, test } from 'vitest';
import { arrivalWords } from '#contract/payment/kinds.ts';
import { setLocaleSource } from '#words/locale.js';
import { resultText, waitsFor } from './words.ts';

test('what came of an arrival is a sentence in both languages, with M-Pesa’s own code where it gave one', () => {
  for (const locale of ['en', 'sw'] as const) {
    setLocaleSource(() => locale);
    for (const word of arrivalWords) expect(resultText(word)).toMatch(/ /);
    expect(resultText('code:1032')).toContain('1032');
    expect(resultText('code:0')).not.toContain('0');
    expect(resultText('status:Authorized')).toContain('Authorized');
  }
  setLocaleSource(() => 'en');
  expect(resultText(null)).toBe('');
});

test('who a refund waits for is named, and nobody once it is decided', () => {
  expect(waitsFor({ status: 'asked', approvers: ['Grace', 'Peter'] })).toBe('Waits for: Grace, Peter');
  expect(waitsFor({ status: 'asked', approvers: [] })).toBe('Waits for: Makao’s team');
  expect(waitsFor({ status: 'paid', approvers: [] })).toBe('');
});
