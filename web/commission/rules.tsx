import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type CommissionRule, commissionCalls } from '#contract/commission/calls.ts';
import { owed } from '#contract/commission/engine.ts';
import { type Basis, type Beneficiary, bases, beneficiaries, type RuleKind } from '#contract/commission/kinds.ts';
import { type Cents, cents, toPercent, toShillings, typedCents, typedPoints } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { type Column, DataTable, MobileRow, TwoLines } from '#web/ui/dash/data-table.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { MoreMenu } from '#web/ui/dash/more-menu.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { dateShort, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './commission.module.css';
import { EndRule } from './end-rule.tsx';
import { basisNames, beneficiaryNames, kindNames, termsText } from './words.ts';

const none = [] as const;
const newest = { by: 'id', desc: true };
const reach = (rule: CommissionRule): string =>
  rule.mandate
    ? m.commission_rule_mandate({ code: rule.mandate })
    : (rule.property?.name ?? rule.company?.name ?? rule.region ?? m.commission_rule_everybody());

const columns: () => readonly Column<CommissionRule>[] = () => [
  {
    key: 'name',
    header: m.commission_rule_name(),
    cell: (r) => <TwoLines top={r.name} bottom={`${r.code}, ${m.commission_version({ version: r.version })}`} />,
  },
  { key: 'who', header: m.commission_column_beneficiary(), cell: (r) => beneficiaryNames[r.beneficiary]() },
  { key: 'basis', header: m.commission_rule_basis(), cell: (r) => basisNames[r.basis]() },
  { key: 'terms', header: m.commission_rule_kind(), wrap: true, cell: (r) => termsText(r) },
  { key: 'reach', header: m.commission_rule_reach(), cell: reach },
  { key: 'from', header: m.commission_rule_starts(), cell: (r) => dateShort(r.starts_on) },
];

