import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { accountingCalls } from '#contract/accounting/calls.ts';
import type { WorksheetState } from '#contract/accounting/kinds.ts';
import { balanceSourceLabels, worksheetStateLabels } from '#contract/accounting/labels.ts';
import type { AccountWorksheet, WorksheetOfDay as Answer } from '#contract/accounting/shapes.ts';
import {
  describeWorksheetEntry,
  isBalanceOlder,
  listWorksheetLines,
  listWorksheetParts,
  type WorksheetEntry,
} from '#contract/accounting/worksheet-lines.ts';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import { monthStart } from '#contract/time/days.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadPdfButton } from '#web/forms/download-buttons.tsx';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './accounting.module.css';
import { DecideWorksheetForm, PrepareWorksheetForm, type WorksheetDecision } from './worksheet-forms.tsx';

const tones: Readonly<Record<WorksheetState, StatusTone>> = {
  prepared: 'wait',
  signed: 'good',
  returned: 'bad',
  withdrawn: 'neutral',
  replaced: 'done',
};
export const WorksheetBadge = ({ of }: { readonly of: WorksheetState }) => <ToneBadge tone={tones[of]}>{worksheetStateLabels[of]()}</ToneBadge>;

/** The worksheet of an account and a day: the figures now, those that were signed, and the entries behind them. */
export function WorksheetOfDay({ accountId, day, id }: { readonly accountId: number; readonly day: string; readonly id?: number | undefined }) {
  const answer = useCall(accountingCalls.readWorksheet, { account_id: accountId, day, ...(id === undefined ? {} : { id }) });
  if (!answer.data) return <LoadingState answer={answer} rows={6} />;
  return <Loaded of={answer.data} />;
}

/** A returned, withdrawn or replaced worksheet is only read. */
const isPast = (sheet: AccountWorksheet | null): boolean => sheet !== null && sheet.status !== 'prepared' && sheet.status !== 'signed';

function Loaded({ of: { live, sheet, changed } }: { readonly of: Answer }) {
  return (
    <div className={classes.stack}>
      {sheet && <SheetNotes of={sheet} changed={changed} />}
      <BalanceNote of={live} />
      <Panel title={`${live.account.name}, ${formatDate(live.day)}`} pad={false} right={<Acts live={live} sheet={sheet} changed={changed} />}>
        <Lines live={live} sheet={(changed || isPast(sheet)) && sheet ? sheet.figures : null} />
      </Panel>
      <Entries of={isPast(sheet) && sheet ? sheet.figures : live} />
    </div>
  );
}

/** The day, time and source of the bank balance, which may be older than the worksheet. */
function BalanceNote({ of }: { readonly of: AccountReconciliation }) {
  if (of.bank === null) return <Note tone="guard">{m.accounting_refusal_no_balance()}</Note>;
  const said = m.accounting_balance_of({
    day: of.bank.at ? formatDateTime(of.bank.at) : formatDate(of.bank.day),
    source: balanceSourceLabels[of.bank.source](),
  });
  return isBalanceOlder(of) ? (
    <Note tone="bad">
      {said} {m.accounting_balance_old_note()}
    </Note>
  ) : (
    <Note tone="info">{said}</Note>
  );
}

function SheetNotes({ of, changed }: { readonly of: AccountWorksheet; readonly changed: boolean }) {
  const said = { code: of.code, who: of.prepared_by ?? '', day: formatDate(of.prepared_at) };
  const decided = { by: of.decided_by ?? '', on: formatDate(of.decided_at ?? of.prepared_at) };
  const { pathname } = useLocation();
  if (isPast(of))
    return (
      <Note tone="info">
        {m.accounting_note_past({ ...said, ...decided, status: worksheetStateLabels[of.status]() })} {of.note} {of.decision}{' '}
        <AppLink href={`${pathname}?${new URLSearchParams({ account: String(of.account.id), day: of.day })}`}>{m.accounting_open_current()}</AppLink>
      </Note>
    );
  return (
    <>
      <Note tone={of.status === 'signed' ? 'good' : 'info'}>
        {of.status === 'signed' ? m.accounting_note_signed({ ...said, ...decided }) : m.accounting_note_prepared(said)}
        {of.note && ` ${of.note}`}
      </Note>
      {changed && <Note tone="bad">{m.accounting_note_changed({ code: of.code })}</Note>}
      {of.blocked && !of.own && <Note tone="guard">{of.blocked}</Note>}
    </>
  );
}

function Acts({ live, sheet, changed }: Answer) {
  const { visitor } = useApp();
  const [asked, ask] = useState<'prepare' | WorksheetDecision | null>(null);
  const may = isAllowed(accountingCalls.prepareWorksheet.needs, visitor) && !isPast(sheet);
  const waits = sheet?.status === 'prepared';
  const close = () => ask(null);
  return (
    <Group gap={8}>
      {sheet && (
        <DownloadPdfButton
          label={m.ledger_pdf()}
          name={`${sheet.code}.pdf`}
          address={async () => (await send(accountingCalls.worksheetPdf, { id: sheet.id })).address}
        />
      )}
      {may && live.bank && !waits && (!sheet || changed) && <Button onClick={() => ask('prepare')}>{m.accounting_prepare()}</Button>}
      {may && waits && sheet.may_sign && !changed && <Button onClick={() => ask('sign')}>{m.accounting_sign()}</Button>}
      {may && waits && (
        <Button variant="subtle" color="red" onClick={() => ask(sheet.own ? 'withdraw' : 'return')}>
          {sheet.own ? m.accounting_withdraw() : m.accounting_return()}
        </Button>
      )}
      {asked === 'prepare' && <PrepareWorksheetForm of={live} close={close} />}
      {sheet && asked && asked !== 'prepare' && <DecideWorksheetForm of={sheet} what={asked} close={close} />}
    </Group>
  );
}

