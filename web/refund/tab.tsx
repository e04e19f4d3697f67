import { Button } from '@mantine/core';
import { useState } from 'react';
import { refundCalls } from '#contract/refund/calls.ts';
import { refundStates } from '#contract/refund/kinds.ts';
import type { RefundDetails } from '#contract/refund/shape.ts';
import { useCall } from '#web/client/use-call.ts';
import { usePaymentDetailLink } from '#web/collection/use-detail.ts';
import { refundStateNames } from '#web/collection/words.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { PendingOnlyNote } from '#web/lists/pending-only.tsx';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type RefundAction, RefundForm, refundActionNames } from './forms.tsx';
import { formatRefundNote, getRefundStateLabel } from './words.ts';

const names = ['refund', 'waiting'] as const;
const newest = { by: 'asked_at', desc: true } as const;
const Badge = ({ of }: { of: RefundDetails }) => <ToneBadge tone={getRefundStateLabel(of).tone}>{getRefundStateLabel(of).label}</ToneBadge>;

const whose = ({ payer }: RefundDetails): string => payer || m.payments_nobody();
const columns = (): readonly TableColumn<RefundDetails>[] => [
  {
    key: 'who',
    header: m.payments_column_who(),
    cell: (r) => <TwoLineCell top={whose(r)} bottom={[r.payment.code, r.home].filter(Boolean).join(' · ')} />,
  },
  {
    key: 'to',
    header: m.payments_refund_to(),
    cell: (r) => <TwoLineCell top={r.to} bottom={r.elsewhere ? m.payments_refund_elsewhere() : r.code} />,
  },
  { key: 'reason', header: m.payments_field_reason(), wrap: true, cell: (r) => <TwoLineCell top={r.reason} bottom={formatRefundNote(r)} /> },
  { key: 'by', header: m.payments_refund_by(), cell: (r) => <TwoLineCell top={r.asked_by ?? ''} bottom={formatDate(r.asked_at)} /> },
  { key: 'status', header: m.payments_column_status(), cell: (r) => <Badge of={r} /> },
  { key: 'sum', header: m.payments_column_sum(), align: 'right', cell: (r) => <span className="num">{formatKes(r.cents)}</span> },
];

/** The list of refunds. One person requests a refund, another approves it, and M-Pesa sends it or a person records the manual payment. */
export default function RefundsTab() {
  const { link } = useDashboard();
  const detail = usePaymentDetailLink();
  const list = useListState(names, newest);
  const [asked, ask] = useState<RefundAction | null>(null);
  const status = list.filters.refund as RefundDetails['status'] | undefined;
  const waiting = list.filters.waiting ? 'true' : undefined;
  const answer = useCall(refundCalls.listRefunds, { page: list.page, page_size: list.pageSize, tabs: 'true', z_filter: { status, waiting } });
  const rows = answer.data?.results ?? [];
  const close = () => ask(null);
  const acts = (r: RefundDetails) => (
    <>
      {r.status === 'asked' && r.decides && !r.own && (
        <>
          <Button size="compact-sm" variant="default" onClick={() => ask({ of: r, what: 'approve' })}>
            {m.payments_refund_approve()}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ of: r, what: 'refuse' })}>
            {m.payments_refund_refuse()}
          </Button>
        </>
      )}
      {r.status === 'asked' && r.own && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ of: r, what: 'withdraw' })}>
          {m.payments_refund_withdraw()}
        </Button>
      )}
      {r.failure_request && (
        <AppLink href={link('approval.detail', { id: r.failure_request.id, code: r.failure_request.code })}>
          {m.approval_asked_banner_link({ code: r.failure_request.code })}
        </AppLink>
      )}
      {r.acts.map((act) => (
        <Button
          key={act}
          size="compact-sm"
          variant={act === 'undo' || act === 'failed' ? 'subtle' : 'default'}
          {...(act === 'undo' || act === 'failed' ? { color: 'red' } : {})}
          onClick={() => ask({ of: r, what: act })}
        >
          {refundActionNames[act](r)}
        </Button>
      ))}
    </>
  );
  return (
    <>
      {waiting && <PendingOnlyNote all={list.hrefWith({ waiting: null })} />}
      <StateTabs
        list={list}
        states={{
          field: 'refund',
          label: m.payments_tab_refunds(),
          options: refundStates.map((value) => ({ value, label: refundStateNames[value]() })),
        }}
        counts={answer.data?.tabs}
      />
      <DataTable
        caption={m.payments_tab_refunds()}
        columns={columns()}
        rows={rows}
        rowKey={(r) => String(r.id)}
        rowHref={(r) => detail(r.payment)}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.payments_refunds_none_title()} text={m.payments_refunds_none()} />}
        mobile={(r) => (
          <MobileRow
            name={whose(r)}
            amount={formatKes(r.cents)}
            meta={[r.home, r.to, r.reason, formatRefundNote(r)].filter(Boolean).join(' · ')}
            badge={<Badge of={r} />}
            when={formatDate(r.asked_at)}
          />
        )}
        actions={acts}
        actionsLabel={m.shell_more()}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
      {asked && <RefundForm {...asked} close={close} />}
    </>
  );
}
