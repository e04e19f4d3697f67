import { FileInput, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { approvalCalls } from '#contract/approval/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { remittedTaxLabels } from '#contract/treasury/labels.ts';
import { type TaxRemittance, taxCalls } from '#contract/treasury/tax-calls.ts';
import type { RemittedTax } from '#contract/treasury/taxes.ts';
import { sayApprovalAsked } from '#web/approval/parts.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

type Taxes = CallResult<typeof taxCalls.listRemittances>;

/** A payment to KRA with its receipt. */
export function RemitTaxForm({ of, close }: { of: Taxes; close: () => void }) {
  const payable = of.due.filter(({ cents, request }) => cents > 0 && request === null);
  const first = payable[0];
  const form = useForm(taxCalls.requestRemittance, {
    blank: {
      tax: first?.tax ?? ('vat' as RemittedTax),
      shillings: toShillings(first?.cents ?? 0),
      account_id: '',
      paid_on: clock.today(),
      reference: '',
      reason: '',
      receipt: null as File | null,
    },
    given: ({ shillings, account_id, reference, reason, receipt, ...given }) => ({
      ...given,
      cents: typedAmountToCents(shillings),
      // A form with a file has only text: the platform's own account is left out.
      ...(account_id === '' ? {} : { account_id: Number(account_id) }),
      reference: reference.trim(),
      reason: reason.trim(),
      receipt: receipt as File,
    }),
    check: ({ receipt }): Record<string, string> => (receipt ? {} : { receipt: m.payments_tax_receipt_needed() }),
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
      <FileInput
        label={m.payments_tax_receipt_file()}
        placeholder={m.payments_field_choose()}
        accept="application/pdf,image/jpeg,image/png,image/webp"
        value={form.values.receipt}
        onChange={(file) => form.set('receipt', file)}
        error={form.problems.receipt}
      />
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}

/** The request to undo a recorded payment. */
export function UndoTaxForm({ of, close }: { of: TaxRemittance; close: () => void }) {
  const form = useForm(taxCalls.requestRemittanceUndo, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
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
      title={m.payments_tax_undo_ask({ code: of.code })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.payments_tax_undo()} danger />}
    >
      <p>{m.payments_tax_undo_text({ sum: formatKes(of.cents, true), tax: remittedTaxLabels[of.tax]() })}</p>
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </FormDrawer>
  );
}
