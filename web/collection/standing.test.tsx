import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PaymentBadge } from './standing.tsx';
import { stepText } from './steps.ts';

const said = (of: Parameters<typeof PaymentBadge>[0]['of']) => renderToStaticMarkup(<PaymentBadge of={of} />);

test('cash waits for its code, a prompt for the phone; what was given back is not asked about', () => {
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'cash' })).toContain('Cash not counted yet');
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'stk' })).toContain('Waits for the phone');
  expect(said({ status: 'completed', match: 'returned', purpose: 1, how: 'paybill' })).toContain('Given back');
});

test('the history says what the badge says', () => {
  const step = { at: '2026-11-18T08:00:00.000Z', what: 'pending', by: null, text: null, cents: null };
  expect([stepText(step, 'cash'), stepText(step, 'stk')]).toEqual(['Cash not counted yet', 'Waits for the phone']);
});
