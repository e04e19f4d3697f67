import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { getTenancyEndKind, type WaivableMoveInGuard, waivableMoveInGuards } from '#contract/tenancy/guards.ts';
import { payingTenancyRoles, unitStatusesAfterEnd } from '#contract/tenancy/kinds.ts';
import { moveInGuardLabels, tenancyEndKindLabels, unitStatusAfterEndLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { useForm } from '#web/forms/use-form.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { TenancyActionForm, TenancyReasonField, toOptionalLabel } from './act-frame.tsx';
import { getTenancyChangedMessage, makeTenancyActionOptions, type TenancyActionProps } from './action-props.ts';
import classes from './tenancy.module.css';

const hasPayerWithAccount = ({ people }: TenancyActionProps['of']) =>
  people.some((one) => one.has_account && one.until === null && payingTenancyRoles.includes(one.role));
/** A payer with an account signs the lease, so it cannot be waived. */
export const listWaivableGuards = (of: TenancyActionProps['of']) =>
  waivableMoveInGuards.filter((what) => of.missing.includes(what) && !(what === 'agreement' && hasPayerWithAccount(of)));
export function WaiveMoveInRequirementForm({ of, close }: TenancyActionProps) {
  const open = listWaivableGuards(of);
  const form = useForm(tenancyActionCalls.waiveGuard, {
    blank: { what: open[0] ?? ('payment' as WaivableMoveInGuard), reason: '' },
    given: ({ what, reason }) => ({ id: of.id, what, reason: reason.trim() }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm title={m.tenancy_act_waive()} text={m.tenancy_act_waive_text()} close={close} form={form}>
      <NativeSelect
        {...form.text('what')}
        label={m.tenancy_field_what()}
        data={open.map((value) => ({ value, label: moveInGuardLabels[value]() }))}
      />
      <TenancyReasonField form={form} label={m.tenancy_field_reason()} />
    </TenancyActionForm>
  );
}

const whys = {
  withdraw: { call: tenancyActionCalls.withdraw, title: m.tenancy_act_withdraw, text: m.tenancy_act_withdraw_text },
  stay_on: { call: tenancyActionCalls.cancelNotice, title: m.tenancy_act_stay_on, text: m.tenancy_act_stay_on_text },
  review_objection: {
    call: tenancyActionCalls.requestObjectionReview,
    title: m.tenancy_act_review_objection,
    text: m.tenancy_act_review_objection_text,
  },
  withdraw_transfer: {
    call: tenancyActionCalls.withdrawTransfer,
    title: m.tenancy_act_withdraw_transfer,
    text: m.tenancy_act_withdraw_transfer_text,
    optional: true,
  },
} as const;
export function TenancyReasonForm({ of, close, what }: TenancyActionProps & { readonly what: keyof typeof whys }) {
  const { call, title, text, ...rest } = whys[what];
  const label = 'optional' in rest ? toOptionalLabel(m.tenancy_field_reason()) : m.tenancy_field_reason();
  const form = useForm<(typeof whys)[keyof typeof whys]['call'], { reason: string }>(call, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm title={title()} text={text()} close={close} form={form}>
      <TenancyReasonField form={form} label={label} />
    </TenancyActionForm>
  );
}

export function EndTenancyForm({ of, close }: TenancyActionProps) {
  const [typed, setTyped] = useState('');
  const kind = getTenancyEndKind(of.leaving);
  const form = useForm(tenancyActionCalls.end, {
    blank: {
      on: clock.today(),
      kind,
      reason: of.leaving?.reason ?? '',
      keys: false,
      readings: false,
      no_inspection: '',
      after: 'vacant' as (typeof unitStatusesAfterEnd)[number],
    },
    given: (values) => ({ id: of.id, ...values }),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  return (
    <TenancyActionForm title={m.tenancy_act_end()} text={m.tenancy_act_end_text()} close={close} form={form} danger ready={typed.trim() === of.code}>
      {of.deposit_cents > 0 && <p className={classes.quiet}>{m.tenancy_end_deposit({ held: formatKes(of.deposit_cents) })}</p>}
      <TextInput {...form.text('on')} type="date" label={m.tenancy_field_on()} min={of.leaving_on ?? of.ends_on ?? undefined} max={clock.today()} />
      <NativeSelect {...form.text('kind')} label={m.tenancy_field_kind()} data={[{ value: kind, label: tenancyEndKindLabels[kind]() }]} />
      <TenancyReasonField form={form} label={toOptionalLabel(m.tenancy_field_reason())} />
      <Checkbox {...form.tick('keys')} label={m.tenancy_field_keys()} />
      <Checkbox {...form.tick('readings')} label={m.tenancy_field_readings()} />
      <TextInput {...form.text('no_inspection')} label={toOptionalLabel(m.tenancy_field_no_inspection())} maxLength={500} />
      <NativeSelect
        {...form.text('after')}
        label={m.tenancy_field_after()}
        data={unitStatusesAfterEnd.map((value) => ({ value, label: unitStatusAfterEndLabels[value]() }))}
      />
      <TextInput
        label={m.tenancy_end_code({ code: of.code })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </TenancyActionForm>
  );
}
