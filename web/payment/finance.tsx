import { Suspense } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { unallocatedPaymentsFilter } from '#contract/collection/kinds.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';
import { PaymentRows, toPaymentFilter, usePaymentListState } from './rows.tsx';
import { platformFinanceTabs } from './tabs.ts';

/** Every payment on the platform, for finance: receipts, pending decisions, and where the money is. */
export default function FinancePage() {
  const { visitor } = useApp();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const list = usePaymentListState();
  const waiting = useCall(paymentCalls.list, { page: 1, page_size: 10, z_filter: unallocatedPaymentsFilter }, { quiet: true });
  const tabs = platformFinanceTabs.filter(({ needs }) => isAllowed(needs, visitor));
  const open = tabs.find(({ key }) => key === params.get('tab'));
  return (
    <>
      <PageHeader
        title={m.payments_finance()}
        sub={m.payments_finance_sub()}
        actions={
          open ? undefined : (
            <DownloadCsvButton label={m.payments_export()} fetch={(part) => send(paymentCalls.csv, { z_filter: toPaymentFilter(list), part })} />
          )
        }
      />
      <ViewTabs
        label={m.payments_finance()}
        items={[
          { label: m.payments_title(), href: pathname, current: !open },
          ...tabs.map(({ key, label }) => ({
            label: label(),
            href: `${pathname}?tab=${key}`,
            current: key === open?.key,
            ...(key === 'suspense' && waiting.data ? { count: waiting.data.count } : {}),
          })),
        ]}
      />
      {open ? (
        <Suspense fallback={<RowsLoading rows={8} label={m.shell_loading()} />}>
          <open.View />
        </Suspense>
      ) : (
        <PaymentRows list={list} screen="payment.financeOne" />
      )}
    </>
  );
}
