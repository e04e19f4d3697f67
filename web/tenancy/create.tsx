import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { rentPeriods } from '#contract/tenancy/kinds.ts';
import { tenancyRentPeriodLabels } from '#contract/tenancy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths } from '#contract/time/days.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { discardDraft, hasDraft, readDraft, useDraft } from '#web/forms/draft.ts';
import { type FormHandle, useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { SignedNumberInput } from '#web/ui/dash/signed-number.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { DayNumberInput, MoveInPaymentPreview, RentEscalationFields, TenancyChargeFields } from './create-parts.tsx';
import { formatTenancyHome } from './labels.ts';
import {
  calculateFirstDueLines,
  makeBlankTenancyCharge,
  makeBlankTenancyDraft,
  type NewTenancyDraft,
  tenancyFormFieldNames,
  toTenancyInput,
} from './new-tenancy.ts';
import { findTenancyPeopleProblems, getTenancyPeopleFieldNames, TenancyPeopleFields } from './people-fields.tsx';
import { RentScheduleTable } from './schedule-table.tsx';
import classes from './tenancy.module.css';
import { type UnitChoice, UnitPicker } from './unit-pick.tsx';

/** The terms of a unit, and the occupant recorded for it, are proposed as soon as the unit is chosen. */
function proposed(unit: UnitChoice, before: NewTenancyDraft): Partial<NewTenancyDraft> {
  const { occupant } = unit;
  const starts = unit.lived_in ? occupant?.since : unit.free_from;
  const lead = before.people[0];
  return {
    unit,
    along: unit.lived_in,
    ...(unit.rent_cents === null ? {} : { rent_cents: unit.rent_cents }),
    ...(unit.deposit_cents === null ? {} : { deposit_cents: unit.deposit_cents }),
    charges: unit.service_charge_cents ? [makeBlankTenancyCharge('service', unit.service_charge_cents)] : [],
    ...(starts ? { starts_on: starts, ends_on: addDays(addMonths(starts, 12), -1) } : {}),
    ...(unit.lived_in ? { periodic: true } : {}),
    ...(occupant && lead && !lead.name
      ? {
          people: [{ ...lead, name: occupant.name, phone: occupant.phone ?? '' }, ...before.people.slice(1)],
          balance_cents: occupant.balance_cents ?? 0,
          held_cents: occupant.deposit_held_cents ?? 0,
        }
      : {}),
  };
}

/** A new tenancy by form: unit, people, terms, and a preview of its charges. The input is kept until it is saved. */
export default function CreateTenancy() {
  const { user } = useApp();
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const draft = `makao.tenancy.new.${user?.id ?? 'nobody'}`;
  const [kept, setKept] = useState(() => hasDraft(draft));
  const form = useForm(tenancyCalls.create, {
    blank: () => readDraft(draft, makeBlankTenancyDraft()),
    given: toTenancyInput,
    id: 'tenancy',
    names: ({ people }) => ({ ...tenancyFormFieldNames, ...getTenancyPeopleFieldNames(people) }),
    check: ({ people }) => findTenancyPeopleProblems(people),
    says: { unit_id: m.tenancy_form_unit_needed },
    inPlace: true,
    touches: [tenancyCalls, unitCalls],
    said: (t) => m.tenancy_made({ home: formatTenancyHome(t) }),
    done: (t) => {
      discardDraft(draft);
      return navigate(link('tenancy.detail', { id: t.id, code: t.code }));
    },
  });
  useDraft(draft, form);
  const { values } = form;
  const choose = (unit: UnitChoice | null) => form.put(unit ? proposed(unit, values) : { unit: null });
  // The link on a unit's page chooses that unit.
  const meant = Number(params.get('unit')) || 0;
  const given = useCall(tenancyCalls.findUnits, { unit_id: meant }, { enabled: meant > 0, quiet: true }).data?.results[0];
  const taken = useRef(false);
  useEffect(() => {
    if (taken.current || !given || given.id !== meant) return;
    taken.current = true;
    if (values.unit?.id !== given.id) form.put(proposed(given, values));
  });
  const lines = calculateFirstDueLines(values);
  // Problems of a removed person are dropped.
  const here = (id: string) => !id.startsWith('tenancy-person-') || values.people.some(({ key }) => id.startsWith(`tenancy-${key}-`));
  const wrong = form.summary.errors.filter(({ id }) => here(id));
  return (
    <form onSubmit={form.submit} noValidate>
      <PageHeader
        title={m.tenancy_new()}
        crumbs={[{ label: m.tenancy_title(), href: link('tenancy.list') }, { label: m.tenancy_new() }]}
        crumbsLabel={m.shell_nav_sections()}
      />
      {kept && (
        <Note tone="info" className={classes.note ?? ''}>
          <span className={classes.row}>
            {m.tenancy_form_kept()}
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                discardDraft(draft);
                setKept(false);
                form.put(makeBlankTenancyDraft());
              }}
            >
              {m.tenancy_form_afresh()}
            </Button>
          </span>
        </Note>
      )}
      <div className={classes.cols}>
        <div className={classes.stack}>
          <FieldErrorsSummary title={m.property_fix({ count: wrong.length })} attempt={form.attempt} errors={wrong} />
          {form.problem && <Note tone="guard">{form.problem}</Note>}
          <UnitPanel form={form} choose={choose} />
          <Panel title={m.tenancy_panel_people()}>
            <TenancyPeopleFields people={values.people} put={(people) => form.set('people', people)} problems={form.problems} id="tenancy" />
          </Panel>
          <TermsPanel form={form} />
          <Panel title={m.tenancy_form_rises_title()}>
            <RentEscalationFields form={form} />
          </Panel>
          <Panel title={m.tenancy_panel_charges()}>
            <TenancyChargeFields form={form} />
          </Panel>
          <Panel title={m.tenancy_form_note()}>
            <Textarea {...form.text('note')} aria-label={m.tenancy_form_note()} autosize minRows={2} maxLength={500} />
          </Panel>
          <div className={classes.foot}>
            <Button type="submit" loading={form.busy}>
              {m.tenancy_form_save()}
            </Button>
          </div>
        </div>
        <div className={classes.stack}>
          {!values.along && <MoveInPaymentPreview values={values} />}
          <Panel title={m.tenancy_form_review()} pad={lines.length === 0}>
            {lines.length > 0 ? <RentScheduleTable lines={lines} /> : <p className={classes.quiet}>{m.tenancy_form_review_none()}</p>}
          </Panel>
        </div>
      </div>
    </form>
  );
}

