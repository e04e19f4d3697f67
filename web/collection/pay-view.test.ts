import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paymentFailureReasons } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import type { PaymentProgress } from '#contract/collection/shapes.ts';
import { toPaymentView } from './pay-view.ts';
import { readPaymentCode } from './use-payment.ts';

const at = (more: Partial<PaymentProgress>): PaymentProgress => ({
  code: 'PAY-4K7R8',
  status: 'pending',
  cents: 1_650_000,
  phone_tail: '678',
  reason: null,
  receipt: null,
  paper: null,
  left_cents: null,
  credit_cents: 0,
  stale: false,
  slow: false,
  started_at: '2026-12-01T06:00:00.000Z',
  again_in: 2,
  ...more,
});
const statuses = Object.keys(paymentMachine.states) as PaymentProgress['status'][];

describe('payment status for payers', () => {
  test('is "paid" only when verified, and offers another payment only after a failure or a long unknown status', () => {
    fc.assert(
      fc.property(fc.constantFrom(...statuses), fc.option(fc.constantFrom(...paymentFailureReasons)), fc.boolean(), (status, reason, stale) => {
        const view = toPaymentView(at({ status, reason, stale }));
        expect(view.tone === 'good').toBe(status === 'completed');
        expect(view.again).toBe((status === 'unknown' && stale) || ['failed', 'canceled', 'timed_out', 'reversed'].includes(status));
        expect(view.title).not.toBe('');
        expect(view.text).not.toBe('');
      }),
    );
  });

  test('has a different sentence for each reason of a failed prompt', () => {
    const said = paymentFailureReasons.filter((reason) => reason !== 'other').map((reason) => toPaymentView(at({ status: 'failed', reason })).text);
    expect(new Set(said).size).toBe(said.length);
    expect(toPaymentView(at({ status: 'failed', reason: 'balance' })).text).toContain('balance is too low');
    expect(toPaymentView(at({ status: 'canceled' })).text).toBe('You cancelled the payment. No money was taken.');
  });

  test('shows the M-Pesa code when the code is known, and shows no failure while the status is unknown', () => {
    expect(toPaymentView(at({ status: 'completed', receipt: 'SKB41QZ7MT' })).text).toContain('SKB41QZ7MT');
    expect(toPaymentView(at({ status: 'unknown' })).text).toContain('Do not pay again');
    expect(toPaymentView(at({ status: 'unknown', stale: true })).text).toContain('A second payment is kept as your credit');
  });

  test('has the title "Paid" only when there is no balance due', () => {
    expect(toPaymentView(at({ status: 'completed', left_cents: 0 })).title).toBe('Paid');
    expect(toPaymentView(at({ status: 'completed', left_cents: 0, credit_cents: 200_000 })).text).toContain('KES\u00a02,000 is kept as your credit.');
    const part = toPaymentView(at({ status: 'completed', left_cents: 5_627_500 }));
    expect(part.title).toBe('Received');
    expect(part.text).toMatch(/Balance due KES\s56,275/);
  });
});

describe('payment code in the address', () => {
  test('is read if it is well-formed', () => {
    fc.assert(fc.property(fc.stringMatching(/^[\w-]{4,30}$/), (code) => readPaymentCode(code) === code));
  });
  test('is ignored if it is malformed or missing', () => {
    for (const text of [null, '', 'now', 'PAY-1.', '.x', 'a b.c', 'PAY-4K7R8<script>', 'x'.repeat(31)]) expect(readPaymentCode(text)).toBeNull();
  });
});
