import { Checkbox, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { cashCalls } from '#contract/cash/calls.ts';
import { maxDepositPayments } from '#contract/cash/kinds.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';

type Held = CallResult<typeof cashCalls.heldCash>;
export const slipTypes = 'application/pdf,image/png,image/jpeg,image/webp';

/** Declares that chosen cash payments were paid in. The amount is their sum, so no one types it. The slip follows the declaration. */
export function DeclareDepositForm({ of, close }: { readonly of: Held; readonly close: () => void }) {
  const [slip, setSlip] = useState<File | null>(null);
  const upload = useAction(cashCalls.addSlip, { quiet: true });
  const all = of.results.slice(0, maxDepositPayments);
  const form = useForm(cashCalls.declareDeposit, {
    blank: { account_id: String(of.accounts[0]?.id ?? ''), chosen: all.map(({ id }) => id), paid_on: clock.today(), reference: '', slip: '' },
    given: ({ account_id, chosen, paid_on, reference }) => ({
      account_id: Number(account_id),
      payment_ids: chosen,
      paid_on,
      reference: reference.trim(),
    }),
    names: { payment_ids: 'chosen' },
    check: ({ chosen }) => ({
      ...(chosen.length === 0 ? { chosen: m.cash_payments_needed() } : {}),
      ...(slip === null ? { slip: m.cash_slip_needed() } : {}),
    }),
    inPlace: true,
    said: (made) => m.cash_said_declared({ code: made.code, sum: formatKes(made.cents) }),
    done: async ({ id, code }) => {
      const kept = slip === null ? null : await upload.mutateAsync({ id, slip }).catch(() => null);
      if (kept === null) showToast({ kind: 'error', title: m.cash_slip_missing(), text: m.cash_said_slip_failed({ code }) });
      close();
    },
  });
  const { chosen } = form.values;
  const put = (id: number, on: boolean) => form.set('chosen', on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <MoneyFormDrawer form={form} close={close} title={m.cash_declare()} text={m.cash_declare_text()} busy={upload.isPending}>
      <Checkbox.Group label={m.cash_payments()} value={chosen.map(String)} error={form.problems.chosen}>
        <ul className={classes.candidates}>
          {all.map(({ id, code, cents, on, home }) => (
            <li key={id}>
              <Checkbox
                value={String(id)}
                label={`${formatKes(cents)} · ${code}`}
                description={[home, formatDate(on)].filter(Boolean).join(' · ')}
                onChange={(event) => put(id, event.currentTarget.checked)}
              />
            </li>
          ))}
        </ul>
      </Checkbox.Group>
      <DefinitionList
        items={[{ label: m.cash_chosen(), value: formatKes(sumCents(all.filter(({ id }) => chosen.includes(id)).map(({ cents }) => cents)), true) }]}
      />
      <NativeSelect
        {...form.text('account_id')}
        label={m.cash_account()}
        data={of.accounts.map(({ id, name, number }) => ({ value: String(id), label: `${name} ${number}` }))}
      />
      <TextInput {...form.text('paid_on')} type="date" label={m.cash_day()} max={clock.today()} />
      <TextInput {...form.text('reference')} label={`${m.cash_reference()} ${m.shell_optional()}`} maxLength={80} />
      <FileInput
        label={m.cash_slip()}
        placeholder={m.payments_field_choose()}
        accept={slipTypes}
        value={slip}
        onChange={setSlip}
        clearable
        clearButtonProps={{ 'aria-label': m.paper_file_clear() }}
        error={form.problems.slip}
      />
    </MoneyFormDrawer>
  );
}
