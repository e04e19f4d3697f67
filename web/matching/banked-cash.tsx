import { NativeSelect, Textarea } from '@mantine/core';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { cashCalls } from '#contract/cash/calls.ts';
import type { CashDeposit } from '#contract/cash/shapes.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PaymentSummary } from '#contract/payment/shapes.ts';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

const nameOf = ({ code, company, paid_on, reference }: CashDeposit): string =>
  [company.name, formatDate(paid_on), reference, code].filter(Boolean).join(' · ');
type BankedProps = { readonly of: PaymentSummary; readonly deposits: readonly CashDeposit[]; readonly close: () => void; readonly done: () => void };
/** Makao chooses the declared deposit that an unallocated bank payment is. */
export function BankedCashDialog({ of, deposits, close, done }: BankedProps) {
  const form = useForm(statementCalls.bankedCash, {
    blank: { deposit_id: String(deposits[0]?.id ?? ''), reason: '' },
    given: ({ deposit_id, reason }) => ({ id: of.id, deposit_id: Number(deposit_id), reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    touches: [paymentCalls, cashCalls],
    inPlace: true,
    said: ({ code }) => m.cash_said_act({ sum: formatKes(of.cents), code }),
    done,
  });
  const chosen = deposits.find(({ id }) => id === Number(form.values.deposit_id));
  return (
    <MoneyFormDrawer form={form} close={close} title={m.cash_act_title({ sum: formatKes(of.cents) })} verb={m.cash_act()} text={m.cash_act_text()}>
      <NativeSelect
        {...form.text('deposit_id')}
        label={m.cash_act_choose()}
        data={deposits.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
      />
      {chosen?.slip && (
        <p>
          <AppLink href={chosen.slip} target="_blank" rel="noopener">
            {m.cash_slip_open()}
          </AppLink>
        </p>
      )}
      <Textarea {...form.text('reason')} label={m.cash_act_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}
