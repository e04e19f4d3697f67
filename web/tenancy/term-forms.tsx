import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { toCents } from '#contract/money/cents.ts';
import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import {
  canStopCharge,
  classifyRentChange,
  computeEarliestChargeDay,
  computeProposedRentChangeDay,
  computeRentCeiling,
} from '#contract/tenancy/guards.ts';
import {
  type TenancyChargeFrequency,
  type TenancyChargeKind,
  tenancyChargeFrequencies,
  tenancyChargeKinds,
  tenancyStatuses,
} from '#contract/tenancy/kinds.ts';
import { tenancyChargeFrequencyLabels, tenancyChargeKindLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthStart } from '#contract/time/days.ts';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { RentField, TenancyActionForm, TenancyReasonField, toOptionalLabel } from './act-frame.tsx';
import { getTenancyChangedMessage, makeTenancyActionOptions, type TenancyActionProps } from './action-props.ts';

export function ChangeRentForm({ of, close }: TenancyActionProps) {
  const form = useForm(tenancyActionCalls.changeRent, {
    blank: { rent_cents: of.rent_cents, from: computeProposedRentChangeDay(clock.today(), of.notice_days), reason: '', sure: false },
    given: ({ rent_cents, ...given }) => ({ id: of.id, rent_cents: toCents(rent_cents), ...given }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  const most = computeRentCeiling(of, form.values.from);
  return (
    <TenancyActionForm
      title={m.tenancy_act_change_rent()}
      text={m.tenancy_act_change_rent_text()}
      close={close}
      form={form}
      ready={most === null || form.values.rent_cents <= most.cents}
    >
      <RentField form={form} label={m.tenancy_rent()} />
      {most && <Note tone="guard">{m.tenancy_rent_until({ rent: formatKes(most.cents), day: formatDate(most.until) })}</Note>}
      <TextInput {...form.text('from')} type="date" label={m.tenancy_field_from()} min={clock.today()} />
      {classifyRentChange(of.rent_cents, form.values.rent_cents) === 'large' && (
        <>
          <Note tone="guard">{m.tenancy_problem_rent_jump({ rent: formatKes(of.rent_cents), next: formatKes(form.values.rent_cents) })}</Note>
          <Checkbox {...form.tick('sure')} label={m.tenancy_field_sure()} />
        </>
      )}
      <TenancyReasonField form={form} label={toOptionalLabel(m.tenancy_field_reason())} />
    </TenancyActionForm>
  );
}

/** Rent changes that were announced and have not begun. */
export const listPlannedRentChanges = (of: TenancyActionProps['of']) =>
  of.terms.filter((term) => term.why === 'rent_change' && term.from > clock.today());
export function WithdrawRentChangeForm({ of, close }: TenancyActionProps) {
  const planned = listPlannedRentChanges(of);
  const form = useForm(tenancyActionCalls.withdrawRent, {
    blank: { term_id: planned[0]?.id ?? noRecordId, reason: '' },
    given: (values) => ({ id: of.id, ...values }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm title={m.tenancy_act_withdraw_rent()} text={m.tenancy_act_withdraw_rent_text()} close={close} form={form}>
      <NativeSelect
        {...form.number('term_id')}
        label={m.tenancy_field_planned()}
        data={planned.map((term) => ({
          value: String(term.id),
          label: m.tenancy_planned_rent({ rent: formatKes(term.rent_cents), day: formatDate(term.from) }),
        }))}
      />
      <TenancyReasonField form={form} label={toOptionalLabel(m.tenancy_field_reason())} />
    </TenancyActionForm>
  );
}
export function OfferRenewalForm({ of, close }: TenancyActionProps) {
  const from = of.ends_on ? addDays(of.ends_on, 1) : clock.today();
  const form = useForm(tenancyActionCalls.offerRenewal, {
    // The latest rent that was agreed or announced is the one to renew.
    blank: {
      rent_cents: of.terms.at(-1)?.rent_cents ?? of.rent_cents,
      ends_on: addDays(addMonths(from, 12), -1),
      until: addDays(clock.today(), 14),
      message: '',
    },
    given: ({ rent_cents, ...given }) => ({ id: of.id, rent_cents: toCents(rent_cents), ...given }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm title={m.tenancy_act_offer_renewal()} text={m.tenancy_act_offer_renewal_text()} close={close} form={form}>
      <TextInput {...form.text('ends_on')} type="date" label={m.tenancy_field_on()} />
      <RentField form={form} label={m.tenancy_rent()} />
      <TextInput {...form.text('until')} type="date" label={m.tenancy_field_until()} min={clock.today()} />
      <Textarea {...form.text('message')} label={toOptionalLabel(m.tenancy_field_message())} autosize minRows={2} maxLength={1000} />
    </TenancyActionForm>
  );
}

/** Discounts are part of an agreed promotion; only additional charges are entered here. */
export const addableChargeKinds = tenancyChargeKinds.filter((kind) => kind !== 'discount');
export function AddChargeForm({ of, close }: TenancyActionProps) {
  const begun = of.status !== tenancyStatuses.pending;
  const first = (often: TenancyChargeFrequency) => computeEarliestChargeDay({ ...of, begun }, often, null, clock.today());
  const form = useForm(tenancyActionCalls.addCharge, {
    blank: {
      label: '',
      kind: 'other' as TenancyChargeKind,
      rent_cents: 0,
      often: 'monthly' as TenancyChargeFrequency,
      from: begun ? computeProposedRentChangeDay(clock.today(), of.notice_days) : of.starts_on,
    },
    given: ({ rent_cents, ...given }) => ({ id: of.id, cents: toCents(rent_cents), ...given }),
    names: { cents: 'rent_cents' },
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm
      title={m.tenancy_act_change_charges()}
      text={m.tenancy_act_change_charges_text({ days: of.notice_days })}
      close={close}
      form={form}
    >
      <NativeSelect
        {...form.text('kind')}
        label={m.tenancy_field_charge_kind()}
        data={addableChargeKinds.map((value) => ({ value, label: tenancyChargeKindLabels[value]() }))}
      />
      <TextInput {...form.text('label')} label={m.tenancy_field_label()} maxLength={80} />
      <RentField form={form} label={m.tenancy_amount()} />
      <NativeSelect
        {...form.text('often')}
        label={m.tenancy_field_often()}
        data={tenancyChargeFrequencies.map((value) => ({ value, label: tenancyChargeFrequencyLabels[value]() }))}
      />
      <TextInput {...form.text('from')} type="date" label={m.tenancy_field_from()} min={first(form.values.often)} />
    </TenancyActionForm>
  );
}

const goesOn = (last: string | null) => last === null || last > clock.today();
export const listStoppableCharges = (of: TenancyActionProps['of']) =>
  of.charges.filter((one) => goesOn(one.last) && one.often !== 'once' && canStopCharge(one));
export function StopChargeForm({ of, close }: TenancyActionProps) {
  const open = listStoppableCharges(of);
  const form = useForm(tenancyActionCalls.stopCharge, {
    blank: { charge_id: open[0]?.id ?? noRecordId, last: addDays(addMonths(monthStart(clock.today()), 1), -1) },
    given: (values) => ({ id: of.id, ...values }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm title={m.tenancy_act_stop_charge()} text={m.tenancy_act_stop_charge_text()} close={close} form={form}>
      <NativeSelect
        {...form.number('charge_id')}
        label={m.tenancy_field_charge()}
        data={open.map((one) => ({
          value: String(one.id),
          label: `${one.label} (${one.cents === null ? m.tenancy_metered() : formatKes(one.cents)})`,
        }))}
      />
      <TextInput {...form.text('last')} type="date" label={m.tenancy_field_on()} />
    </TenancyActionForm>
  );
}

/** For tenants without an account to answer with: the manager records their consent, and how it was given. */
export function RecordRenewalForm({ of, close }: TenancyActionProps) {
  const form = useForm(tenancyActionCalls.recordRenewal, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm title={m.tenancy_act_record_renewal()} text={m.tenancy_act_record_renewal_text()} close={close} form={form}>
      <TenancyReasonField form={form} label={m.tenancy_field_how()} />
    </TenancyActionForm>
  );
}
