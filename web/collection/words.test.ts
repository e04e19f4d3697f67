import { expect, test } from 'vitest';
import { arrivalWords } from '#contract/collection/kinds.ts';
import { setLocaleSource } from '#words/locale.js';
import { forWhat, resultText, waitsFor, whoPaid } from './words.ts';

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

test('who paid stays who paid, whoever it is put to: whose home it is stands beside it', () => {
  const home = { id: 1, code: 'X' };
  const given = { tenancy: { ...home, name: 'Hassan Ali' }, unit: { ...home, name: 'B2' }, property: { ...home, name: 'Baraka' }, purpose: 1 };
  const one = { ...given, payer: 'DANIEL', phone_tail: null };
  expect([whoPaid(one), forWhat(one)]).toEqual(['DANIEL', 'B2, Baraka, Hassan Ali']);
  expect([whoPaid({ ...one, payer: null }), forWhat({ ...one, payer: null })]).toEqual(['Hassan Ali', 'B2, Baraka']);
});