type Wanted = { act: 'edit' | 'end'; rule: CommissionRule } | 'add' | null;
/** The rules by which the platform, agents and dealers earn: a section of the platform's settings. */
export function CommissionRules() {
  const list = useListState(none, newest);
  const [wanted, want] = useState<Wanted>(null);
  const found = useCall(commissionCalls.rules, { page: list.page, page_size: list.pageSize });
  const close = () => want(null);
  const add = <Button onClick={() => want('add')}>{m.commission_rule_add()}</Button>;
  return (
    <div className={classes.stack}>
      <div className={classes.head}>
        <p>{m.commission_rules_lead()}</p>
        {add}
      </div>
      <DataTable
        caption={m.commission_rules()}
        columns={columns()}
        rows={found.data?.results ?? []}
        rowKey={(r) => String(r.id)}
        state={found.isPending ? 'loading' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={found.isError && !found.data ? <Waiting answer={found} /> : undefined}
        empty={<StateBlock title={m.commission_rules_empty()} text={m.commission_rules_empty_text()} />}
        actionsLabel={m.shell_more()}
        actions={(rule) =>
          rule.mandate === null && (
            <MoreMenu
              label={`${m.shell_more()}: ${rule.name}`}
              items={[
                { label: m.commission_rule_edit({ name: rule.name }), onClick: () => want({ act: 'edit', rule }) },
                { label: m.commission_rule_end(), danger: true, onClick: () => want({ act: 'end', rule }) },
              ]}
            />
          )
        }
        mobile={(r) => <MobileRow name={r.name} meta={termsText(r)} metaEnd={reach(r)} when={dateShort(r.starts_on)} />}
        footer={<ListFooter list={list} count={found.data?.count ?? 0} />}
      />
      {wanted === 'add' && <RuleForm rule={null} close={close} />}
      {wanted !== null && wanted !== 'add' && wanted.act === 'edit' && <RuleForm rule={wanted.rule} close={close} />}
      {wanted !== null && wanted !== 'add' && wanted.act === 'end' && <EndRule rule={wanted.rule} close={close} />}
    </div>
  );
}

type Values = {
  name: string;
  beneficiary: Beneficiary;
  basis: Basis;
  kind: Extract<RuleKind, 'rate' | 'fixed'>;
  bps: number;
  fixed_cents: Cents;
  max_cents: Cents;
  vat_bps: number;
  starts_on: string;
};
const blank = (): Values => ({
  ...{ name: '', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500, fixed_cents: cents(0), max_cents: cents(0) },
  ...{ vat_bps: 1600, starts_on: clock.today() },
});
const valuesOf = (rule: CommissionRule): Values => ({
  ...{ name: rule.name, beneficiary: rule.beneficiary, basis: rule.basis, kind: rule.kind === 'fixed' ? 'fixed' : 'rate', bps: rule.bps ?? 0 },
  ...{ fixed_cents: cents(rule.fixed_cents ?? 0), max_cents: cents(rule.max_cents ?? 0), vat_bps: rule.vat_bps, starts_on: rule.starts_on },
});
const example = 4_500_000;

/** What it comes to is shown while it is typed, by the very function that will reckon it. */
function RuleForm({ rule, close }: { rule: CommissionRule | null; close: () => void }) {
  const body = ({ kind, bps, fixed_cents, max_cents, ...rest }: Values) => ({
    ...rest,
    kind,
    bps: kind === 'rate' ? bps : null,
    fixed_cents: kind === 'fixed' ? fixed_cents : null,
    max_cents: max_cents > 0 ? max_cents : null,
    ...(rule
      ? { company_id: rule.company?.id ?? null, property_id: rule.property?.id ?? null, region: rule.region, per: rule.per, months: rule.months }
      : {}),
  });
  const form = useForm(rule ? commissionCalls.ruleReplace : commissionCalls.ruleCreate, {
    blank: rule ? valuesOf(rule) : blank,
    given: (values: Values) => (rule ? { id: rule.id, version: rule.version, ...body(values) } : body(values)),
    inPlace: true,
    said: () => m.commission_rule_said(),
    done: close,
  });
  const { values, set, problems } = form;
  const terms = { min: 0, max: values.max_cents > 0 ? values.max_cents : null, vatBps: values.vat_bps };
  const sum = owed(
    values.kind === 'fixed' ? { kind: 'fixed', cents: values.fixed_cents, ...terms } : { kind: 'rate', bps: values.bps, ...terms },
    example,
  );
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
        data={beneficiaries.map((value) => ({ value, label: beneficiaryNames[value]() }))}
      />
      <NativeSelect {...form.text('basis')} label={m.commission_rule_basis()} data={bases.map((value) => ({ value, label: basisNames[value]() }))} />
      <NativeSelect
        {...form.text('kind')}
        label={m.commission_rule_kind()}
        data={(['rate', 'fixed'] as const).map((value) => ({ value, label: kindNames[value]() }))}
      />
      {values.kind === 'rate' ? (
        <NumberInput
          label={m.commission_rule_percent()}
          min={0}
          max={100}
          decimalScale={2}
          value={toPercent(values.bps)}
          error={problems.bps}
          onChange={(v) => set('bps', typedPoints(Number(v) || 0))}
        />
      ) : (
        <MoneyInput
          upTo="charge"
          label={m.commission_rule_fixed()}
          value={toShillings(values.fixed_cents)}
          error={problems.fixed_cents}
          onChange={(v) => set('fixed_cents', typedCents(Number(v) || 0))}
        />
      )}
      <MoneyInput
        upTo="charge"
        label={`${m.commission_rule_max()} ${m.shell_optional()}`}
        value={toShillings(values.max_cents)}
        error={problems.max_cents}
        onChange={(v) => set('max_cents', typedCents(Number(v) || 0))}
      />
      <NumberInput
        label={m.commission_rule_vat()}
        min={0}
        max={100}
        decimalScale={2}
        value={toPercent(values.vat_bps)}
        onChange={(v) => set('vat_bps', typedPoints(Number(v) || 0))}
      />
      <TextInput type="date" {...form.text('starts_on')} label={m.commission_rule_starts()} />
      <p>{m.commission_rule_try({ base: kes(example), sum: kes(sum, true) })}</p>
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}
