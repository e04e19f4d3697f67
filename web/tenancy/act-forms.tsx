import { Checkbox, FileInput, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { tenancyActCalls as calls } from '#contract/tenancy/act-calls.ts';
import { endsAs, type Waivable, waivable } from '#contract/tenancy/guards.ts';
import { afterEnd, type EndKind, endKinds } from '#contract/tenancy/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { useForm } from '#web/forms/use-form.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { Act, optional, Reason } from './act-frame.tsx';
import { changedSaid, type Doing, touches } from './doing.ts';
import classes from './tenancy.module.css';
import { afterNames, endNames, guardNames } from './words.ts';

const kinds = () => endKinds.map((value) => ({ value, label: endNames[value]() }));

export const waivableIn = (of: Doing['of']) => waivable.filter((what) => of.missing.includes(what));
export function WaiveForm({ of, close }: Doing) {
  const open = waivableIn(of);
  const form = useForm(calls.waive, {
    blank: { what: open[0] ?? ('payment' as Waivable), reason: '' },
    given: ({ what, reason }) => ({ id: of.id, what, reason: reason.trim() }),
    inPlace: true,
    touches,
    said: changedSaid,
    done: close,
  });
  return (
    <Act title={m.tenancy_act_waive()} text={m.tenancy_act_waive_text()} close={close} form={form}>
      <NativeSelect {...form.text('what')} label={m.tenancy_field_what()} data={open.map((value) => ({ value, label: guardNames[value]() }))} />
      <Reason form={form} label={m.tenancy_field_reason()} />
    </Act>
  );
}

export function WhyForm({ of, close, what }: Doing & { readonly what: 'withdraw' | 'stay_on' }) {
  const words =
    what === 'withdraw' ? [m.tenancy_act_withdraw(), m.tenancy_act_withdraw_text()] : [m.tenancy_act_stay_on(), m.tenancy_act_stay_on_text()];
  const form = useForm(what === 'withdraw' ? calls.withdraw : calls.stayOn, {
    blank: { reason: '' },
    given: ({ reason }) => ({ id: of.id, reason: reason.trim() }),
    inPlace: true,
    touches,
    said: changedSaid,
    done: close,
  });
  return (
    <Act title={words[0] ?? ''} text={words[1] ?? ''} close={close} form={form}>
      <Reason form={form} label={m.tenancy_field_reason()} />
    </Act>
  );
}

export function LeaveForm({ of, close }: Doing) {
  const form = useForm(calls.leave, {
    blank: { on: addDays(clock.today(), of.notice_days), kind: 'notice' as EndKind, reason: '', agreed: false, notice: null as File | null },
    given: ({ notice, agreed, ...given }) => ({
      id: of.id,
      ...given,
      agreed: agreed ? ('true' as const) : ('false' as const),
      notice: notice as File,
    }),
    check: ({ notice }): Record<string, string> => (notice ? {} : { notice: m.tenancy_field_notice_needed() }),
    inPlace: true,
    touches,
    said: changedSaid,
    done: close,
  });
  return (
    <Act title={m.tenancy_act_leave()} text={m.tenancy_act_leave_text()} close={close} form={form}>
      <TextInput {...form.text('on')} type="date" label={m.tenancy_field_on()} min={clock.today()} />
      <NativeSelect {...form.text('kind')} label={m.tenancy_field_kind()} data={kinds()} />
      <Checkbox {...form.tick('agreed')} label={m.tenancy_field_agreed()} />
      <FileInput
        label={m.tenancy_field_notice()}
        placeholder={m.tenancy_field_notice_choose()}
        accept="application/pdf,image/jpeg,image/png,image/webp"
        value={form.values.notice}
        onChange={(file) => form.set('notice', file)}
        error={form.problems.notice}
      />
      <Reason form={form} label={optional(m.tenancy_field_reason())} />
    </Act>
  );
}

export function EndForm({ of, close }: Doing) {
  const [typed, setTyped] = useState('');
  const kind = endsAs(of.leaving);
  const form = useForm(calls.end, {
    blank: {
      on: clock.today(),
      kind,
      reason: of.leaving?.reason ?? '',
      keys: false,
      readings: false,
      no_inspection: '',
      after: 'vacant' as (typeof afterEnd)[number],
    },
    given: (values) => ({ id: of.id, ...values }),
    inPlace: true,
    touches,
    said: changedSaid,
    done: close,
  });
  return (
    <Act title={m.tenancy_act_end()} text={m.tenancy_act_end_text()} close={close} form={form} danger ready={typed.trim() === of.code}>
      {of.deposit_cents > 0 && <p className={classes.quiet}>{m.tenancy_end_deposit({ held: kes(of.deposit_cents) })}</p>}
      <TextInput {...form.text('on')} type="date" label={m.tenancy_field_on()} min={of.leaving_on ?? of.ends_on ?? undefined} max={clock.today()} />
      <NativeSelect {...form.text('kind')} label={m.tenancy_field_kind()} data={[{ value: kind, label: endNames[kind]() }]} />
      <Reason form={form} label={optional(m.tenancy_field_reason())} />
      <Checkbox {...form.tick('keys')} label={m.tenancy_field_keys()} />
      <Checkbox {...form.tick('readings')} label={m.tenancy_field_readings()} />
      <TextInput {...form.text('no_inspection')} label={optional(m.tenancy_field_no_inspection())} maxLength={500} />
      <NativeSelect {...form.text('after')} label={m.tenancy_field_after()} data={afterEnd.map((value) => ({ value, label: afterNames[value]() }))} />
      <TextInput
        label={m.tenancy_end_code({ code: of.code })}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
      />
    </Act>
  );
}
