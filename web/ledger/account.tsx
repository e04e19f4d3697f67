import { Group, NativeSelect } from '@mantine/core';
import { useSearchParams } from 'react-router';
import type { LedgerFund } from '#contract/ledger/accounts.ts';
import { type AccountEntry, balanceCalls } from '#contract/ledger/balance-calls.ts';
import { ledgerFundLabels } from '#contract/ledger/labels.ts';
import { getLedgerAccountLabel } from '#contract/ledger/words.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './ledger.module.css';
import { LedgerPeriodFields, useLedgerPeriod } from './period-fields.tsx';

const oldest: ListSort = { by: 'day', desc: false };
const subjectOf = ({ company, tenancy, ref }: AccountEntry): string => [company?.name, tenancy?.code, ref].filter(Boolean).join(', ');
const shown = (cents: number): string => (cents === 0 ? '' : formatKes(cents, true));
const columns = (): readonly TableColumn<AccountEntry>[] => [
  {
    key: 'says',
    header: m.ledger_column_says(),
    wrap: true,
    cell: (e) => <TwoLineCell top={e.sentence} bottom={[e.code, subjectOf(e)].filter(Boolean).join(', ')} />,
  },
  { key: 'day', header: m.ledger_column_day(), cell: (e) => formatDate(e.day) },
  { key: 'value_day', header: m.ledger_fact_value_day(), cell: (e) => formatDate(e.value_day) },
  { key: 'contra', header: m.ledger_column_contra(), wrap: true, cell: (e) => `${e.contra} ${getLedgerAccountLabel(e.contra)}` },
  { key: 'debit', header: m.ledger_column_debit(), align: 'right', cell: (e) => shown(e.debit_cents) },
  { key: 'credit', header: m.ledger_column_credit(), align: 'right', cell: (e) => shown(e.credit_cents) },
  { key: 'balance', header: m.ledger_column_balance(), align: 'right', cell: (e) => formatKes(e.balance_cents, true) },
];

const filters = ['company_id', 'ref'] as const;
type List = ReturnType<typeof useListState<(typeof filters)[number]>>;
type SubjectsProps = { readonly list: List; readonly companies: readonly { id: number; name: string }[]; readonly refs: readonly string[] };
/** Limits the entries to one company, or to one reference such as a bank account. */
function Subjects({ list, companies, refs }: SubjectsProps) {
  const choice = (name: (typeof filters)[number], label: string, options: readonly { value: string; label: string }[]) =>
    (options.length > 1 || list.filters[name]) && (
      <NativeSelect
        label={label}
        value={list.filters[name] ?? ''}
        onChange={(event) => list.setFilter(name, event.currentTarget.value || null)}
        data={[{ value: '', label: m.ledger_account_all() }, ...options]}
      />
    );
  return (
    <>
      {choice(
        'company_id',
        m.ledger_column_company(),
        companies.map(({ id, name }) => ({ value: String(id), label: name })),
      )}
      {choice(
        'ref',
        m.ledger_account_ref(),
        refs.map((value) => ({ value, label: value })),
      )}
    </>
  );
}

/** The entries of an account in a period, from the opening to the closing balance. Each opens its journal, and that its source. */
export function AccountEntries() {
  const { link } = useDashboard();
  const [params] = useSearchParams();
  const period = useLedgerPeriod();
  const list = useListState(filters, oldest);
  const code = Number(params.get('account')) || 0;
  const fund = (params.get('fund') ?? 'C') as LedgerFund;
  const { company_id, ref } = list.filters;
  const of = { ...period, fund, account: code, ...(company_id ? { company_id: Number(company_id) } : {}), ...(ref ? { ref } : {}) };
  const answer = useCall(balanceCalls.accountEntries, { ...of, page: list.page, page_size: list.pageSize });
  const { data } = answer;
  const balances = `${link('ledger.list')}?${new URLSearchParams({ tab: 'trial', ...period })}`;
  return (
    <div className={classes.stack}>
      <h2 className={classes.account}>
        {code} {getLedgerAccountLabel(code)}, {ledgerFundLabels[fund]?.()}
      </h2>
      <AppLink href={balances}>{m.ledger_account_back()}</AppLink>
      <Group justify="space-between" align="end" gap={12}>
        <Group gap={12} align="end">
          <LedgerPeriodFields {...period} />
          <Subjects list={list} companies={data?.companies ?? []} refs={data?.refs ?? []} />
        </Group>
        <DownloadCsvButton label={m.ledger_account_csv()} fetch={(part) => send(balanceCalls.accountCsv, { ...of, part })} />
      </Group>
      {data && (
        <FactStrip
          items={[
            { label: m.ledger_trial_opening(), value: formatKes(data.opening_cents, true) },
            { label: m.ledger_column_debit(), value: formatKes(data.debit_cents, true) },
            { label: m.ledger_column_credit(), value: formatKes(data.credit_cents, true) },
            { label: m.ledger_trial_closing(), value: formatKes(data.closing_cents, true) },
          ]}
        />
      )}
      <DataTable
        caption={m.ledger_account_caption()}
        columns={columns()}
        rows={data?.results ?? []}
        rowKey={(e) => `${e.id}:${e.line}:${e.debit_cents > 0 ? 'debit' : 'credit'}`}
        rowHref={(e) => link('ledger.detail', { id: e.id, code: e.code })}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={answer.isError && !data ? <LoadingState answer={answer} /> : undefined}
        empty={<StateBlock title={m.ledger_account_empty_title()} text={m.ledger_account_empty_text()} />}
        mobile={(e) => (
          <MobileRow
            name={e.sentence}
            amount={formatKes(e.debit_cents > 0 ? e.debit_cents : e.credit_cents, true)}
            meta={e.debit_cents > 0 ? m.ledger_column_debit() : m.ledger_column_credit()}
            metaEnd={formatKes(e.balance_cents, true)}
            when={formatDate(e.day)}
          />
        )}
        footer={<ListFooter list={list} count={data?.count ?? 0} />}
      />
    </div>
  );
}
