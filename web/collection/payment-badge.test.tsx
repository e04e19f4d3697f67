import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PaymentStatusBadge } from './payment-badge.tsx';
import { formatPaymentStep } from './steps.ts';

const said = (of: Parameters<typeof PaymentStatusBadge>[0]['of']) => renderToStaticMarkup(<PaymentStatusBadge of={of} />);

test('payment badge: shows pending cash, a pending prompt and a refunded payment with different texts', () => {
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'cash' })).toContain('Awaiting cash confirmation');
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'stk' })).toContain('Awaiting PIN');
  expect(said({ status: 'completed', match: 'returned', purpose: 1, how: 'paybill' })).toContain('Refunded');
});

test('payment history: shows the same status text as the payment badge', () => {
  const step = { at: '2026-11-18T08:00:00.000Z', what: 'pending', by: null, text: null, cents: null };
  expect([formatPaymentStep(step, 'cash'), formatPaymentStep(step, 'stk')]).toEqual(['Awaiting cash confirmation', 'Awaiting PIN']);
});
