import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountingCalls } from '#contract/accounting/calls.ts';
import { type WorksheetState, worksheetStates } from '#contract/accounting/kinds.ts';
import { worksheetStateLabels } from '#contract/accounting/labels.ts';
import type { AccountWorksheet } from '#contract/accounting/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, isPlausibleDay } from '#contract/time/days.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { PendingOnlyNote } from '#web/lists/pending-only.tsx';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './accounting.module.css';
import { WorksheetBadge, WorksheetOfDay } from './worksheet.tsx';

const names = ['status', 'waiting'] as const;
const newest = { by: 'id', desc: true } as const;
const peopleOf = ({ prepared_by, decided_by }: AccountWorksheet): string => [prepared_by, decided_by].filter(Boolean).join(', ');
const columns = (): readonly TableColumn<AccountWorksheet>[] => [
  { key: 'account', header: m.ledger_trial_account(), cell: (w) => <TwoLineCell top={w.account.name} bottom={w.code} /> },
  { key: 'day', header: m.accounting_day(), cell: (w) => formatDate(w.day) },
  { key: 'by', header: m.accounting_people(), cell: peopleOf },
  { key: 'status', header: m.accounting_status(), cell: (w) => <WorksheetBadge of={w.status} /> },
  { key: 'difference', header: m.accounting_difference(), align: 'right', cell: (w) => formatKes(w.difference_cents, true) },
  { key: 'pdf', header: '', align: 'right', cell: (w) => <Pdf of={w} /> },
];
const Pdf = ({ of }: { readonly of: AccountWorksheet }) => (
  <OpenPdfButton
    label={m.accounting_open_pdf({ code: of.code })}
    address={async () => (await send(accountingCalls.worksheetPdf, { id: of.id })).address}
  />
);

/** The worksheet of an account and a day, and all worksheets. A worksheet of the list opens its account and day. */
export function WorksheetsTab() {
  const [params, setParams] = useSearchParams();
  const accounts = useCall(accountingCalls.listAccounts, {});
  const all = accounts.data?.results ?? [];
  const chosen = all.find(({ id }) => id === Number(params.get('account'))) ?? all[0];
  // A worksheet of the list may be of an account that is closed by now.
  const id = Number(params.get('worksheet')) || undefined;
  const accountId = (id && Number(params.get('account'))) || chosen?.id;
  const given = params.get('day');
  const day = given && isPlausibleDay(given) ? given : addDays(clock.today(), -1);
  const [typed, setTyped] = useState<string | null>(null);
  const put = (name: 'account' | 'day', value: string) =>
    setParams(
      (now) => {
        now.set(name, value);
        now.delete('worksheet');
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  if (!accounts.data) return <LoadingState answer={accounts} rows={6} />;
  return (
    <div className={classes.stack}>
      {!chosen && <StateBlock title={m.accounting_none_title()} text={m.accounting_none_text()} />}
      {chosen && accountId && (
        <>
          <Group gap={12} align="end">
            <NativeSelect
              label={m.ledger_trial_account()}
              value={String(chosen.id)}
              onChange={(event) => put('account', event.currentTarget.value)}
              data={all.map(({ id, name, number }) => ({ value: String(id), label: name.includes(number) ? name : `${name} ${number}` }))}
            />
            <TextInput
              type="date"
              label={m.accounting_day()}
              max={clock.today()}
              value={typed ?? day}
              onBlur={() => setTyped(null)}
              onChange={(event) => {
                const value = event.currentTarget.value;
                setTyped(value);
                if (isPlausibleDay(value) && value <= clock.today()) put('day', value);
              }}
            />
          </Group>
          <WorksheetOfDay key={`${accountId}:${day}:${id}`} accountId={accountId} day={day} id={id} />
        </>
      )}
      <Worksheets />
    </div>
  );
}

function Worksheets() {
  const list = useListState(names, newest);
  const { filters } = list;
  const waiting = filters.waiting ? 'true' : undefined;
  const answer = useCall(accountingCalls.listWorksheets, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { status: filters.status as WorksheetState | undefined, waiting },
  });
  return (
    <div>
      {waiting && <PendingOnlyNote all={list.hrefWith({ waiting: null })} />}
      <StateTabs
        list={list}
        states={{
          field: 'status',
          label: m.accounting_status(),
          options: worksheetStates.map((value) => ({ value, label: worksheetStateLabels[value]() })),
        }}
        counts={answer.data?.tabs}
      />
      <DataTable
        caption={m.accounting_tab_worksheets()}
        columns={columns()}
        rows={answer.data?.results ?? []}
        rowKey={(w) => String(w.id)}
        rowHref={(w) => list.hrefWith({ account: w.account.id, day: w.day, worksheet: w.id })}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={answer.isError && !answer.data ? <LoadingState answer={answer} /> : undefined}
        empty={<StateBlock title={m.accounting_empty_title()} text={m.accounting_empty_text()} />}
        mobile={(w) => (
          <MobileRow
            name={w.account.name}
            amount={formatKes(w.difference_cents, true)}
            meta={peopleOf(w)}
            badge={<WorksheetBadge of={w.status} />}
            metaEnd={<Pdf of={w} />}
            when={formatDate(w.day)}
          />
        )}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
    </div>
  );
}
