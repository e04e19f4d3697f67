import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { PayableItem, PaymentProgress } from '#contract/collection/shapes.ts';
import { buildCallFromPath } from '#web/client/call-by-path.ts';
import { AppProvider } from '#web/layout/app.tsx';
import { findAmountProblem, PaySheet, type PaySheetProps } from './pay-sheet.tsx';

const invoice = {
  id: 7,
  code: 'INV-9D2K1',
  kind: 'rent',
  period_from: '2026-12-01',
  due_on: '2026-12-05',
  overdue: false,
  open_cents: 1_650_000,
  share_cents: 825_000,
};
const toPay: PaySheetProps['toPay'] & Pick<PayableItem, 'waiting'> = {
  invoices: [invoice],
  push: true,
  push_most_cents: 25_000_000,
  phone: '+254712345678',
  paybill: { shortcode: '400200', account: 'TNC4K7R8' },
  waiting: null,
  ahead: { tenancy_id: 3 },
};
const facts = { user: null, locale: 'en', product: 'Makao', appUrl: '', buildId: 'test', wordings: {}, mapStyleUrl: null } as const;

function drawn(more: Partial<PaySheetProps> = {}): string {
  const sheet = (
    <AppProvider facts={facts}>
      <PaySheet
        toPay={toPay}
        call={buildCallFromPath('POST', '/api/v2/payment/pay_open/', 'anyone')}
        given={(asked) => asked}
        look={() => new Promise(() => {})}
        paying={null}
        setPaying={() => {}}
        {...more}
      />
    </AppProvider>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: sheet }])} />);
}
const before: PaymentProgress = {
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
};

test('pay sheet: offers another way to pay one minute after the M-Pesa prompt, in any browser tab', () => {
  const sheet = (slow: boolean) => drawn({ paying: before.code, before: { ...before, slow } });
  expect(sheet(false)).not.toContain('Pay something else');
  expect(sheet(true)).toContain('Pay something else');
});

describe('pay sheet rendered on the server', () => {
  test('is a plain form with amount, phone number and purpose that works without scripts', () => {
    const html = drawn({ plain: { action: '/pay', fields: { invoice_id: '7', token: 'abc' }, problem: '', form: '/here' } });
    expect(html).toContain('action="/pay"');
    expect(html).toContain('method="post"');
    expect(html).toMatch(/name="shillings"[^>]*value="16500"|value="16500"[^>]*name="shillings"/);
    expect(html).toContain('0712 345 678');
    expect(html).toContain('name="token"');
    expect(html).toContain('TNC4K7R8');
  });
  test('shows the pending prompt after a reload without a second payment form', () => {
    const html = drawn({ paying: before.code, before });
    expect(html).toContain('Check your phone and enter your PIN');
    expect(html).not.toContain('<form');
  });
  test('shows the payment status before any script runs', () => {
    const html = drawn({ paying: before.code, before: { ...before, status: 'failed', reason: 'balance', again_in: null } });
    expect(html).toContain('The M-Pesa balance is too low');
    expect(html).toContain('Try again');
  });
  test('shows the pending prompt in another tab, and offers a new prompt or the paybill if the prompt remains unanswered', () => {
    expect(drawn({ toPay: { ...toPay, waiting: before } })).toContain('Check your phone and enter your PIN');
    const unknown = { ...before, status: 'unknown' as const };
    expect(drawn({ paying: before.code, before: unknown })).not.toContain('Try again');
    const stale = drawn({ paying: before.code, before: { ...unknown, stale: true } });
    expect(stale).toContain('Try again');
    expect(stale).toContain('TNC4K7R8');
  });
  test('shows the receipt, the balance due and a way to pay the balance after a partial payment', () => {
    const part = { ...before, status: 'completed' as const, again_in: null, paper: '/files/payment/7/en?x', left_cents: 950_000 };
    const html = drawn({ paying: before.code, before: part, done: 'Finished' });
    for (const said of ['Received', 'Balance due KES\u00a09,500', 'href="/files/payment/7/en?x"', 'Pay the balance']) expect(html).toContain(said);
    expect(html).not.toContain('Finished');
  });
  test('offers to pay ahead if no invoice is unpaid, or states that nothing is due if paying ahead is impossible', () => {
    const html = drawn({ toPay: { ...toPay, invoices: [] }, next: 6_280_000 });
    expect(html).toContain('becomes credit for your next invoice');
    expect(html).toContain('value="62800"');
    expect(drawn({ toPay: { ...toPay, invoices: [], ahead: null } })).toContain('You have nothing to pay now');
  });
  test('does not show the status of another payment', () => {
    expect(drawn({ paying: 'PAY-OTHER', before: { ...before, status: 'completed' } })).not.toContain('received');
  });
  test('shows the paybill and account number where M-Pesa prompts are not possible', () => {
    const html = drawn({ toPay: { ...toPay, push: false } });
    expect(html).not.toContain('<form');
    expect(html).toContain('400200');
  });
});

describe('pay sheet: payment amount', () => {
  test.each([
    ['', 'Enter an amount'],
    ['0', 'Enter an amount'],
    ['-5', 'Enter an amount'],
    ['abc', 'Enter an amount'],
    ['100.50', 'whole shillings'],
    ['300000', 'Pay at most'],
  ])('amount "%s" is rejected with "%s"', (typed, said) => expect(findAmountProblem(typed, 25_000_000)).toContain(said));
  test.each(['16500', '16,500', '16.5k', '1', '16501'])('amount "%s" is accepted', (typed) => expect(findAmountProblem(typed, 25_000_000)).toBe(''));

  test('the status of a partial payment links to a payment form that works without scripts', () => {
    const plain = { action: '/pay', fields: {}, problem: '', form: '/here' };
    const part = { ...before, status: 'completed' as const, left_cents: 500, again_in: null };
    expect(drawn({ plain, paying: before.code, before: part })).toMatch(/<a [^>]*href="\/here"[^>]*>Pay the balance</);
  });
});
