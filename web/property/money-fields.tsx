import { MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import { toPercent, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import type { BillingSettings } from '#contract/property/billing.ts';
import {
  type PaymentAllocationOrder,
  type PropertyLateFeeKind,
  paymentAllocationOrders,
  propertyLateFeeKinds,
  type TaxProfile,
  taxProfiles,
  type UtilityChargeKind,
  type UtilityName,
  utilityChargeKinds,
  utilityNames,
  utilitySupplies,
} from '#contract/property/kinds.ts';
import {
  paymentAllocationOrderLabels,
  propertyLateFeeKindLabels,
  taxProfileLabels,
  utilityChargeKindLabels,
  utilityLabels,
  utilityRateLabels,
  utilitySupplyLabels,
} from '#contract/property/labels.ts';
import type { UtilitySettings } from '#contract/property/utilities.ts';
import { m } from '#words/messages.js';
import type { PropertyProblems } from './draft.ts';
import { ShillingsField, WholeNumberField } from './inputs.tsx';
import classes from './property.module.css';

const named = <K extends string>(keys: readonly K[], names: Readonly<Record<K, () => string>>) =>
  keys.map((value) => ({ value, label: names[value]() }));

type BillingProps = { billing: BillingSettings; setBilling: (next: BillingSettings) => void; problems: PropertyProblems };

export function PropertyBillingFields({ billing, setBilling, problems }: BillingProps) {
  const put = (changes: Partial<BillingSettings>) => setBilling({ ...billing, ...changes });
  return (
    <fieldset className={classes.fields}>
      <legend>{m.property_billing()}</legend>
      <WholeNumberField
        id="property-due_day"
        label={m.property_field_due_day()}
        description={m.property_due_day_help()}
        min={1}
        max={28}
        value={billing.due_day}
        onChange={(n) => put({ due_day: n ?? 1 })}
        error={problems.due_day}
      />
      <WholeNumberField
        label={m.property_field_lead_days()}
        description={m.property_lead_days_help()}
        min={0}
        max={28}
        value={billing.lead_days}
        onChange={(n) => put({ lead_days: n ?? 0 })}
      />
      <WholeNumberField
        label={m.property_field_grace()}
        description={m.property_grace_help()}
        min={0}
        max={60}
        value={billing.grace_days}
        onChange={(n) => put({ grace_days: n ?? 0 })}
      />
      <NativeSelect
        label={m.property_field_order()}
        description={m.property_order_help()}
        data={named(paymentAllocationOrders, paymentAllocationOrderLabels)}
        value={billing.payment_order}
        onChange={(e) => put({ payment_order: e.currentTarget.value as PaymentAllocationOrder })}
      />
      <NativeSelect
        label={m.property_field_late_fee()}
        data={named(propertyLateFeeKinds, propertyLateFeeKindLabels)}
        value={billing.late_fee}
        onChange={(e) => put({ late_fee: e.currentTarget.value as PropertyLateFeeKind })}
      />
      {billing.late_fee === 'fixed' && (
        <ShillingsField
          id="property-late_fee_cents"
          label={m.property_field_late_sum()}
          value={billing.late_fee_cents}
          onChange={(n) => put({ late_fee_cents: n ?? 0 })}
          error={problems.late_fee_cents}
        />
      )}
      {billing.late_fee === 'percent' && (
        <WholeNumberField
          label={m.property_field_late_percent()}
          min={0}
          max={100}
          step={0.5}
          suffix=" %"
          value={toPercent(billing.late_fee_points)}
          onChange={(n) => put({ late_fee_points: typedPercentToBasisPoints(n ?? 0) })}
        />
      )}
    </fieldset>
  );
}

type Terms = { notice_days: number; deposit_months: number; tax_profile: TaxProfile };

export const PropertyTermFields = ({ terms, put }: { terms: Terms; put: (changes: Partial<Terms>) => void }) => (
  <fieldset className={classes.fields}>
    <legend>{m.property_terms()}</legend>
    <WholeNumberField
      label={m.property_field_deposit()}
      min={0}
      max={24}
      step={0.5}
      value={terms.deposit_months}
      onChange={(n) => put({ deposit_months: Math.round((n ?? 0) * 2) / 2 })}
    />
    <WholeNumberField label={m.property_field_notice()} min={0} max={365} value={terms.notice_days} onChange={(n) => put({ notice_days: n ?? 0 })} />
    <NativeSelect
      label={m.property_field_tax()}
      description={m.property_tax_help()}
      data={named(taxProfiles, taxProfileLabels)}
      value={terms.tax_profile}
      onChange={(e) => put({ tax_profile: e.currentTarget.value as TaxProfile })}
    />
  </fieldset>
);

/** Supply, payer and cost of each utility. */
export function PropertyUtilityFields({
  value,
  onChange,
  disabled = false,
}: {
  value: UtilitySettings;
  onChange: (next: UtilitySettings) => void;
  disabled?: boolean;
}) {
  const put = (name: UtilityName, changes: object) => onChange({ ...value, [name]: { ...value[name], ...changes } } as UtilitySettings);
  return (
    <>
      {utilityNames.map((name) => {
        const one = value[name];
        return (
          <fieldset key={name} className={classes.fields} disabled={disabled}>
            <legend>{utilityLabels[name]()}</legend>
            <MultiSelect
              className={classes.full}
              label={m.property_supply()}
              placeholder={one.supply.length === 0 ? m.property_supply_hint() : ''}
              data={utilitySupplies[name].map((key) => ({ value: key, label: utilitySupplyLabels[key]() }))}
              value={[...one.supply]}
              onChange={(supply) => put(name, { supply })}
              disabled={disabled}
              clearable
            />
            <NativeSelect
              label={m.property_charge()}
              data={named(utilityChargeKinds, utilityChargeKindLabels)}
              value={one.charge}
              onChange={(e) => put(name, { charge: e.currentTarget.value as UtilityChargeKind })}
              disabled={disabled}
            />
            {(one.charge === 'fixed' || one.charge === 'metered') && (
              <ShillingsField
                label={one.charge === 'fixed' ? m.property_rate_month() : utilityRateLabels[name]()}
                value={one.rate_cents}
                onChange={(cents) => put(name, { rate_cents: Math.min(cents ?? 0, 10_000_000) })}
              />
            )}
            <TextInput
              label={`${m.property_note()} ${m.shell_optional()}`}
              value={one.note}
              onChange={(e) => put(name, { note: e.currentTarget.value })}
              maxLength={200}
            />
          </fieldset>
        );
      })}
    </>
  );
}
