import { Button, NativeSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type CommissionRule, commissionCalls } from '#contract/commission/calls.ts';
import { type CommissionTerms, calculateCommission } from '#contract/commission/engine.ts';
import {
  type AccumulationPeriod,
  accumulationPeriods,
  type CommissionBasis,
  type CommissionBeneficiary,
  type CommissionRuleKind,
  commissionBases,
  commissionBeneficiaries,
  commissionRuleKinds,
} from '#contract/commission/kinds.ts';
import {
  accumulationPeriodLabels,
  commissionBasisLabels,
  commissionBeneficiaryLabels,
  commissionRuleKindLabels,
} from '#contract/commission/labels.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { type Cents, toCents, toPercent, toShillings, typedAmountToCents, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './commission.module.css';

type Tier = { upto: Cents | null; bps: number };
type Values = {
  name: string;
  beneficiary: CommissionBeneficiary;
  basis: CommissionBasis;
  kind: CommissionRuleKind;
  bps: number;
  fixed_cents: Cents;
  tiers: Tier[];
  max_cents: Cents;
  vat_bps: number;
  per: AccumulationPeriod;
  company_id: string;
  region: string;
  months: number;
  starts_on: string;
  reason: string;
};
const firstTiers: Tier[] = [
  { upto: toCents(5_000_000), bps: 500 },
  { upto: null, bps: 300 },
];
const blank = (starts_on: string): Values => ({
  name: '',
  beneficiary: 'platform',
  basis: 'rent_collected',
  kind: 'rate',
  bps: 500,
  fixed_cents: toCents(0),
  tiers: firstTiers,
  max_cents: toCents(0),
  vat_bps: 1600,
  per: 'invoice',
  company_id: '',
  region: '',
  months: 0,
  starts_on,
  reason: '',
});
const valuesOf = (rule: CommissionRule, starts_on: string): Values => ({
  name: rule.name,
  beneficiary: rule.beneficiary,
  basis: rule.basis,
  kind: rule.kind,
  bps: rule.bps ?? 0,
  per: rule.per,
  fixed_cents: toCents(rule.fixed_cents ?? 0),
  max_cents: toCents(rule.max_cents ?? 0),
  vat_bps: rule.vat_bps,
  starts_on,
  reason: '',
  tiers: rule.tiers?.map(({ upto, bps }) => ({ upto: upto === null ? null : toCents(upto), bps })) ?? firstTiers,
  company_id: rule.company ? String(rule.company.id) : '',
  region: rule.region ?? '',
  months: rule.months ?? 0,
});
const termsOf = (v: Values): CommissionTerms => {
  const bounds = { min: 0, max: v.max_cents > 0 ? v.max_cents : null, vatBps: v.vat_bps };
  if (v.kind === 'fixed') return { kind: 'fixed', cents: v.fixed_cents, ...bounds };
  return v.kind === 'tiers' ? { kind: 'tiers', tiers: v.tiers, ...bounds } : { kind: 'rate', bps: v.bps, ...bounds };
};
const example = 4_500_000;