type Form = FormHandle<NewTenancyDraft>;
type MoneyName = 'rent_cents' | 'deposit_cents' | 'held_cents';
const Money = ({ form, name, label }: { form: Form; name: MoneyName; label: string }) => (
  <MoneyInput
    id={`tenancy-${name}`}
    label={label}
    value={toShillings(form.values[name])}
    onChange={(typed) => form.set(name, typedAmountToCents(Number(typed)))}
    error={form.problems[name]}
  />
);

function UnitPanel({ form, choose }: { form: Form; choose: (unit: UnitChoice | null) => void }) {
  const { values } = form;
  return (
    <Panel title={m.tenancy_form_unit()}>
      <UnitPicker id="tenancy-unit" label={m.tenancy_form_unit()} chosen={values.unit} put={choose} error={form.problems.unit} />
      <Checkbox className={classes.field ?? ''} {...form.tick('along')} label={m.tenancy_form_along()} />
      {values.along && <p className={classes.quiet}>{m.tenancy_form_along_hint()}</p>}
      {values.along && (
        <div className={`${classes.two} ${classes.field}`}>
          <SignedNumberInput
            id="tenancy-balance_cents"
            label={m.tenancy_form_balance()}
            description={m.tenancy_form_balance_hint()}
            prefix="KES "
            thousandSeparator=","
            decimalScale={2}
            value={toShillings(values.balance_cents)}
            onChange={(typed) => form.set('balance_cents', typedAmountToCents(typed ?? 0))}
            error={form.problems.balance_cents}
          />
          <Money form={form} name="held_cents" label={m.tenancy_form_held()} />
          <TextInput {...form.text('as_of')} type="date" label={m.tenancy_form_as_of()} max={clock.today()} />
        </div>
      )}
    </Panel>
  );
}

function TermsPanel({ form }: { form: Form }) {
  const { values } = form;
  return (
    <Panel title={m.tenancy_panel_terms()}>
      <div className={classes.two}>
        <TextInput {...form.text('starts_on')} type="date" label={m.tenancy_starts()} />
        {!values.periodic && <TextInput {...form.text('ends_on')} type="date" label={m.tenancy_field_on()} />}
      </div>
      <Checkbox className={classes.field ?? ''} {...form.tick('periodic')} label={m.tenancy_form_periodic()} />
      <div className={`${classes.two} ${classes.field}`}>
        <Money form={form} name="rent_cents" label={m.tenancy_rent()} />
        <NativeSelect
          {...form.number('period')}
          label={m.tenancy_form_period()}
          data={rentPeriods.map((value) => ({ value: String(value), label: tenancyRentPeriodLabels[value]?.() ?? '' }))}
        />
        <DayNumberInput form={form} name="due_day" label={m.tenancy_form_due_day()} least={1} most={28} />
        <Money form={form} name="deposit_cents" label={m.tenancy_deposit()} />
        <DayNumberInput form={form} name="notice_days" label={m.tenancy_form_notice()} least={0} most={366} />
        {!values.periodic && (
          <NativeSelect
            {...form.text('holdover')}
            label={m.tenancy_statement_after()}
            data={[
              { value: 'roll', label: m.tenancy_holdover_roll() },
              { value: 'stop', label: m.tenancy_holdover_stop() },
            ]}
          />
        )}
        <TextInput {...form.text('review_on')} type="date" label={`${m.tenancy_form_review_on()} ${m.shell_optional()}`} />
      </div>
    </Panel>
  );
}
