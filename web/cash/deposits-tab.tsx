import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { cashCalls } from '#contract/cash/calls.ts';
import { type CashDepositState, cashDepositStates } from '#contract/cash/kinds.ts';
import { cashDepositStateLabels } from '#contract/cash/labels.ts';
import type { CashDeposit } from '#contract/cash/shapes.ts';
import { sumCents } from '#contract/money/cents.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { DeclareDepositForm } from './declare-form.tsx';
import { AddSlipDialog, WithdrawDepositDialog } from './deposit-dialogs.tsx';
import { CashDepositBadge } from './state-badge.tsx';

const names = ['deposit'] as const;
const newest = { by: 'id', desc: true } as const;
type Asked = { readonly what: 'slip' | 'withdraw'; readonly of: CashDeposit };

const when = ({ paid_on, banked_on }: CashDeposit): string => (banked_on ? m.cash_banked_on({ day: formatDate(banked_on) }) : formatDate(paid_on));
const codes = ({ payments }: CashDeposit): string => payments.map(({ code }) => code).join(', ');
const Slip = ({ of: { slip, status } }: { readonly of: CashDeposit }) =>
  slip ? (
    <AppLink href={slip} target="_blank" rel="noopener">
      {m.cash_slip_open()}
    </AppLink>
  ) : status === 'declared' ? (
    m.cash_slip_missing()
  ) : (
    '–'
  );

const columns = (): readonly TableColumn<CashDeposit>[] => [
  { key: 'deposit', header: m.cash_column_deposit(), wrap: true, cell: (d) => <TwoLineCell top={d.code} bottom={codes(d)} /> },
  { key: 'company', header: m.cash_column_company(), wrap: true, cell: (d) => <TwoLineCell top={d.company.name} bottom={d.by ?? ''} /> },
  { key: 'account', header: m.cash_account(), wrap: true, cell: (d) => <TwoLineCell top={d.account.name} bottom={d.reference} /> },
  { key: 'day', header: m.cash_day(), wrap: true, cell: (d) => <TwoLineCell top={formatDate(d.paid_on)} bottom={d.banked_on ? when(d) : ''} /> },
  { key: 'slip', header: m.cash_slip(), cell: (d) => <Slip of={d} /> },
  { key: 'status', header: m.cash_column_status(), cell: (d) => <CashDepositBadge of={d.status} /> },
  { key: 'sum', header: m.cash_chosen(), align: 'right', cell: (d) => <span className="num">{formatKes(d.cents, true)}</span> },
];

/** Clients' cash that a company holds, and the declared deposits: of the company, or of all companies for Makao. */
export default function CashDepositsTab() {
  const { visitor } = useApp();
  const list = useListState(names, newest);
  const [asked, ask] = useState<Asked | null>(null);
  const status = list.filters.deposit as CashDepositState | undefined;
  const answer = useCall(cashCalls.listDeposits, { page: list.page, page_size: list.pageSize, tabs: 'true', z_filter: { status } });
  const acts = (d: CashDeposit) =>
    (d.may_change || d.may_withdraw) && (
      <>
        {d.may_change && (
          <Button size="compact-sm" variant="default" onClick={() => ask({ what: 'slip', of: d })}>
            {m.cash_slip_add()}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ what: 'withdraw', of: d })}>
          {m.cash_withdraw()}
        </Button>
      </>
    );
  const close = () => ask(null);
  return (
    <div className={classes.cash}>
      {isAllowed(cashCalls.heldCash.needs, visitor) && <HeldCash />}
      <StateTabs
        list={list}
        states={{
          field: 'deposit',
          label: m.cash_column_status(),
          options: cashDepositStates.map((value) => ({ value, label: cashDepositStateLabels[value]() })),
        }}
        counts={answer.data?.tabs}
      />
      <DataTable
        caption={m.cash_list()}
        columns={columns()}
        rows={answer.data?.results ?? []}
        rowKey={(d) => String(d.id)}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={answer.isError && !answer.data ? <LoadingState answer={answer} /> : undefined}
        empty={<StateBlock title={m.cash_empty_title()} text={m.cash_empty_text()} />}
        mobile={(d) => (
          <MobileRow
            name={d.company.name}
            amount={formatKes(d.cents, true)}
            meta={[d.code, d.reference, d.account.name].filter(Boolean).join(' · ')}
            badge={<CashDepositBadge of={d.status} />}
            when={when(d)}
          />
        )}
        actions={acts}
        actionsLabel={m.shell_more()}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
      {asked?.what === 'slip' && <AddSlipDialog of={asked.of} close={close} />}
      {asked?.what === 'withdraw' && <WithdrawDepositDialog of={asked.of} close={close} />}
    </div>
  );
}

/** The cash to pay in, with its sum. */
function HeldCash() {
  const held = useCall(cashCalls.heldCash, {});
  const [open, setOpen] = useState(false);
  if (!held.data) return <LoadingState answer={held} rows={2} />;
  const { results, accounts } = held.data;
  const total = sumCents(results.map(({ cents }) => cents));
  return (
    <Panel
      title={m.cash_title()}
      right={results.length > 0 && accounts.length > 0 && <Button onClick={() => setOpen(true)}>{m.cash_declare()}</Button>}
    >
      {results.length === 0 ? (
        <p className={classes.quiet}>{m.cash_none()}</p>
      ) : (
        <>
          <p>
            {m.cash_total()} <b className="num">{formatKes(total, true)}</b>
          </p>
          <p className={classes.quiet}>{m.cash_lead()}</p>
        </>
      )}
      {open && <DeclareDepositForm of={held.data} close={() => setOpen(false)} />}
    </Panel>
  );
}
