import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { Progress, ToPay } from '#contract/payment/shapes.ts';
import { bareCall } from '#web/client/bare.ts';
import { AppProvider } from '#web/layout/app.tsx';
import { PaySheet, type PaySheetProps, wrongSum } from './pay-sheet.tsx';

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
const toPay: PaySheetProps['toPay'] & Pick<ToPay, 'waiting'> = {
  invoices: [invoice],
  push: true,
  push_most_cents: 25_000_000,
  phone: '+254712345678',
  paybill: { shortcode: '400200', account: 'TNC4K7R8' },
  waiting: null,
};
const facts = { user: null, locale: 'en', product: 'Makao', appUrl: '', buildId: 'test', wordings: {}, mapStyleUrl: null } as const;

function drawn(more: Partial<PaySheetProps> = {}): string {
  const sheet = (
    <AppProvider facts={facts}>
      <PaySheet
        toPay={toPay}
        call={bareCall('POST', '/api/v2/payment/pay_open/', 'anyone')}
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
const before: Progress = {
  code: 'PAY-4K7R8',
  status: 'pending',
  cents: 1_650_000,
  phone_tail: '678',
  reason: null,
  receipt: null,
  started_at: '2026-12-01T06:00:00.000Z',
  again_in: 2,
};

describe('the pay sheet, as the server draws it', () => {
  test('is a plain form that works without a script: amount, number and what it is for', () => {
    const html = drawn({ plain: { action: '/pay', fields: { invoice_id: '7', token: 'abc' }, problem: '' } });
    expect(html).toContain('action="/pay"');
    expect(html).toContain('method="post"');
    expect(html).toMatch(/name="shillings"[^>]*value="16500"|value="16500"[^>]*name="shillings"/);
    expect(html).toContain('0712 345 678');
    expect(html).toContain('name="token"');
    expect(html).toContain('TNC4K7R8');
  });
  test('after a reload it goes on waiting, without asking for money again', () => {
    const html = drawn({ paying: before.code, before });
    expect(html).toContain('Check your phone and enter your PIN');
    expect(html).not.toContain('<form');
  });
  test('says what became of it before any script ran', () => {
    const html = drawn({ paying: before.code, before: { ...before, status: 'failed', reason: 'balance', again_in: null } });
    expect(html).toContain('There is not enough money in this M-Pesa');
    expect(html).toContain('Try again');
  });
  test('another payment’s state is not shown as this one’s', () => {
    expect(drawn({ paying: 'PAY-OTHER', before: { ...before, status: 'completed' } })).not.toContain('received');
  });
  test('where no phone can ring it says what to type at the paybill', () => {
    const html = drawn({ toPay: { ...toPay, push: false } });
    expect(html).not.toContain('<form');
    expect(html).toContain('400200');
  });
});

describe('an amount', () => {
  test.each([
    ['', 'Enter an amount'],
    ['0', 'Enter an amount'],
    ['-5', 'Enter an amount'],
    ['abc', 'Enter an amount'],
    ['100.50', 'whole shillings'],
    ['300000', 'At most'],
    ['16501', 'No more than'],
  ])('%s is refused with what to enter', (typed, said) => expect(wrongSum(typed, 1_650_000, 25_000_000)).toContain(said));
  test.each(['16500', '16,500', '16.5k', '1'])('%s can be paid', (typed) => expect(wrongSum(typed, 1_650_000, 25_000_000)).toBe(''));
});
