import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toCents } from '#contract/money/cents.ts';
import { paperCalls } from '#contract/paper/calls.ts';
import { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { computeEarliestMoveOutDay, computeRentCeiling } from '#contract/tenancy/guards.ts';
import { paperObjectionDays, payingTenancyRoles, unitStatusesAfterEnd } from '#contract/tenancy/kinds.ts';
import { unitStatusAfterEndLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { RentField, TenancyActionForm, TenancyReasonField, toOptionalLabel } from './act-frame.tsx';
import { getTenancyChangedMessage, makeTenancyActionOptions, type TenancyActionProps } from './action-props.ts';
import {
  findTenancyPeopleProblems,
  getTenancyPeopleFieldNames,
  TenancyPeopleFields,
  type TenancyPersonDraft,
  toTenancyPeopleInput,
  toTenancyPersonDraft,
} from './people-fields.tsx';
import { UnitPicker } from './unit-pick.tsx';

/** The people of a tenancy from a day on: a person leaves, joins, or pays another share. */
export function ChangePeopleForm({ of, close }: TenancyActionProps) {
  const today = clock.today();
  // People with an account answer for themselves. A document that states that they leave replaces a missing answer only.
  const leaving = (people: readonly TenancyPersonDraft[]) =>
    of.people.filter(
      (one) =>
        one.until === null &&
        one.has_account &&
        payingTenancyRoles.includes(one.role) &&
        !people.some((kept) => kept.tenant_id === one.tenant_id && payingTenancyRoles.includes(kept.role)),
    );
  const rising = (people: readonly TenancyPersonDraft[]) =>
    of.people.filter(
      (one) =>
        one.until === null &&
        one.has_account &&
        payingTenancyRoles.includes(one.role) &&
        toTenancyPeopleInput(people).some((kept) => 'tenant_id' in kept && kept.tenant_id === one.tenant_id && kept.share_bp > one.share_bp),
    );
  const form = useForm(tenancyActionCalls.changePeople, {
    blank: {
      from: of.starts_on > today ? of.starts_on : today,
      people: of.people.filter((one) => one.until === null).map(toTenancyPersonDraft) as readonly TenancyPersonDraft[],
      reason: '',
      paper_id: '',
    },
    given: ({ people, paper_id, ...given }) => ({
      id: of.id,
      people: toTenancyPeopleInput(people),
      ...given,
      ...(paper_id && leaving(people).length > 0 ? { paper_id: Number(paper_id) } : {}),
    }),
    names: ({ people }) => getTenancyPeopleFieldNames(people),
    check: ({ people }) => findTenancyPeopleProblems(people),
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  const out = leaving(form.values.people);
  const papers = useCall(paperCalls.list, { tenancy_id: of.id }, { enabled: out.length > 0, quiet: true });
  const says = (papers.data?.results ?? []).filter((one) => one.shared && one.file !== null && (one.kind === 'notice' || one.kind === 'addendum'));
  const asked = [...(form.values.paper_id === '' ? out : []), ...rising(form.values.people)];
  const shown = form.values.paper_id === '' ? [] : out;
  const asks = asked.length + shown.length > 0;
  return (
    <TenancyActionForm
      title={m.tenancy_act_change_people()}
      verb={asks ? m.tenancy_act_ask_people() : m.tenancy_act_change_people()}
      text={m.tenancy_act_change_people_text()}
      close={close}
      form={form}
    >
      <TextInput {...form.text('from')} type="date" label={m.tenancy_field_from()} min={of.starts_on} />
      <TenancyPeopleFields people={form.values.people} put={(people) => form.set('people', people)} problems={form.problems} id="people" />
      {asked.length > 0 && <Note tone="guard">{m.tenancy_people_asks({ names: asked.map((one) => one.name).join(', ') })}</Note>}
      {out.length > 0 && (says.length > 0 || form.problems.paper_id) && (
        <NativeSelect
          {...form.text('paper_id')}
          label={m.tenancy_field_paper()}
          data={[{ value: '', label: m.tenancy_field_paper_none() }, ...says.map((one) => ({ value: String(one.id), label: one.name }))]}
        />
      )}
      {shown.length > 0 && (
        <Note tone="guard">{m.tenancy_people_shown_note({ days: paperObjectionDays, names: shown.map((one) => one.name).join(', ') })}</Note>
      )}
      {(of.renewal || of.leaving_ask) && <Note tone="info">{m.tenancy_people_ends_waiting()}</Note>}
      <TenancyReasonField form={form} label={toOptionalLabel(m.tenancy_field_reason())} />
    </TenancyActionForm>
  );
}

/** To another unit of the same owner that is available from that day. */
export function TransferTenancyForm({ of, close }: TenancyActionProps) {
  const [unit, setUnit] = useState<Parameters<typeof UnitPicker>[0]['chosen']>(null);
  const form = useForm(tenancyActionCalls.transfer, {
    blank: { unit_id: 0, on: clock.today(), rent_cents: of.rent_cents, reason: '', after: 'vacant' as (typeof unitStatusesAfterEnd)[number] },
    given: ({ rent_cents, unit_id, on, reason, after }) => ({
      id: of.id,
      unit_id,
      on,
      ...(rent_cents === of.rent_cents ? {} : { rent_cents: toCents(rent_cents) }),
      reason: reason.trim(),
      after,
    }),
    says: { unit_id: m.tenancy_form_unit_needed },
    said: getTenancyChangedMessage,
    ...makeTenancyActionOptions(close),
  });
  // Tenants with an account get their notice period.
  const answers = of.people.some((one) => one.has_account && one.until === null && payingTenancyRoles.includes(one.role));
  const first = answers ? computeEarliestMoveOutDay(clock.today(), of.notice_days) : clock.today();
  const most = computeRentCeiling(of, form.values.on, true);
  return (
    <TenancyActionForm
      title={m.tenancy_act_transfer()}
      text={m.tenancy_act_transfer_text()}
      close={close}
      form={form}
      // A transfer keeps the current rent, whatever it is.
      ready={most === null || form.values.rent_cents <= most.cents || form.values.rent_cents === of.rent_cents}
    >
      <TextInput {...form.text('on')} type="date" label={m.tenancy_field_moving_on()} min={first} />
      <UnitPicker
        label={m.tenancy_field_new_unit()}
        chosen={unit}
        put={(next) => {
          setUnit(next);
          form.set('unit_id', next?.id ?? noRecordId);
        }}
        fits={(one) => one.id !== of.unit.id && !one.lived_in && one.free_from !== null && one.free_from <= form.values.on}
        error={form.problems.unit_id}
      />
      {unit?.rent_cents != null && unit.rent_cents !== of.rent_cents && (
        <Note tone="guard">{m.tenancy_asks_here({ rent: formatKes(of.rent_cents), asked: formatKes(unit.rent_cents) })}</Note>
      )}
      <RentField form={form} label={m.tenancy_rent()} />
      {most && form.values.rent_cents > most.cents && (
        <Note tone="guard">{m.tenancy_problem_move_rent({ rent: formatKes(most.cents), day: formatDate(most.until) })}</Note>
      )}
      <NativeSelect
        {...form.text('after')}
        label={m.tenancy_field_old_after()}
        data={unitStatusesAfterEnd.map((value) => ({ value, label: unitStatusAfterEndLabels[value]() }))}
      />
      <TenancyReasonField form={form} label={m.tenancy_field_reason()} />
    </TenancyActionForm>
  );
}
