import { Button } from '@mantine/core';
import { isAdvised } from '#contract/settlement/kinds.ts';
import { settlementMachine } from '#contract/settlement/machine.ts';
import type { SettlementHead } from '#contract/settlement/shapes.ts';
import { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { type Column, DataTable, MobileRow, TwoLines } from '#web/ui/dash/data-table.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { date, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { Advice, State } from './parts.tsx';
import { kindNames, type Status, statusNames } from './words.ts';

const names = ['status'] as const;
const newest = { by: 'id', desc: true };

/** What was paid out to one's own company, and what is on its way; each with its remittance advice. */
export function StatementsTab() {
  const list = useListState(names, newest);
  const answer = useCall(withdrawCalls.payouts, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { status: list.filters.status as Status | undefined },
  });
  const columns: readonly Column<SettlementHead>[] = [
    { key: 'code', header: m.settlement_column_code(), cell: (p) => <TwoLines top={kindNames[p.kind]()} bottom={p.code} /> },
    { key: 'to', header: m.settlement_column_to(), cell: (p) => p.to ?? '' },
    { key: 'net', header: m.settlement_column_net(), align: 'right', cell: (p) => kes(p.net_cents) },
    { key: 'status', header: m.settlement_column_status(), cell: (p) => <State of={p.status} /> },
    { key: 'day', header: m.settlement_column_day(), cell: (p) => date(p.paid_at ?? p.created_at) },
    { key: 'act', header: '', align: 'right', cell: (p) => <Act of={p} /> },
  ];
  const states = {
    field: 'status',
    label: m.settlement_column_status(),
    options: (Object.keys(settlementMachine.states) as Status[]).map((s) => ({ value: s, label: statusNames[s].label() })),
  };
  return (
    <>
      <StateTabs list={list} states={states} counts={answer.data?.tabs} />
      <DataTable
        caption={m.settlement_payouts()}
        columns={columns}
        rows={answer.data?.results ?? []}
        rowKey={(p) => String(p.id)}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.settlement_payouts_empty()} text={m.settlement_payouts_empty_text()} />}
        mobile={(p) => (
          <MobileRow
            name={kindNames[p.kind]()}
            amount={kes(p.net_cents)}
            meta={p.to ?? p.code}
            metaEnd={<Act of={p} />}
            badge={<State of={p.status} />}
            when={date(p.paid_at ?? p.created_at)}
          />
        )}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
    </>
  );
}

/** Take a withdrawal back while nobody has approved it; once it was sent, its advice. */
function Act({ of }: { of: SettlementHead }) {
  const back = useAct(withdrawCalls.takeBack, { touches: [walletCalls], said: () => m.settlement_withdraw_back_said() });
  if (isAdvised(of.status)) return <Advice id={of.id} />;
  if (of.status !== 'draft' || of.kind === 'run') return null;
  return (
    <Button variant="default" size="xs" loading={back.isPending} onClick={() => back.mutate({ id: of.id })}>
      {m.settlement_withdraw_cancel()}
    </Button>
  );
}