type Line = { readonly key: string; readonly label: string; readonly now: number | null; readonly was: number | null; readonly strong: boolean };
const amountOf = (cents: number | null): string => (cents === null ? '' : formatKes(cents, true));
const lineColumns = (signed: boolean): readonly TableColumn<Line>[] => [
  { key: 'what', header: m.ledger_column_says(), wrap: true, cell: (line) => (line.strong ? <b>{line.label}</b> : line.label) },
  ...(signed ? [{ key: 'was', header: m.accounting_then(), align: 'right' as const, cell: (line: Line) => amountOf(line.was) }] : []),
  { key: 'now', header: m.accounting_now(), align: 'right', cell: (line) => (line.strong ? <b>{amountOf(line.now)}</b> : amountOf(line.now)) },
];

const lineOrder = ['ledger', 'outstanding', 'in_transit', 'unidentified', 'after', 'late', 'contested', 'in_doubt', 'difference', 'bank'] as const;
/** The lines lead from the ledger to the bank. The ledger balance opens its entries. */
function Lines({ live, sheet }: { readonly live: AccountReconciliation; readonly sheet: AccountReconciliation | null }) {
  const { link } = useDashboard();
  const [now, was] = [listWorksheetLines(live), sheet ? listWorksheetLines(sheet) : []];
  const of = (lines: typeof now, key: string) => lines.find((line) => line.key === key);
  const rows = lineOrder.flatMap((key) => {
    const line = of(now, key) ?? of(was, key);
    return line
      ? [{ key, label: line.label(), now: of(now, key)?.cents ?? null, was: of(was, key)?.cents ?? null, strong: line.strong === true }]
      : [];
  });
  const [code = 0] = live.account.codes;
  const entries = new URLSearchParams({
    tab: 'account',
    fund: live.account.fund,
    account: String(code),
    from: monthStart(live.day),
    to: live.day,
    // The accounts of deposits and of the platform have no reference.
    ...(live.account.fund === 'C' ? { ref: `collection:${live.account.id}` } : {}),
  });
  return (
    <DataTable
      caption={m.accounting_worksheet()}
      columns={lineColumns(sheet !== null)}
      rows={rows}
      rowKey={(line) => line.key}
      rowHref={(line) => (line.key === 'ledger' ? `${link('ledger.list')}?${entries}` : undefined)}
      loadingLabel={m.shell_loading()}
      empty={null}
      mobile={(line) => (
        <MobileRow name={line.label} amount={amountOf(line.now)} meta={sheet ? `${m.accounting_then()} ${amountOf(line.was)}` : ''} when="" />
      )}
    />
  );
}

type Entry = WorksheetEntry & { readonly key: string; readonly href: string | undefined };
const entryColumns = (): readonly TableColumn<Entry>[] => [
  {
    key: 'what',
    header: m.ledger_column_says(),
    wrap: true,
    cell: (entry) => (
      <TwoLineCell top={entry.href ? <AppLink href={entry.href}>{entry.text}</AppLink> : entry.text} bottom={describeWorksheetEntry(entry)} />
    ),
  },
  { key: 'day', header: m.ledger_column_day(), cell: (entry) => formatDate(entry.day) },
  { key: 'amount', header: m.ledger_column_amount(), align: 'right', cell: (entry) => formatKes(entry.cents, true) },
];

/** What each line consists of: payouts and receipts that no statement shows yet, lines without a journal, and transfers that may have left. */
function Entries({ of }: { readonly of: AccountReconciliation }) {
  const { link } = useDashboard();
  const hrefOf = ({ journal, line }: WorksheetEntry): string | undefined => {
    if (journal !== null) return link('ledger.detail', journal);
    return line === null ? undefined : `${link('payment.finance')}?tab=import&statement=${line.statement_id}&line=${line.n}`;
  };
  return listWorksheetParts(of).map(({ key, title, entries }) => (
    <Panel key={key} title={title()} pad={false}>
      <DataTable
        caption={title()}
        columns={entryColumns()}
        rows={entries.map((entry, n) => ({ ...entry, key: `${key}:${n}`, href: hrefOf(entry) }))}
        rowKey={(entry) => entry.key}
        loadingLabel={m.shell_loading()}
        empty={null}
        mobile={(entry) => (
          <MobileRow name={entry.text} amount={formatKes(entry.cents, true)} meta={describeWorksheetEntry(entry)} when={formatDate(entry.day)} />
        )}
      />
    </Panel>
  ));
}
