import { Button, Checkbox, Input, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { sumCents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { rentEscalationKinds, type TenancyChargeFrequency, type TenancyChargeKind, tenancyChargeFrequencies } from '#contract/tenancy/kinds.ts';
import { rentEscalationKindLabels, tenancyChargeFrequencyLabels, tenancyChargeKindLabels } from '#contract/tenancy/labels.ts';
import type { FormHandle } from '#web/forms/use-form.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import { calculateFirstDueLines, makeBlankTenancyCharge, type NewTenancyDraft, type TenancyChargeDraft } from './new-tenancy.ts';
import classes from './tenancy.module.css';
import { addableChargeKinds } from './term-forms.tsx';

type Form = FormHandle<NewTenancyDraft>;

/** The charges besides the rent. */
export function TenancyChargeFields({ form }: { form: Form }) {
  const { charges } = form.values;
  const put = (next: readonly TenancyChargeDraft[]) => form.set('charges', next);
  const change = (key: string, facts: Partial<TenancyChargeDraft>) => put(charges.map((one) => (one.key === key ? { ...one, ...facts } : one)));
  return (
    <>
      {charges.length === 0 && <p className={classes.quiet}>{m.tenancy_charges_none()}</p>}
      {charges.map((one, at) => (
        <fieldset key={one.key} className={at > 0 ? (classes.part ?? '') : (classes.first ?? '')} aria-label={m.tenancy_form_charge({ n: at + 1 })}>
          <div className={classes.two}>
            <NativeSelect
              label={m.tenancy_field_charge_kind()}
              value={one.kind}
              data={addableChargeKinds.map((value) => ({ value, label: tenancyChargeKindLabels[value]() }))}
              onChange={(event) => {
                const kind = event.currentTarget.value as TenancyChargeKind;
                change(one.key, { kind, label: tenancyChargeKindLabels[kind]() });
              }}
            />
            <TextInput
              label={m.tenancy_field_label()}
              value={one.label}
              maxLength={80}
              onChange={(event) => change(one.key, { label: event.currentTarget.value })}
            />
            {!one.metered && (
              <MoneyInput
                label={m.tenancy_amount()}
                value={toShillings(one.cents)}
                onChange={(typed) => change(one.key, { cents: typedAmountToCents(Number(typed)) })}
              />
            )}
            <NativeSelect
              label={m.tenancy_field_often()}
              value={one.often}
              data={tenancyChargeFrequencies.map((value) => ({ value, label: tenancyChargeFrequencyLabels[value]() }))}
              onChange={(event) => change(one.key, { often: event.currentTarget.value as TenancyChargeFrequency })}
            />
          </div>
          <Checkbox
            className={classes.field ?? ''}
            label={m.tenancy_form_metered()}
            checked={one.metered}
            onChange={(event) => change(one.key, { metered: event.currentTarget.checked })}
          />
          <Button className={classes.field ?? ''} variant="default" onClick={() => put(charges.filter(({ key }) => key !== one.key))}>
            {m.tenancy_form_remove_named({ name: one.label || tenancyChargeKindLabels[one.kind]() })}
          </Button>
        </fieldset>
      ))}
      {form.problems.charges && (
        <Input.Error id="tenancy-charges" tabIndex={-1} role="alert">
          {form.problems.charges}
        </Input.Error>
      )}
      <div className={classes.row}>
        <Button variant="default" onClick={() => put([...charges, makeBlankTenancyCharge()])}>
          {m.tenancy_act_change_charges()}
        </Button>
      </div>
    </>
  );
}

const whole = (typed: number | string, least: number) => Math.max(least, Math.round(Number(typed) || 0));
/** The amount of the increase, its interval, and its notice. */
export function RentEscalationFields({ form }: { form: Form }) {
  const { values } = form;
  return (
    <div className={classes.two}>
      <NativeSelect
        {...form.text('rises')}
        label={m.tenancy_form_rises()}
        data={rentEscalationKinds.map((value) => ({ value, label: rentEscalationKindLabels[value]() }))}
      />
      {values.rises !== 'none' && (
        <>
          <NumberInput
            id="tenancy-rises_by"
            label={values.rises === 'percent' ? m.tenancy_form_rises_percent() : m.tenancy_form_rises_amount()}
            value={values.rises_by}
            min={0}
            max={values.rises === 'percent' ? 100 : 1_000_000}
            decimalScale={2}
            hideControls
            onChange={(typed) => form.set('rises_by', Number(typed) || 0)}
            error={form.problems.rises_by}
          />
          <NumberInput
            label={m.tenancy_form_rises_months()}
            value={values.rises_months}
            min={1}
            max={120}
            allowDecimal={false}
            hideControls
            onChange={(typed) => form.set('rises_months', whole(typed, 1))}
          />
          <TextInput {...form.text('rises_on')} type="date" label={m.tenancy_form_rises_on()} min={values.starts_on} />
          <NumberInput
            label={m.tenancy_form_rises_notice()}
            value={values.rises_notice}
            min={0}
            max={366}
            allowDecimal={false}
            hideControls
            onChange={(typed) => form.set('rises_notice', whole(typed, 0))}
          />
        </>
      )}
    </div>
  );
}

export function DayNumberInput({
  form,
  name,
  label,
  least,
  most,
}: {
  form: Form;
  name: 'due_day' | 'notice_days';
  label: string;
  least: number;
  most: number;
}) {
  return (
    <NumberInput
      id={`tenancy-${name}`}
      label={label}
      value={form.values[name]}
      min={least}
      max={most}
      clampBehavior="blur"
      allowDecimal={false}
      hideControls
      onChange={(typed) => form.set(name, whole(typed, least))}
      error={form.problems[name]}
    />
  );
}

/** The first month and the deposit: the payment before moving in. */
export function MoveInPaymentPreview({ values }: { values: NewTenancyDraft }) {
  const lines = calculateFirstDueLines(values, 1).filter((line) => line.cents !== null);
  if (lines.length === 0) return null;
  const items = [
    ...lines.map((line) => ({ label: line.kind === 'rent' ? m.tenancy_rent() : line.label, cents: line.cents ?? 0 })),
    ...(values.deposit_cents > 0 ? [{ label: m.tenancy_deposit(), cents: values.deposit_cents }] : []),
  ];
  return (
    <Panel title={m.tenancy_form_before()}>
      <MoneyLines items={items} total={{ label: m.tenancy_form_total(), cents: sumCents(items.map((one) => one.cents)) }} />
    </Panel>
  );
}
