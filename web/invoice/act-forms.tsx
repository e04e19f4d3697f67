import { Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { invoiceActionCalls } from '#contract/invoice/act-calls.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { InvoiceAction } from '#contract/invoice/kinds.ts';
import type { InvoiceDetails } from '#contract/invoice/shapes.ts';
import { computeOddCents, sumCents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './invoice.module.css';
import { getInvoiceName } from './words.ts';

type Doing = { readonly of: InvoiceDetails; readonly close: () => void };
const touches = [invoiceCalls, paymentCalls];
export function ResendInvoiceForm({ of, close }: Doing) {
  const act = useAction(invoiceActionCalls.send, { inPlace: true, said: ({ told }) => m.invoices_said_sent({ count: told }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.invoices_send_ask()}
      confirmLabel={m.invoices_act_send()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {m.invoices_send_text({ who: of.tenant.name, sum: formatKes(of.open_cents) })}
    </ConfirmModal>
  );
}

type Why = Exclude<InvoiceAction, 'send' | 'credit'>;
const whys = {
  void: { call: invoiceActionCalls.void, title: m.invoices_act_void, text: m.invoices_void_text, said: m.invoices_said_void, danger: true },
  write_off: {
    call: invoiceActionCalls.writeOff,
    title: m.invoices_act_write_off,
    text: m.invoices_write_off_text,
    said: m.invoices_said_write_off,
    danger: true,
  },
  waive: { call: invoiceActionCalls.waive, title: m.invoices_act_waive, text: m.invoices_waive_text, said: m.invoices_said_waive, danger: false },
  dispute: {
    call: invoiceActionCalls.dispute,
    title: m.invoices_act_dispute,
    text: m.invoices_dispute_text,
    said: m.invoices_said_dispute,
    danger: false,
  },
  settle_dispute: {
    call: invoiceActionCalls.settleDispute,
    title: m.invoices_act_settle,
    text: m.invoices_settle_text,
    said: m.invoices_said_settle,
    danger: false,
  },
} as const satisfies Readonly<Record<Why, object>>;
/** An invoice can be named after its only line, for example “Late fee”, so an action also shows the code. */
const nameWithCode = (of: InvoiceDetails): string => `${of.code} (${getInvoiceName(of)})`;
/** The late fees that are waived: this fee, or those of the overdue invoice. Without fees, future late fees are waived. */
function waiveText(of: InvoiceDetails): string {
  const open = of.kind === 'late_fee' ? of.open_cents : sumCents(of.late_fees.map((fee) => fee.open_cents));
  return open > 0 ? m.invoices_waive_text({ sum: formatKes(open), what: nameWithCode(of) }) : m.invoices_waive_none_text({ what: nameWithCode(of) });
}
/** Actions that take a reason, or the outcome of a dispute. */
export function InvoiceReasonForm({ of, close, act }: Doing & { readonly act: Why }) {
  const { call, title, text, said, danger } = whys[act];
  const settles = act === 'settle_dispute';
  const form = useForm<(typeof whys)[Why]['call'], { reason: string }>(call, {
    blank: { reason: '' },
    given: ({ reason }) => (settles ? { id: of.id, outcome: reason.trim() } : { id: of.id, reason: reason.trim() }),
    names: { outcome: 'reason' },
    says: { reason: m.invoices_need_reason, outcome: m.invoices_need_reason },
    touches,
    inPlace: true,
    said: ({ code }) => said({ code }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={title()}
      text={act === 'waive' ? waiveText(of) : text({ sum: formatKes(of.open_cents), what: nameWithCode(of) })}
      danger={danger}
    >
      <Textarea
        {...form.text('reason')}
        label={settles ? m.invoices_field_outcome() : m.invoices_field_reason()}
        autosize
        minRows={3}
        maxLength={500}
      />
    </MoneyFormDrawer>
  );
}

/** The maximum a credit note may credit on a line: its open and its paid amount. */
export const calculateMaxCredit = ({ open_cents, paid_cents }: InvoiceDetails['lines'][number]): number => open_cents + paid_cents;

/** A credit note: lines, amounts and reason. The open part is no longer due, the paid part becomes tenant credit. */
export function CreditInvoiceForm({ of, close }: Doing) {
  const [parts, setParts] = useState<Readonly<Record<number, number>>>({});
  const lines = of.lines.filter((line) => calculateMaxCredit(line) > 0);
  const chosen = lines.filter(({ id }) => id in parts);
  const form = useForm(invoiceActionCalls.credit, {
    blank: { reason: '', lines: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim(), lines: chosen.map(({ id }) => ({ line_id: id, cents: parts[id] ?? 0 })) }),
    says: { reason: m.invoices_need_reason },
    whole: () => {
      const over = chosen.find((line) => (parts[line.id] ?? 0) > calculateMaxCredit(line));
      if (over) return m.invoices_credit_too_much({ what: over.label, sum: formatKes(calculateMaxCredit(over), true) });
      return chosen.length === 0 ? m.invoices_need_line() : '';
    },
    touches,
    inPlace: true,
    said: ({ code }) => m.invoices_said_credit({ code }),
    done: close,
  });
  const total = sumCents(chosen.map(({ id }) => parts[id] ?? 0));
  // The balance due is whole shillings, as on the server: the cents above that are credited with the note.
  const unpaid = sumCents(chosen.map(({ id, open_cents }) => Math.min(parts[id] ?? 0, open_cents)));
  // Where paid money is returned, the returned amount is reduced by these cents.
  const odd = unpaid === 0 ? 0 : Math.max(0, computeOddCents(Math.max(0, of.open_cents - unpaid)) - (total - unpaid));
  const tick = (id: number, most: number) =>
    setParts((old) => {
      if (!(id in old)) return { ...old, [id]: most };
      const { [id]: _gone, ...others } = old;
      return others;
    });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.invoices_act_credit()} text={m.invoices_credit_text()} danger ready={chosen.length > 0}>
      {lines.map((line) => (
        <div key={line.id} className={classes.form}>
          <Checkbox
            checked={line.id in parts}
            onChange={() => tick(line.id, calculateMaxCredit(line))}
            label={line.label}
            description={m.invoices_credit_line({ sum: formatKes(calculateMaxCredit(line)) })}
          />
          {line.id in parts && (
            <MoneyInput
              label={m.invoices_credit_part({ what: line.label })}
              value={toShillings(parts[line.id] ?? 0)}
              onChange={(typed) => setParts((old) => ({ ...old, [line.id]: typedAmountToCents(Number(typed)) }))}
            />
          )}
        </div>
      ))}
      {total > 0 && <p className={classes.quiet}>{m.invoices_credit_total({ sum: formatKes(total, true) })}</p>}
      {odd !== 0 && <p className={classes.quiet}>{m.invoices_credit_rounded({ sum: formatKes(total + odd, true) })}</p>}
      <Textarea {...form.text('reason')} label={m.invoices_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}
