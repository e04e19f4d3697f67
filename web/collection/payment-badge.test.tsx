import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PaymentBadge } from './payment-badge.tsx';
import { paymentStepText } from './steps.ts';

const said = (of: Parameters<typeof PaymentBadge>[0]['of']) => renderToStaticMarkup(<PaymentBadge of={of} />);

test('payment badge: cash awaits its code, a prompt awaits the phone, and a refunded payment is not "unallocated"', () => {
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'cash' })).toContain('Awaiting cash confirmation');
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'stk' })).toContain('Awaiting PIN');
  expect(said({ status: 'completed', match: 'returned', purpose: 1, how: 'paybill' })).toContain('Refunded');
});

test('payment history: shows the same status text as the payment badge', () => {
  const step = { at: '2026-11-18T08:00:00.000Z', what: 'pending', by: null, text: null, cents: null };
  expect([paymentStepText(step, 'cash'), paymentStepText(step, 'stk')]).toEqual(['Awaiting cash confirmation', 'Awaiting PIN']);
});
