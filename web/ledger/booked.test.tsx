import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { AppProvider } from '#web/layout/app.tsx';
import { Booked } from './booked.tsx';

const facts = { user: null, locale: 'en', product: 'Makao', appUrl: '', buildId: 'test', wordings: {}, mapStyleUrl: null } as const;
const one = {
  id: 7,
  code: 'JRN-4K7R8',
  says: 'Money came in',
  day: '2026-12-01',
  cents: 100_000,
  page: { of: 'payment', id: 9, code: 'PAY-7' },
} as const;
/** As it stands on the page of a payment. */
function drawn(id: string): string {
  const page = (
    <AppProvider facts={facts}>
      <Booked of={[one]} />
    </AppProvider>
  );
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ id, path: '/', element: page }])} />);
}

test('what was booked leads whoever reads the books to the entry, and others to what it is about', () => {
  expect(drawn('superadmin.payment.financeOne')).toContain('href="/dashboard/superadmin/finance/transactions/7/JRN-4K7R8"');
  expect(drawn('owner.invoice.detail')).toContain('href="/dashboard/owner/transactions/9/PAY-7"');
});
