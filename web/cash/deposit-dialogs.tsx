import { FileInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { cashCalls } from '#contract/cash/calls.ts';
import type { CashDeposit } from '#contract/cash/shapes.ts';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { slipTypes } from './declare-form.tsx';

type Doing = { readonly of: CashDeposit; readonly close: () => void };

export function AddSlipDialog({ of, close }: Doing) {
  const [slip, setSlip] = useState<File | null>(null);
  const form = useForm(cashCalls.addSlip, {
    blank: { slip: '' },
    given: () => ({ id: of.id, slip: slip ?? new File([], '') }),
    check: () => (slip === null ? { slip: m.cash_slip_needed() } : {}),
    inPlace: true,
    said: () => m.cash_said_slip({ code: of.code }),
    done: close,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.cash_slip_add()}>
      <FileInput
        label={m.cash_slip()}
        placeholder={m.payments_field_choose()}
        accept={slipTypes}
        value={slip}
        onChange={setSlip}
        error={form.problems.slip}
      />
    </MoneyFormDrawer>
  );
}

/** A company withdraws its own deposit, and Makao that of a company. */
export function WithdrawDepositDialog({ of, close }: Doing) {
  const form = useForm(of.may_withdraw ? cashCalls.withdrawCompanyDeposit : cashCalls.withdrawDeposit, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    inPlace: true,
    said: () => m.cash_said_withdrawn({ code: of.code }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.cash_withdraw()}
      text={
        of.may_withdraw
          ? m.cash_withdraw_company_text({ code: of.code, sum: formatKes(of.cents), company: of.company.name })
          : m.cash_withdraw_text({ code: of.code, sum: formatKes(of.cents) })
      }
      danger
    >
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
    </MoneyFormDrawer>
  );
}
