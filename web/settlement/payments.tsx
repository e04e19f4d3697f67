import { Button } from '@mantine/core';
import { useState } from 'react';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { payoutKindLabels } from '#contract/settlement/labels.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { PayoutRunProgress, SettlementSummary } from '#contract/settlement/shapes.ts';
import { getWalletBalanceLabel } from '#contract/wallet/words.ts';
import { useCall } from '#web/client/use-call.ts';
import { useRefetchWhile } from '#web/client/use-refetch-while.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { computeWholePercent, formatCount, formatKes } from '#web/ui/format.ts';
import { formatDateOmittingCurrentYear } from '#web/ui/format-date-omitting-current-year.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { BankResponseImportDialog } from './bank-answer.tsx';
import { BankFiles, CreateBankFileDialog } from './bank-files.tsx';
import { CreatePayoutRunDialog } from './create-payout-run.tsx';
import { PayoutStatusBadge } from './parts.tsx';
import classes from './settlement.module.css';
import { type PayoutStatus, payoutStatusNames } from './words.ts';

const names = ['q', 'status', 'run_id', 'company_id', 'region', 'day_from', 'day_to', 'waiting'] as const;
const newest: ListSort = { by: 'id', desc: true };

const columns = (layout: string): readonly TableColumn<SettlementSummary>[] => [
  {
    key: 'code',
    header: m.settlement_column_code(),
    cell: (p) => <TwoLineCell top={p.code} bottom={[payoutKindLabels[p.kind](), p.run].filter(Boolean).join(', ')} />,
  },
  ...makeCompanyTableColumns<SettlementSummary>(layout),
  { key: 'what', header: m.settlement_column_what(), cell: (p) => <TwoLineCell top={getWalletBalanceLabel(p.account_code)} bottom={p.to ?? ''} /> },
  { key: 'net_cents', header: m.settlement_column_sum(), align: 'right', sortable: true, cell: (p) => formatKes(p.net_cents) },
  { key: 'status', header: m.settlement_column_status(), cell: (p) => <PayoutStatusBadge of={p.status} /> },
  { key: 'made', header: m.settlement_column_made(), cell: (p) => p.made_by ?? '' },
  { key: 'id', header: m.settlement_column_day(), sortable: true, cell: (p) => formatDateOmittingCurrentYear(p.created_at) },
];

/** Payouts: a run drafts them, another person approves each; bank files are made and their answers imported here. */
export default function PayoutList() {
  const { layout, link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const answer = useCall(settlementCalls.listPayouts, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'id',
    z_filter: { ...filters, status: filters.status as PayoutStatus | undefined, waiting: filters.waiting ? 'true' : undefined },
  });
  const stopped = answer.data?.stopped ?? null;
  const run = answer.data?.run ?? null;
  useRefetchWhile([settlementCalls.listPayouts], run !== null);
  return (
    <>
      <PageHeader title={m.screens_settlement_payments()} sub={m.settlement_lead()} actions={<Acts stopped={stopped !== null} />} />
      <div className={classes.stack}>
        <Stopped why={stopped} />
        {run && <Progress of={run} />}
        <div>
          <ListPage
            caption={m.screens_settlement_payments()}
            list={list}
            answer={answer}
            columns={columns(layout)}
            rowHref={(p) => link('settlement.payment', { id: p.id, code: p.code })}
            mobile={(p) => (
              <MobileRow
                name={p.code}
                amount={formatKes(p.net_cents)}
                meta={getWalletBalanceLabel(p.account_code)}
                metaEnd={appendCompanyAndCounty(layout, p, p.to ?? '')}
                badge={<PayoutStatusBadge of={p.status} />}
                when={formatDateOmittingCurrentYear(p.created_at)}
              />
            )}
            search={{
              value: filters.q ?? '',
              set: (text) => list.setFilter('q', text),
              label: m.settlement_search(),
              hint: m.settlement_search_hint(),
            }}
            states={{
              field: 'status',
              label: m.settlement_column_status(),
              options: (Object.keys(settlementMachine.states) as PayoutStatus[]).map((s) => ({ value: s, label: payoutStatusNames[s].label() })),
            }}
            filters={[
              ...makeCompanyAndCountyFilters(layout, list, answer.data?.results[0]?.company.name),
              makeDateRangeFilter(list, 'day_from', 'day_to', m.settlement_column_day()),
              ...makeLinkedFilter(list, 'run_id', m.settlement_column_run()),
              ...makeLinkedFilter(list, 'waiting', m.shell_waiting_for_you()),
            ]}
            counted={(n) => m.settlement_count({ count: n })}
            empty={<StateBlock title={m.settlement_empty()} text={m.settlement_empty_text()} />}
            filteredText={m.settlement_filtered_text()}
          />
        </div>
        <BankFiles />
      </div>
    </>
  );
}

/** Payouts are blocked: the reason, and where to resolve it. */
function Stopped({ why }: { why: string | null }) {
  const { link } = useDashboard();
  return why === null ? null : (
    <Note tone="bad">
      {why} <AppLink href={`${link('payment.finance')}?tab=cash`}>{m.payments_tab_cash()}</AppLink>
    </Note>
  );
}

/** The progress of an unfinished payout run. It continues without this page. */
function Progress({ of: run }: { of: PayoutRunProgress }) {
  const text = m.settlement_run_progress({ code: run.code, done: formatCount(run.done), of: formatCount(run.of), count: run.made });
  return (
    <div>
      <div className={classes.bar} role="progressbar" aria-label={run.code} aria-valuemin={0} aria-valuemax={run.of} aria-valuenow={run.done}>
        <span style={{ width: `${computeWholePercent(run.done, run.of)}%` }} />
      </div>
      <p className={classes.quiet} role="status">
        {text}
      </p>
      {run.problem && <Note tone="bad">{run.problem}</Note>}
    </div>
  );
}

type Wanted = 'run' | 'file' | 'answer' | null;

function Acts({ stopped }: { stopped: boolean }) {
  const [wanted, want] = useState<Wanted>(null);
  const close = () => want(null);
  return (
    <div className={classes.acts}>
      <Button variant="default" onClick={() => want('answer')}>
        {m.settlement_bank_answer()}
      </Button>
      <Button variant="default" onClick={() => want('file')}>
        {m.settlement_bank_file_make()}
      </Button>
      <Button variant={stopped ? 'default' : 'filled'} onClick={() => want('run')}>
        {m.settlement_run_make()}
      </Button>
      {wanted === 'run' && <CreatePayoutRunDialog close={close} />}
      {wanted === 'file' && <CreateBankFileDialog close={close} />}
      {wanted === 'answer' && <BankResponseImportDialog close={close} />}
    </div>
  );
}
