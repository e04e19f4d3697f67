import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import type { MonthChecklistKey } from '#contract/accounting/kinds.ts';
import { monthChecklistLabels } from '#contract/accounting/labels.ts';
import { type MonthChecklist, monthCloseCalls } from '#contract/accounting/month-calls.ts';
import { approvalCalls } from '#contract/approval/calls.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthEnd, monthOf, monthStart } from '#contract/time/days.ts';
import { OpenRequestNote, sayApprovalAsked } from '#web/approval/parts.tsx';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { formatCount, formatDate, formatKes, formatMonth } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './accounting.module.css';

type Line = MonthChecklist['lines'][number];
const shownMonths = 24;
const nameOf = (month: string): string => formatMonth(`${month}-01`);
const amountOf = ({ cents }: Line): string => (cents === null ? '' : formatKes(cents, true));
const State = ({ of }: { readonly of: Line }) =>
  of.count === 0 ? <ToneBadge tone="good">{m.accounting_done()}</ToneBadge> : <ToneBadge tone="wait">{m.accounting_open()}</ToneBadge>;
const columns = (): readonly TableColumn<Line>[] => [
  { key: 'what', header: m.accounting_check(), cell: ({ key }) => monthChecklistLabels[key]() },
  { key: 'count', header: m.accounting_count(), align: 'right', cell: ({ count }) => formatCount(count) },
  { key: 'amount', header: m.ledger_column_amount(), align: 'right', cell: amountOf },
  { key: 'state', header: m.accounting_status(), cell: (line) => <State of={line} /> },
];

/** The page that shows the items of each line. */
function useLineLinks(month: string): (key: MonthChecklistKey) => string {
  const { layout, link } = useDashboard();
  const first = `${month}-01`;
  const account = (fund: 'C' | 'P', code: number) =>
    `${link('ledger.list')}?${new URLSearchParams({ tab: 'account', fund, account: String(code), from: first, to: monthEnd(first) })}`;
  return (key) => {
    if (key === 'unallocated') return `${link('payment.finance')}?tab=suspense&nobodys=true`;
    if (key === 'unknown') return layout === 'superadmin' ? `${link('settlement.transfers')}?status=6` : link('settlement.errors');
    if (key === 'exceptions') return `${link('settlement.errors')}?status=open`;
    if (key === 'unreconciled') return `${link('accounting.list')}?tab=worksheets&day=${monthEnd(first)}`;
    if (key === 'cash') return account('C', ledgerAccounts.cashInHand);
    return key === 'vat' ? account('P', ledgerAccounts.platformTaxPayable) : account('C', ledgerAccounts.withholdingTaxPayable);
  };
}

/** What is open before a month is closed, and its closing or reopening by two people. */
export function MonthsTab() {
  const [params, setParams] = useSearchParams();
  const today = clock.today();
  const month = params.get('month') ?? monthOf(addMonths(monthStart(today), -1));
  const answer = useCall(monthCloseCalls.monthChecklist, { month });
  const hrefOf = useLineLinks(month);
  const of = answer.data;
  const months = Array.from({ length: shownMonths }, (_, n) => monthOf(addMonths(monthStart(today), -n)));
  return (
    <div className={classes.stack}>
      <Group gap={12} align="end">
        <NativeSelect
          label={m.ledger_month()}
          value={month}
          onChange={(event) => setParams({ tab: 'months', month: event.currentTarget.value }, { replace: true, preventScrollReset: true })}
          data={[...new Set([month, ...months])].map((value) => ({ value, label: nameOf(value) }))}
        />
        {of && <Acts of={of} />}
      </Group>
      {of?.request && <OpenRequestNote request={of.request} />}
      {of?.closed_at && (
        <Note tone="good">{m.accounting_month_closed({ month: nameOf(month), day: formatDate(of.closed_at), who: of.closed_by ?? '' })}</Note>
      )}
      {of?.stored && <Note tone="info">{m.accounting_checklist_stored()}</Note>}
      {!of && <LoadingState answer={answer} rows={6} />}
      {of && (
        <Panel title={m.accounting_checklist({ month: nameOf(month) })} pad={false}>
          <DataTable
            caption={m.accounting_checklist({ month: nameOf(month) })}
            columns={columns()}
            rows={of.lines}
            rowKey={({ key }) => key}
            rowHref={({ key }) => hrefOf(key)}
            state={answer.isPlaceholderData ? 'refetching' : 'ready'}
            loadingLabel={m.shell_loading()}
            empty={null}
            mobile={(line) => (
              <MobileRow
                name={monthChecklistLabels[line.key]()}
                amount={amountOf(line)}
                meta={`${m.accounting_count()} ${formatCount(line.count)}`}
                badge={<State of={line} />}
                when=""
              />
            )}
          />
        </Panel>
      )}
    </div>
  );
}

function Acts({ of }: { readonly of: MonthChecklist }) {
  const { visitor } = useApp();
  const [asked, ask] = useState(false);
  const may = isAllowed(monthCloseCalls.requestMonth.needs, visitor) && of.request === null;
  if (!may || !(of.may_close || of.may_reopen)) return null;
  return (
    <>
      <Button variant={of.may_reopen ? 'default' : 'filled'} onClick={() => ask(true)}>
        {of.may_reopen ? m.accounting_reopen() : m.accounting_close()}
      </Button>
      {asked && <RequestForm of={of} close={() => ask(false)} />}
    </>
  );
}

function RequestForm({ of, close }: { readonly of: MonthChecklist; readonly close: () => void }) {
  const reopen = of.may_reopen;
  const month = nameOf(of.month);
  const form = useForm(monthCloseCalls.requestMonth, {
    blank: { reason: '' },
    given: ({ reason }) => ({ month: of.month, reopen, reason: reason.trim() }),
    inPlace: true,
    touches: [approvalCalls.listRequests],
    said: sayApprovalAsked,
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={reopen ? m.accounting_reopen_ask({ month }) : m.accounting_close_ask({ month })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={reopen ? m.accounting_reopen() : m.accounting_close()} />}
    >
      <Text>{reopen ? m.accounting_reopen_text() : m.accounting_close_text({ month })}</Text>
      {!reopen && of.open > 0 && <Note tone="guard">{m.accounting_close_open({ count: of.open })}</Note>}
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Textarea {...form.text('reason')} label={m.accounting_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}
