import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { collectionCalls } from '#contract/collection/calls.ts';
import { unallocatedPaymentsFilter } from '#contract/collection/kinds.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { PasteMessageForm } from '#web/collection/paste-form.tsx';
import { RecordPaymentForm } from '#web/collection/record.tsx';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { toPaymentFilter, usePaymentListState } from './rows.tsx';
import { transactionTabs } from './tabs.ts';

/** Transactions of the managed homes: payments, unallocated payments, and tabs of other modules at one address. */
export default function Transactions() {
  const { visitor } = useApp();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const list = usePaymentListState();
  const [asked, ask] = useState<'record' | 'paste' | null>(null);
  const waiting = useCall(paymentCalls.list, { page: 1, page_size: 10, z_filter: unallocatedPaymentsFilter }, { quiet: true });
  const tabs = transactionTabs.filter(({ needs }) => isAllowed(needs, visitor));
  const open = tabs.find(({ key }) => key === params.get('tab')) ?? tabs[0];
  const records = isAllowed(collectionCalls.record.needs, visitor);
  const paidTo = open?.key === 'payments' ? 'company' : open?.key === 'paid' ? 'platform' : undefined;
  const close = () => ask(null);
  return (
    <>
      <PageHeader
        title={m.payments_transactions()}
        sub={m.payments_transactions_sub()}
        actions={
          <>
            {paidTo && (
              <DownloadCsvButton
                label={m.payments_export()}
                fetch={(part) => send(paymentCalls.csv, { z_filter: toPaymentFilter(list, paidTo), part })}
              />
            )}
            {records && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => ask('record')}>
                {m.payments_record()}
              </Button>
            )}
            {records && <MoreMenu label={m.shell_more()} items={[{ label: m.payments_paste(), onClick: () => ask('paste') }]} />}
          </>
        }
      />
      <ViewTabs
        label={m.payments_transactions()}
        items={tabs.map(({ key, label }, at) => ({
          label: label(),
          href: at === 0 ? pathname : `${pathname}?tab=${key}`,
          current: key === open?.key,
          ...(key === 'suspense' && waiting.data ? { count: waiting.data.count } : {}),
        }))}
      />
      <Suspense fallback={<RowsLoading rows={8} label={m.shell_loading()} />}>{open && <open.View />}</Suspense>
      {asked === 'record' && <RecordPaymentForm close={close} />}
      {asked === 'paste' && <PasteMessageForm close={close} />}
    </>
  );
}
