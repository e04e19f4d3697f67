import { Checkbox, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { collectionCalls } from '#contract/collection/calls.ts';
import { findEarlierPayment } from '#contract/collection/duplicates.ts';
import { type RecordedPaymentMethod, recordedPaymentMethods } from '#contract/collection/kinds.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { ConfirmCashPaymentForm } from './confirm-cash.tsx';
import { MoneyFormDrawer } from './money-drawer.tsx';
import { type ChosenTenancy, TenancyPicker } from './tenancy-pick.tsx';
import { paymentMethodNames } from './words.ts';

/** The invoice or tenancy, where it is known. */
export type PaymentRecordingSubject = {
  readonly who: string;
  readonly open_cents: number;
  readonly tenancy_id?: number;
  readonly booking_id?: number;
  readonly invoice_id?: number;
};
const besidesOf = (earlier: { readonly id: number } | undefined) => (earlier ? { besides: earlier.id } : {});
type Recorded = Parameters<typeof ConfirmCashPaymentForm>[0]['of'];

/** Records a payment to the company's own account, or by hand; for cash, continues with the payer's code. */
export function RecordPaymentForm({ close, what }: { close: () => void; what?: PaymentRecordingSubject }) {
  const [tenancy, setTenancy] = useState<ChosenTenancy | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [cash, setCash] = useState<Recorded | null>(null);
  const evidence = useAction(paymentActionCalls.addEvidence, { quiet: true });
  const whose: { readonly invoice_ids?: number[]; readonly tenancy_id?: number; readonly booking_id?: number } = what
    ? {
        ...(what.invoice_id ? { invoice_ids: [what.invoice_id] } : {}),
        ...(what.tenancy_id ? { tenancy_id: what.tenancy_id } : {}),
        ...(what.booking_id ? { booking_id: what.booking_id } : {}),
      }
    : tenancy
      ? { tenancy_id: tenancy.id }
      : {};
  const { invoice_ids: _, ...at } = whose;
  const asked = { ...at, ...(what?.invoice_id ? { invoice_id: what.invoice_id } : {}) };
  const ways = useCall(collectionCalls.recordingOptions, asked, { quiet: true, enabled: Object.keys(at).length > 0 });
  // Without a tenancy it is not known yet which methods can be recorded.
  const hows: readonly RecordedPaymentMethod[] = ways.data?.hows ?? (ways.isError ? recordedPaymentMethods : []);
  const offered = (how: RecordedPaymentMethod): RecordedPaymentMethod => (hows.includes(how) ? how : (hows[0] ?? 'cash'));
  const earlierOf = ({ how, shillings, on, external }: { how: RecordedPaymentMethod; shillings: number; on: string; external: string }) =>
    findEarlierPayment(ways.data?.recent ?? [], { how: offered(how), cents: typedAmountToCents(shillings), on, external: external.trim() });
  const form = useForm(collectionCalls.record, {
    blank: {
      how: 'mpesa' as RecordedPaymentMethod,
      shillings: toShillings(what?.open_cents ?? 0),
      on: clock.today(),
      external: '',
      note: '',
      whose: '',
      another: false,
    },
    given: ({ how: chosen, shillings, on, external, note, another }) => ({
      how: offered(chosen),
      cents: typedAmountToCents(shillings),
      on,
      external: offered(chosen) === 'cash' ? '' : external.trim(),
      note: note.trim(),
      ...whose,
      ...(another ? besidesOf(earlierOf({ how: chosen, shillings, on, external })) : {}),
    }),
    names: { cents: 'shillings', tenancy_id: 'whose' },
    check: (values) => ({
      ...(Object.keys(at).length === 0 ? { whose: m.payments_need_tenancy() } : {}),
      ...(earlierOf(values) && !values.another ? { another: m.payments_need_another() } : {}),
    }),
    touches: [invoiceCalls],
    inPlace: true,
    said: (answer, { cents }) =>
      answer.awaits_code
        ? m.payments_said_cash({ tail: answer.phone_tail ?? '' })
        : answer.awaits_second
          ? m.payments_said_cash_second()
          : m.payments_said_recorded({ sum: formatKes(cents ?? 0) }),
    done: async (answer) => {
      if (file) await evidence.mutateAsync({ id: answer.id, evidence: file }).catch(() => undefined);
      if (answer.awaits_code) setCash(answer);
      else close();
    },
  });
  if (cash) return <ConfirmCashPaymentForm of={cash} close={close} />;
  const how = offered(form.values.how);
  const byCash = how === 'cash';
  const earlier = earlierOf(form.values);
  const paybill = ways.data?.paybill;
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={m.payments_record()}
      text={what ? m.payments_record_for({ who: what.who, sum: formatKes(what.open_cents) }) : ways.data?.held ? undefined : m.payments_record_text()}
      busy={evidence.isPending}
    >
      {!what && <TenancyPicker chosen={tenancy} put={setTenancy} error={form.problems.whose} />}
      <MoneyInput
        label={m.payments_field_sum()}
        value={form.values.shillings}
        onChange={(value) => form.set('shillings', Number(value) || 0)}
        error={form.problems.shillings}
      />
      {ways.data?.collects === false && <Note>{m.payment_refusal_not_collecting()}</Note>}
      {ways.data?.collects && ways.data.held && <Note>{paybill ? m.payments_record_held({ paybill }) : m.payments_record_held_plain()}</Note>}
      <NativeSelect
        {...form.text('how')}
        value={how}
        label={m.payments_column_how()}
        disabled={!ways.data && !ways.isError}
        data={
          hows.length > 0
            ? hows.map((value) => ({ value, label: paymentMethodNames[value]() }))
            : [{ value: how, label: m.payments_record_how_later() }]
        }
        description={byCash ? (ways.data?.second ? m.payments_record_cash_second() : m.payments_record_cash()) : undefined}
      />
      <TextInput {...form.text('on')} type="date" label={m.payments_field_on()} max={clock.today()} />
      {!byCash && <TextInput {...form.text('external')} label={`${m.payments_field_external()} ${m.shell_optional()}`} maxLength={60} />}
      <FileInput
        label={`${m.payments_field_evidence()} ${m.shell_optional()}`}
        placeholder={m.payments_field_choose()}
        accept="application/pdf,image/png,image/jpeg,image/webp"
        value={file}
        onChange={setFile}
        clearable
        clearButtonProps={{ 'aria-label': m.paper_file_clear() }}
      />
      {earlier && (
        <Checkbox
          label={m.payments_record_another({ code: earlier.code, sum: formatKes(earlier.cents), day: formatDate(earlier.on) })}
          checked={form.values.another}
          onChange={(event) => form.set('another', event.currentTarget.checked)}
          error={form.problems.another}
        />
      )}
      <TextInput {...form.text('note')} label={`${m.payments_field_note()} ${m.shell_optional()}`} maxLength={500} />
    </MoneyFormDrawer>
  );
}
