import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { isOnRemittanceAdvice } from '#contract/settlement/kinds.ts';
import { payoutLineKindLabels } from '#contract/settlement/labels.ts';
import type { SettlementDetails, SettlementLine } from '#contract/settlement/shapes.ts';
import { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { getWalletBalanceLabel } from '#contract/wallet/words.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { useJournalSourceLink } from '#web/ledger/source.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { formatDateOmittingCurrentYear } from '#web/ui/format-date-omitting-current-year.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { PayoutConfirmDialog } from './confirm-dialog.tsx';
import { PayoutStatusBadge, RemittanceAdviceButton, TransferAttemptTable } from './parts.tsx';
import { PayoutBreakdown } from './payout-breakdown.tsx';
import classes from './settlement.module.css';

/** One payout: its breakdown, its entries and its transfers. */
export default function PayoutDetail() {
  const { id } = useParams();
  const found = useCall(settlementCalls.payoutDetails, { id: parseAddressId(id) });
  useScreenTitle(found.data && `${found.data.company.name}, ${found.data.code}`);
  return found.data ? <Loaded key={found.data.id} one={found.data} /> : <LoadingState answer={found} />;
}

function Loaded({ one }: { one: SettlementDetails }) {
  const { layout, link } = useDashboard();
  const [wanted, want] = useState<'approve' | 'cancel' | 'take_back' | null>(null);
  const paid = layout !== 'superadmin';
  const close = () => want(null);
  const may = (move: SettlementDetails['moves'][number]) => one.moves.includes(move);
  // The requester cancels it, or platform staff reject it: both end it.
  const ending = {
    danger: true,
    title: m.settlement_cancel_title({ code: one.code }),
    text: m.settlement_cancel_text(),
    keep: m.settlement_keep(),
    close,
  };
  return (
    <>
      <PageHeader
        title={paid ? formatKes(one.net_cents, true) : one.company.name}
        crumbs={[
          paid
            ? { label: m.payments_tab_statements(), href: `${link('payment.transactions')}?tab=statements` }
            : { label: m.screens_settlement_payments(), href: link('settlement.payments') },
          { label: one.code },
        ]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<PayoutStatusBadge of={one.status} />}
        sub={[getWalletBalanceLabel(one.account_code), one.to].filter(Boolean).join(' · ')}
        actions={
          <>
            {isOnRemittanceAdvice(one.status, one.transfers) && <RemittanceAdviceButton id={one.id} code={one.code} />}
            {may('approve') && (
              <Button disabled={one.blocked !== null || one.net_cents === 0} onClick={() => want('approve')}>
                {m.settlement_approve()}
              </Button>
            )}
            {one.may_take_back && (
              <Button variant="default" onClick={() => want('take_back')}>
                {m.settlement_withdraw_cancel()}
              </Button>
            )}
            {may('cancel') && (
              <MoreMenu label={m.shell_more()} items={[{ label: m.settlement_cancel(), danger: true, onClick: () => want('cancel') }]} />
            )}
          </>
        }
      />
      {one.blocked && <Note>{one.blocked}</Note>}
      {!paid && !one.blocked && one.status === 'approved' && one.rail === 'bank' && <Note>{m.settlement_next_file()}</Note>}
      <FactStrip
        items={[
          { label: one.status === 'paid' ? m.settlement_net_sent() : m.settlement_column_net(), value: formatKes(one.net_cents, true) },
          { label: m.settlement_cut_off(), value: formatDate(one.cut_off) },
          ...(one.made_by ? [{ label: m.settlement_column_made(), value: one.made_by }] : []),
          ...(one.approved_by ? [{ label: m.settlement_column_approved(), value: one.approved_by }] : []),
          ...(one.paid_at ? [{ label: m.settlement_paid_on(), value: formatDateTime(one.paid_at) }] : []),
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Made id={one.id} />
          {one.transfers.length > 0 && <TransferAttemptTable rows={one.transfers} />}
        </div>
        <Panel title={m.settlement_why()}>
          <PayoutBreakdown of={one.figures} freesOn={one.frees_on} />
        </Panel>
      </div>
      {wanted === 'approve' && <Approve one={one} close={close} />}
      {wanted === 'take_back' && (
        <PayoutConfirmDialog
          {...ending}
          call={withdrawCalls.cancelWithdrawal}
          verb={m.settlement_withdraw_cancel()}
          given={() => ({ id: one.id })}
          said={() => m.settlement_withdraw_back_said()}
          touches={[walletCalls, settlementCalls]}
        />
      )}
      {wanted === 'cancel' && (
        <PayoutConfirmDialog
          {...ending}
          call={settlementCalls.cancel}
          verb={m.settlement_cancel()}
          reason={m.settlement_reason()}
          given={(reason) => ({ id: one.id, reason })}
        />
      )}
    </>
  );
}

function Approve({ one, close }: { one: SettlementDetails; close: () => void }) {
  return (
    <PayoutConfirmDialog
      call={settlementCalls.approve}
      title={m.settlement_approve_title({ sum: formatKes(one.net_cents), name: one.company.name })}
      text={m.settlement_approve_text({ to: one.to ?? '' })}
      verb={m.settlement_approve()}
      given={() => ({ id: one.id, net_cents: one.net_cents })}
      said={({ approved, net_cents }) =>
        approved ? m.settlement_approve_said({ sum: formatKes(net_cents) }) : m.settlement_approve_changed({ sum: formatKes(net_cents) })
      }
      close={close}
    />
  );
}

const lineColumns: readonly TableColumn<SettlementLine>[] = [
  { key: 'day', header: m.settlement_column_posted(), cell: (l) => formatDateOmittingCurrentYear(l.day) },
  { key: 'what', header: m.settlement_column_what(), wrap: true, cell: (l) => l.says },
  { key: 'part', header: m.settlement_column_part(), cell: (l) => payoutLineKindLabels[l.kind]() },
  { key: 'cents', header: m.settlement_column_amount(), align: 'right', cell: (l) => formatKes(l.cents, true) },
];
const none = [] as const;
const byDay = { by: 'day', desc: true };

function Made({ id }: { id: number }) {
  const sourceOf = useJournalSourceLink();
  const { layout, link } = useDashboard();
  const list = useListState(none, byDay);
  const found = useCall(settlementCalls.payoutLines, { id, page: list.page, page_size: list.pageSize });
  return (
    <Panel
      title={m.settlement_lines()}
      right={<DownloadCsvButton label={m.settlement_export()} fetch={(part) => send(settlementCalls.payoutLinesCsv, { id, part })} />}
      pad={false}
    >
      <DataTable
        caption={m.settlement_lines()}
        columns={lineColumns}
        rows={found.data?.results ?? []}
        rowKey={(l) => `${l.id}-${l.line}`}
        rowHref={(l) => (layout === 'superadmin' ? link('ledger.detail', { id: l.id, code: l.code }) : sourceOf(l.page)?.href)}
        state={found.isPending ? 'loading' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock level={3} title={m.settlement_lines_empty()} text="" />}
        mobile={(l) => (
          <MobileRow
            name={l.says}
            amount={formatKes(l.cents, true)}
            meta={payoutLineKindLabels[l.kind]()}
            when={formatDateOmittingCurrentYear(l.day)}
          />
        )}
        footer={<ListFooter list={list} count={found.data?.count ?? 0} />}
      />
    </Panel>
  );
}
