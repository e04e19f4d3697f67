import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { LedgerEffect } from '#contract/ledger/ledger-effects.ts';
import { journalSourcePages } from '#contract/ledger/source.ts';
import { AppProvider } from '#web/layout/app.tsx';
import { LedgerEffects } from './ledger-effects.tsx';

const facts = { user: null, locale: 'en', product: 'Makao', appUrl: '', buildId: 'test', wordings: {}, mapStyleUrl: null } as const;
const one = {
  id: 7,
  code: 'JRN-4K7R8',
  says: 'Money came in',
  day: '2026-12-01',
  cents: 100_000,
  page: { of: 'payment', id: 9, code: 'PAY-7' },
} as const;
/** Rendered as on the page of a payment. */
function drawn(id: string, about: LedgerEffect['page'] = one.page): string {
  const page = (
    <AppProvider facts={facts}>
      <LedgerEffects of={[{ ...one, page: about }]} />
    </AppProvider>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ id, path: '/', element: page }])} />);
}

test('ledger effects: a reader of the ledger gets a link to the journal entry, and any other person gets a link to the source', () => {
  expect(drawn('superadmin.payment.financeOne')).toContain('href="/dashboard/superadmin/finance/transactions/7/JRN-4K7R8"');
  expect(drawn('owner.invoice.detail')).toContain('href="/dashboard/owner/transactions/9/PAY-7"');
});

test('ledger effects: a company gets a working link for every kind of source that has a page', () => {
  const ways = (layout: string) =>
    journalSourcePages.map((of) => /href="([^"]*)"/.exec(drawn(`${layout}.invoice.detail`, { of, id: 9, code: 'X-7' }))?.[1] ?? null);
  const at = (layout: string, path: string) => `/dashboard/${layout}/${path}/9/X-7`;
  for (const layout of ['owner', 'agent', 'dealer'])
    expect(ways(layout)).toEqual([
      ...['transactions', 'tenancies', 'properties/booking'].map((path) => at(layout, path)),
      ...[
        at(layout, layout === 'dealer' ? 'finance/commissions' : 'transactions/commissions'),
        at(layout, 'transactions/payouts'),
        null,
        null,
        null,
        null,
        null,
      ],
    ]);
});
