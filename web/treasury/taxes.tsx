import { Box, Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { approvalCalls } from '#contract/approval/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { remittedTaxLabels } from '#contract/treasury/labels.ts';
import { type TaxRemittance, taxCalls } from '#contract/treasury/tax-calls.ts';
import type { RemittedTax } from '#contract/treasury/taxes.ts';
import { OpenRequestNote, sayApprovalAsked } from '#web/approval/parts.tsx';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const names = [] as const;
const newest = { by: 'id', desc: true } as const;
type Taxes = CallResult<typeof taxCalls.listRemittances>;

function useColumns(): readonly TableColumn<TaxRemittance>[] {
  const { link } = useDashboard();
  return [
    { key: 'tax', header: m.payments_tax_what(), cell: (r) => <TwoLineCell top={remittedTaxLabels[r.tax]()} bottom={r.code} /> },
    { key: 'reference', header: m.payments_tax_reference(), wrap: true, cell: (r) => <TwoLineCell top={r.reference} bottom={nameOf(r)} /> },
    {
      key: 'request',
      header: m.payments_tax_receipt(),
      cell: (r) => <AppLink href={link('approval.detail', { id: r.request.id, code: r.request.code })}>{r.request.code}</AppLink>,
    },
    { key: 'by', header: m.payments_refund_by(), cell: (r) => <TwoLineCell top={r.made_by ?? ''} bottom={r.decided_by ?? ''} /> },
    { key: 'day', header: m.payments_tax_day(), cell: (r) => formatDate(r.paid_on) },
    { key: 'sum', header: m.payments_column_sum(), align: 'right', cell: (r) => <span className="num">{formatKes(r.cents, true)}</span> },
  ];
}
const nameOf = ({ account }: TaxRemittance): string => account?.name ?? m.payments_tax_own_bank();

/** VAT and withheld tax: the amounts due, and the payments to KRA with their receipts. */
export default function TaxesPage() {
  const { visitor } = useApp();
  const list = useListState(names, newest);
  const [asked, ask] = useState(false);
  const answer = useCall(taxCalls.listRemittances, { page: list.page, page_size: list.pageSize, z_filter: {} });
  const columns = useColumns();
  const taxes = answer.data;
  if (!taxes) return <LoadingState answer={answer} rows={5} />;
  const may = isAllowed(taxCalls.requestRemittance.needs, visitor) && taxes.due.some(({ cents, request }) => cents > 0 && request === null);
  return (
    <>
      <PageHeader
        title={m.screens_treasury_taxes()}
        sub={m.payments_tax_lead()}
        actions={may && <Button onClick={() => ask(true)}>{m.payments_tax_record()}</Button>}
      />
      {taxes.due.map(({ tax, request }) => request && <OpenRequestNote key={tax} request={request} />)}
      <Box mb={16}>
        <FactStrip
          items={taxes.due.map(({ tax, cents }) => ({ label: m.payments_tax_due({ tax: remittedTaxLabels[tax]() }), value: formatKes(cents, true) }))}
        />
      </Box>
      <DataTable
        caption={m.screens_treasury_taxes()}
        columns={columns}
        rows={taxes.results}
        rowKey={(r) => String(r.id)}
        state={answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.payments_tax_none_title()} text={m.payments_tax_none()} />}
        mobile={(r) => (
          <MobileRow
            name={remittedTaxLabels[r.tax]()}
            amount={formatKes(r.cents, true)}
            meta={`${r.reference} · ${nameOf(r)}`}
            when={formatDate(r.paid_on)}
          />
        )}
        footer={<ListFooter list={list} count={taxes.count} />}
      />
      {asked && <RemitTaxForm of={taxes} close={() => ask(false)} />}
    </>
  );
}

function RemitTaxForm({ of, close }: { of: Taxes; close: () => void }) {
  const payable = of.due.filter(({ cents, request }) => cents > 0 && request === null);
  const first = payable[0];
  const form = useForm(taxCalls.requestRemittance, {
    blank: {
      ...{ tax: first?.tax ?? ('vat' as RemittedTax), shillings: toShillings(first?.cents ?? 0), account_id: '' },
      ...{ paid_on: clock.today(), reference: '', reason: '' },
    },
    given: ({ shillings, account_id, reference, reason, ...given }) => ({
      ...given,
      ...{ cents: typedAmountToCents(shillings), account_id: account_id === '' ? null : Number(account_id) },
      ...{ reference: reference.trim(), reason: reason.trim() },
    }),
    names: { cents: 'shillings' },
    says: { reason: m.payments_need_reason },
    touches: [approvalCalls],
    inPlace: true,
    said: sayApprovalAsked,
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.payments_tax_record()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.payments_tax_record()} disabled={!(payable.length > 0)} />}
    >
      <p>{m.payments_tax_text()}</p>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <NativeSelect
        {...form.text('tax')}
        label={m.payments_tax_what()}
        data={payable.map(({ tax, cents }) => ({ value: tax, label: `${remittedTaxLabels[tax]()} (${formatKes(cents, true)})` }))}
      />
      <NativeSelect
        {...form.text('account_id')}
        label={m.payments_cash_from()}
        data={of.accounts.map(({ id, name, cents }) => ({ value: id === null ? '' : String(id), label: `${name} (${formatKes(cents)})` }))}
      />
      <MoneyInput
        label={m.payments_field_sum()}
        value={form.values.shillings}
        onChange={(value) => form.set('shillings', Number(value) || 0)}
        error={form.problems.shillings}
      />
      <TextInput {...form.text('paid_on')} type="date" label={m.payments_tax_day()} max={clock.today()} />
      <TextInput {...form.text('reference')} label={m.payments_tax_reference()} maxLength={120} />
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}
