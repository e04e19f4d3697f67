import { settlementCalls } from '#contract/settlement/calls.ts';
import type { UnitStatementRow } from '#contract/settlement/month-calls.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';

/** The address keeps its page apart from the pages of other lists. */
const names = ['month', 'homes'] as const;
const byHome = { by: 'home', desc: false };
type Days = { readonly from: string; readonly last: string; readonly arrears_to: string };
type Amount = 'billed_cents' | 'collected_cents' | 'arrears_cents' | 'agent_cents' | 'platform_cents' | 'tax_cents';

const namedAmounts = (): readonly (readonly [Amount, string])[] => [
  ['billed_cents', m.settlement_unit_billed()],
  ['collected_cents', m.settlement_unit_collected()],
  ['arrears_cents', m.settlement_unit_arrears()],
  ['agent_cents', m.settlement_unit_agent()],
  ['platform_cents', m.settlement_unit_platform()],
  ['tax_cents', m.settlement_unit_tax()],
];

/** The list whose total is an amount of a unit. */
function useUnitLists({ from, last, arrears_to }: Days) {
  const { link } = useDashboard();
  const of = (address: string, filters: Readonly<Record<string, string | number>>) =>
    `${address}?${new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]))}`;
  return (amount: Amount, unit_id: number): string =>
    amount === 'billed_cents'
      ? of(link('invoice.list'), { unit_id, day_from: from, day_to: last })
      : amount === 'collected_cents'
        ? of(link('invoice.list'), { unit_id, came_from: from, came_to: last })
        : amount === 'arrears_cents'
          ? of(link('invoice.list'), { unit_id, overdue: 'true', day_to: arrears_to })
          : of(link('commission.list'), {
              unit_id,
              day_from: from,
              day_to: last,
              ...(amount === 'tax_cents' ? {} : { beneficiary: amount === 'agent_cents' ? 'agent' : 'platform' }),
            });
}

function useColumns(days: Days): readonly TableColumn<UnitStatementRow>[] {
  const { link } = useDashboard();
  const hrefOf = useUnitLists(days);
  const amount = (key: Amount, header: string): TableColumn<UnitStatementRow> => ({
    key,
    header,
    align: 'right',
    cell: (row) => (row[key] === 0 ? '' : <AppLink href={hrefOf(key, row.unit_id)}>{formatKes(row[key], true)}</AppLink>),
  });
  return [
    { key: 'home', header: m.wallet_column_home(), wrap: true, cell: (row) => row.home },
    ...namedAmounts().map(([key, name]) => amount(key, name)),
    {
      key: 'payouts',
      header: m.settlement_unit_payouts(),
      wrap: true,
      cell: (row) =>
        row.payouts.map((one) => (
          <AppLink key={one.id} href={link('settlement.payout', { id: one.id, code: one.code })}>
            {one.code}{' '}
          </AppLink>
        )),
    },
  ];
}

/** The amounts of a unit on a phone, each with its name and the link to its rows. */
function PhoneNumbers({ row, days }: { row: UnitStatementRow; days: Days }) {
  const { link } = useDashboard();
  const hrefOf = useUnitLists(days);
  return (
    <span className={classes.numbers}>
      {namedAmounts().map(
        ([key, name]) =>
          row[key] !== 0 && (
            <AppLink key={key} href={hrefOf(key, row.unit_id)}>
              {name} {formatKes(row[key])}
            </AppLink>
          ),
      )}
      {row.payouts.map((one) => (
        <AppLink key={one.id} href={link('settlement.payout', one)}>
          {one.code}
        </AppLink>
      ))}
    </span>
  );
}

/** The month of an owner by unit. Each amount opens the list that it is the total of. */
export function UnitStatement({ id, month }: { id: number; month: string }) {
  const list = useListState(names, byHome);
  const page = Math.max(1, Number(list.filters.homes) || 1);
  const found = useCall(settlementCalls.unitStatement, { id, month, page, page_size: list.pageSize });
  const one = found.data;
  const columns = useColumns(one ?? { from: `${month}-01`, last: `${month}-01`, arrears_to: `${month}-01` });
  if (!one) return <LoadingState answer={found} rows={4} />;
  return (
    <Panel
      title={m.settlement_units()}
      right={
        one.count > 0 && (
          <DownloadCsvButton label={m.settlement_export()} fetch={(part) => send(settlementCalls.unitStatementCsv, { id, month, part })} />
        )
      }
    >
      <div className={classes.stack}>
        {one.count > 0 && (
          <FactStrip
            items={[
              { label: m.settlement_unit_billed(), value: formatKes(one.totals.billed_cents) },
              { label: m.settlement_unit_collected(), value: formatKes(one.totals.collected_cents) },
              { label: m.settlement_unit_arrears(), value: formatKes(one.totals.arrears_cents) },
              { label: m.settlement_unit_fees(), value: formatKes(one.totals.agent_cents + one.totals.platform_cents + one.totals.tax_cents) },
            ]}
          />
        )}
        <DataTable
          caption={m.settlement_units()}
          columns={columns}
          rows={one.results}
          rowKey={(row) => String(row.unit_id)}
          state={found.isPlaceholderData ? 'refetching' : 'ready'}
          loadingLabel={m.shell_loading()}
          empty={<StateBlock level={3} title={m.settlement_month_homes_empty()} text="" />}
          mobile={(row) => <MobileRow name={row.home} amount={formatKes(row.collected_cents, true)} badge={<PhoneNumbers row={row} days={one} />} />}
          footer={<ListFooter list={{ ...list, page, pageHref: (n) => list.hrefWith({ homes: n === 1 ? null : n }) }} count={one.count} />}
        />
      </div>
    </Panel>
  );
}
