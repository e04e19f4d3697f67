import { expect, test } from 'vitest';
import { inboundResultCodes } from '#contract/collection/kinds.ts';
import { setLocaleSource } from '#words/locale.js';
import { inboundResultText, payerNameText, paymentPurposeText, refundApproverText } from './words.ts';

test('M-Pesa message result: is a sentence in both languages, with the code of M-Pesa if there is one', () => {
  for (const locale of ['en', 'sw'] as const) {
    setLocaleSource(() => locale);
    for (const word of inboundResultCodes) expect(inboundResultText(word)).toMatch(/ /);
    expect(inboundResultText('code:1032')).toContain('1032');
    expect(inboundResultText('code:0')).not.toContain('0');
    expect(inboundResultText('status:Authorized')).toContain('Authorized');
  }
  setLocaleSource(() => 'en');
  expect(inboundResultText(null)).toBe('');
});

test('pending refund: names its approvers, and no approver after the decision', () => {
  expect(refundApproverText({ status: 'asked', approvers: ['Grace', 'Peter'] })).toBe('Awaiting approval from: Grace, Peter');
  expect(refundApproverText({ status: 'asked', approvers: [] })).toBe('Awaiting approval from: Makao’s team');
  expect(refundApproverText({ status: 'paid', approvers: [] })).toBe('');
});

test("payer: stays the same when the payment is allocated, with the tenant's name beside it", () => {
  const home = { id: 1, code: 'X' };
  const given = { tenancy: { ...home, name: 'Hassan Ali' }, unit: { ...home, name: 'B2' }, property: { ...home, name: 'Baraka' }, purpose: 1 };
  const one = { ...given, payer: 'DANIEL', phone_tail: null };
  expect([payerNameText(one), paymentPurposeText(one)]).toEqual(['DANIEL', 'B2, Baraka, Hassan Ali']);
  expect([payerNameText({ ...one, payer: null }), paymentPurposeText({ ...one, payer: null })]).toEqual(['Hassan Ali', 'B2, Baraka']);
});
