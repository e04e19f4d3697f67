import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PaymentBadge } from './standing.tsx';

const said = (of: Parameters<typeof PaymentBadge>[0]['of']) => renderToStaticMarkup(<PaymentBadge of={of} />);

test('cash waits for its code, a prompt for the phone; what was given back is not asked about', () => {
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'cash' })).toContain('Waits for the code');
  expect(said({ status: 'pending', match: 'unmatched', purpose: 1, how: 'stk' })).toContain('Waits for the phone');
  expect(said({ status: 'completed', match: 'returned', purpose: 1, how: 'paybill' })).toContain('Given back');
});
