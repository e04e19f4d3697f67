import { walletCalls } from '#contract/wallet/calls.ts';
import type { HeldDeposit, WalletEntry } from '#contract/wallet/shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { pocketName } from '#web/settlement/words.ts';
import { type Column, DataTable, MobileRow } from '#web/ui/dash/data-table.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { dateShort, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const none = [] as const;
const newest = { by: 'day', desc: true };
const either = (cents: number): string => (cents === 0 ? '' : kes(cents, true));
const columns = (): readonly Column<WalletEntry>[] => [
  { key: 'day', header: m.wallet_column_day(), cell: (e) => dateShort(e.day) },
  { key: 'what', header: m.wallet_column_what(), wrap: true, cell: (e) => e.says },
  { key: 'in', header: m.wallet_column_in(), align: 'right', cell: (e) => either(e.in_cents) },
  { key: 'out', header: m.wallet_column_out(), align: 'right', cell: (e) => either(e.out_cents) },
  { key: 'balance', header: m.wallet_column_balance(), align: 'right', cell: (e) => kes(e.balance_cents, true) },
];

/** Every shilling that moved, with its sentence and what was there after it. */
export function Entries({ id, href }: { id: number; href?: (entry: WalletEntry) => string | undefined }) {
  const list = useListState(none, newest);
  const found = useCall(walletCalls.entries, { id, page: list.page, page_size: list.pageSize });
  return (
    <Panel title={m.wallet_entries()} pad={false}>
      <DataTable
        caption={m.wallet_entries()}
        columns={columns()}
        rows={found.data?.results ?? []}
        rowKey={(e) => `${e.id}-${e.pocket}-${e.balance_cents}`}
        {...(href ? { rowHref: href } : {})}
        state={found.isPending ? 'loading' : found.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock level={3} title={m.wallet_entries_empty()} text={m.wallet_entries_empty_text()} />}
        mobile={(e) => (
          <MobileRow
            name={e.says}
            amount={kes(e.in_cents - e.out_cents, true)}
            meta={pocketName(e.pocket)}
            metaEnd={kes(e.balance_cents, true)}
            when={dateShort(e.day)}
          />
        )}
        footer={<ListFooter list={list} count={found.data?.count ?? 0} />}
      />
    </Panel>
  );
}

const depositColumns = (): readonly Column<HeldDeposit>[] => [
  { key: 'home', header: m.wallet_column_home(), cell: (d) => d.home },
  { key: 'tenant', header: m.wallet_column_tenant(), cell: (d) => d.tenant ?? '' },
  { key: 'cents', header: m.wallet_column_deposit(), align: 'right', cell: (d) => kes(d.cents, true) },
];
/** Deposits by tenancy: a liability of its own, never part of what is the company's. */
export function Deposits({ id }: { id: number }) {
  const found = useCall(walletCalls.deposits, { id, page: 1, page_size: 50 });
  return (
    <Panel title={m.wallet_deposits()} pad={false}>
      <DataTable
        caption={m.wallet_deposits()}
        columns={depositColumns()}
        rows={found.data?.results ?? []}
        rowKey={(d) => String(d.id)}
        state={found.isPending ? 'loading' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock level={3} title={m.wallet_deposits_empty()} text={m.wallet_deposits_text()} />}
        mobile={(d) => <MobileRow name={d.home} amount={kes(d.cents, true)} meta={d.tenant ?? ''} />}
      />
    </Panel>
  );
}