/** The result is shown while typing, by the function that will calculate it. */
type Limits = CallResult<typeof commissionCalls.listRules>['limits'];
/** A rule starts after the notice period, unless its terms cost an owner less. */
export function CommissionRuleForm({ rule, limits, close }: { rule: CommissionRule | null; limits: Limits; close: () => void }) {
  const first = addDays(clock.today(), limits.notice_days);
  const body = ({ kind, bps, fixed_cents, tiers, max_cents, company_id, region, months, ...rest }: Values) => ({
    ...rest,
    kind,
    bps: kind === 'rate' ? bps : null,
    fixed_cents: kind === 'fixed' ? fixed_cents : null,
    tiers: kind === 'tiers' ? tiers : null,
    max_cents: max_cents > 0 ? max_cents : null,
    months: months > 0 ? months : null,
    company_id: company_id ? Number(company_id) : null,
    region: region || null,
    property_id: rule?.property?.id ?? null,
  });
  const form = useForm(rule ? commissionCalls.ruleReplace : commissionCalls.ruleCreate, {
    blank: rule ? valuesOf(rule, first) : blank(first),
    given: (values: Values) => (rule ? { id: rule.id, version: rule.version, ...body(values) } : body(values)),
    inPlace: true,
    said: ({ code }) => m.approval_said_asked({ code }),
    done: close,
  });
  const { values, set, problems } = form;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={rule ? m.commission_rule_edit({ name: rule.name }) : m.commission_rule_add()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.commission_rule_save()} />}
    >
      <TextInput {...form.text('name')} label={m.commission_rule_name()} maxLength={120} />
      <NativeSelect
        {...form.text('beneficiary')}
        label={m.commission_column_beneficiary()}
        data={commissionBeneficiaries.map((value) => ({ value, label: commissionBeneficiaryLabels[value]() }))}
      />
      <NativeSelect
        {...form.text('basis')}
        label={m.commission_rule_basis()}
        data={commissionBases.map((value) => ({ value, label: commissionBasisLabels[value]() }))}
      />
      <NativeSelect
        {...form.text('kind')}
        label={m.commission_rule_kind()}
        data={commissionRuleKinds.map((value) => ({ value, label: commissionRuleKindLabels[value]() }))}
      />
      {values.kind === 'rate' && <Percent label={m.commission_rule_percent()} bps={values.bps} error={problems.bps} put={(bps) => set('bps', bps)} />}
      {values.kind === 'fixed' && (
        <MoneyInput
          upTo="charge"
          label={m.commission_rule_fixed()}
          value={toShillings(values.fixed_cents)}
          error={problems.fixed_cents}
          onChange={(v) => set('fixed_cents', typedAmountToCents(Number(v) || 0))}
        />
      )}
      {values.kind === 'tiers' && <Tiers tiers={values.tiers} error={problems.tiers} put={(tiers) => set('tiers', tiers)} />}
      <MoneyInput
        upTo="charge"
        label={`${m.commission_rule_max()} ${m.shell_optional()}`}
        value={toShillings(values.max_cents)}
        error={problems.max_cents}
        onChange={(v) => set('max_cents', typedAmountToCents(Number(v) || 0))}
      />
      <Percent label={m.commission_rule_vat()} bps={values.vat_bps} put={(bps) => set('vat_bps', bps)} />
      <NativeSelect
        {...form.text('per')}
        label={m.commission_rule_per()}
        data={accumulationPeriods.map((value) => ({ value, label: accumulationPeriodLabels[value]() }))}
      />
      <CompanyChoice chosen={values.company_id} name={rule?.company?.name} put={(id) => set('company_id', id)} />
      <NativeSelect
        {...form.text('region')}
        label={m.views_county()}
        data={[{ value: '', label: m.views_any_county() }, ...kenyanCounties.map(({ code, name }) => ({ value: code, label: name }))]}
      />
      {values.beneficiary === 'dealer' && (
        <NumberInput
          label={`${m.commission_rule_months()} ${m.shell_optional()}`}
          min={0}
          max={120}
          allowDecimal={false}
          value={values.months || ''}
          error={problems.months}
          onChange={(v) => set('months', Number(v) || 0)}
        />
      )}
      <TextInput type="date" {...form.text('starts_on')} label={m.commission_rule_starts()} />
      <Textarea
        {...form.text('reason')}
        label={m.commission_rule_reason()}
        description={m.commission_rule_reason_help()}
        autosize
        minRows={2}
        maxLength={500}
      />
      <p>{m.commission_rule_request_text({ percent: toPercent(limits.ceiling_bps), days: limits.notice_days })}</p>
      <p>{m.commission_rule_try({ base: formatKes(example), sum: formatKes(calculateCommission(termsOf(values), example), true) })}</p>
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}

type PercentProps = { label: string; bps: number; error?: string | undefined; put: (bps: number) => void };
const Percent = ({ label, bps, error, put }: PercentProps) => (
  <NumberInput
    label={label}
    min={0}
    max={100}
    decimalScale={2}
    value={toPercent(bps)}
    error={error}
    onChange={(v) => put(typedPercentToBasisPoints(Number(v) || 0))}
  />
);

/** The tiers of the amount, each with its rate; the last has no end. */
function Tiers({ tiers, error, put }: { tiers: Tier[]; error?: string | undefined; put: (tiers: Tier[]) => void }) {
  const change = (at: number, tier: Partial<Tier>) => put(tiers.map((one, n) => (n === at ? { ...one, ...tier } : one)));
  return (
    <fieldset className={classes.tiers}>
      <legend>{m.commission_kind_tiers()}</legend>
      {tiers.map((tier, n) => (
        <div key={String(n)} className={classes.tier}>
          {tier.upto === null ? (
            <span>{m.commission_rule_above()}</span>
          ) : (
            <MoneyInput
              upTo="charge"
              label={m.commission_rule_upto()}
              value={toShillings(tier.upto)}
              onChange={(v) => change(n, { upto: typedAmountToCents(Number(v) || 0) })}
            />
          )}
          <Percent label={m.commission_rule_percent()} bps={tier.bps} put={(bps) => change(n, { bps })} />
        </div>
      ))}
      <div className={classes.tier}>
        <Button
          variant="default"
          size="xs"
          disabled={tiers.length >= 8}
          onClick={() => put([...tiers.slice(0, -1), { upto: toCents(2 * (tiers.at(-2)?.upto ?? 2_500_000)), bps: 400 }, ...tiers.slice(-1)])}
        >
          {m.commission_rule_band_add()}
        </Button>
        <Button variant="subtle" size="xs" disabled={tiers.length <= 1} onClick={() => put([...tiers.slice(0, -2), ...tiers.slice(-1)])}>
          {m.commission_rule_band_remove()}
        </Button>
      </div>
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

/** Restricts the rule to one company, found by name; otherwise it applies to everyone. */
function CompanyChoice({ chosen, name, put }: { chosen: string; name?: string | undefined; put: (id: string) => void }) {
  const [typed, type] = useState(name ?? '');
  const found = useCall(walletCalls.list, { page: 1, page_size: 10, z_filter: typed.trim() ? { q: typed.trim() } : {} });
  const rows = (found.data?.results ?? []).map(({ company }) => ({ value: String(company.id), label: company.name }));
  return (
    <Select
      label={`${m.views_company()} ${m.shell_optional()}`}
      placeholder={m.commission_rule_everybody()}
      searchable
      clearable
      value={chosen || null}
      data={chosen && name && !rows.some(({ value }) => value === chosen) ? [{ value: chosen, label: name }, ...rows] : rows}
      searchValue={typed}
      onSearchChange={type}
      onChange={(id) => put(id ?? '')}
    />
  );
}
