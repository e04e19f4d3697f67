import { expect, test } from 'vitest';
import { inboundResultCodes } from '#contract/collection/kinds.ts';
import { setLocaleSource } from '#words/locale.js';
import { formatInboundEventResult, formatPayerName, formatPaymentPurpose, formatRefundApprovers } from './words.ts';

test('M-Pesa message result: is a text in both languages and contains the M-Pesa error code, if any', () => {
  for (const locale of ['en', 'sw'] as const) {
    setLocaleSource(() => locale);
    for (const word of inboundResultCodes) expect(formatInboundEventResult(word)).toMatch(/ /);
    expect(formatInboundEventResult('code:1032')).toContain('1032');
    expect(formatInboundEventResult('code:0')).not.toContain('0');
    expect(formatInboundEventResult('status:Authorized')).toContain('Authorized');
  }
  setLocaleSource(() => 'en');
  expect(formatInboundEventResult(null)).toBe('');
});

test('pending refund: names its approvers, and names no approver after the decision', () => {
  expect(formatRefundApprovers({ status: 'asked', approvers: ['Grace', 'Peter'] })).toBe('Awaiting approval from: Grace, Peter');
  expect(formatRefundApprovers({ status: 'asked', approvers: [] })).toBe('Awaiting approval from: Makao’s team');
  expect(formatRefundApprovers({ status: 'paid', approvers: [] })).toBe('');
});

test("payer name: does not change when the payment is allocated, and the tenant's name is shown with the unit", () => {
  const home = { id: 1, code: 'X' };
  const given = { tenancy: { ...home, name: 'Hassan Ali' }, unit: { ...home, name: 'B2' }, property: { ...home, name: 'Baraka' }, purpose: 1 };
  const one = { ...given, payer: 'DANIEL', phone_tail: null };
  expect([formatPayerName(one), formatPaymentPurpose(one)]).toEqual(['DANIEL', 'B2, Baraka, Hassan Ali']);
  expect([formatPayerName({ ...one, payer: null }), formatPaymentPurpose({ ...one, payer: null })]).toEqual(['Hassan Ali', 'B2, Baraka']);
});
