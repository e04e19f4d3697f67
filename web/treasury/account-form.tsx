import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { type StatementRuleAction, statementRuleActions } from '#contract/bank-statement/kinds.ts';
import { type PaymentRail, paymentRails } from '#contract/collection/kinds.ts';
import { kenyanBanks } from '#contract/reference/banks.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { type PlatformFund, platformFunds } from '#contract/treasury/kinds.ts';
import type { CollectionAccount } from '#contract/treasury/shapes.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { type ChosenTenancy, TenancyPicker } from '#web/collection/tenancy-pick.tsx';
import { statementRuleNames } from '#web/collection/words.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { PasswordInput } from '#web/ui/dash/password-input.tsx';
import { m } from '#words/messages.js';
import { platformFundNames } from './words.ts';

const railNames: Readonly<Record<PaymentRail, () => string>> = {
  mpesa: m.payments_rail_mpesa,
  bank: m.payments_rail_bank,
  cash: m.payments_rail_cash,
};
const keys = ['consumer_key', 'consumer_secret', 'passkey', 'initiator', 'initiator_password'] as const;
const keyNames: Readonly<Record<(typeof keys)[number], () => string>> = {
  consumer_key: m.payments_secret_consumer_key,
  consumer_secret: m.payments_secret_consumer_secret,
  passkey: m.payments_secret_passkey,
  initiator: m.payments_secret_initiator,
  initiator_password: m.payments_secret_initiator_password,
};

/** An account that receives money. Its M-Pesa keys are entered here and never shown again. */
export function CollectionAccountForm({ of, close }: { of: CollectionAccount | null; close: () => void }) {
  const [connects, connect] = useState(false);
  const { visitor } = useApp();
  // The platform's paybill is defined by the environment.
  const offered = visitor?.role === 'superadmin' && !of ? paymentRails.filter((rail) => rail !== 'mpesa') : paymentRails;
  /** A new bank account of the platform holds money of one fund. */
  const choosesFund = (rail: PaymentRail) => visitor?.role === 'superadmin' && !of && rail === 'bank';
  const form = useForm(treasuryCalls.saveAccount, {
    blank: {
      rail: of?.rail ?? offered[0] ?? 'bank',
      name: of?.name ?? '',
      number: of?.number ?? '',
      bank_code: of?.bank_code ?? '',
      fund: 'C' as PlatformFund,
      active: of?.active ?? true,
      consumer_key: '',
      consumer_secret: '',
      passkey: '',
      initiator: '',
      initiator_password: '',
    },
    given: ({ rail, name, number, bank_code, fund, active, ...secrets }) => ({
      ...(of ? { id: of.id } : {}),
      rail,
      name: name.trim(),
      number: number.trim(),
      bank_code: rail === 'bank' ? (kenyanBanks.find(({ code }) => code === bank_code)?.code ?? null) : null,
      active,
      ...(choosesFund(rail) ? { fund } : {}),
      ...(connects ? { secrets } : {}),
    }),
    inPlace: true,
    said: ({ name, asked }) =>
      asked ? (asked.alone ? m.payments_said_account_alone({ name }) : m.payments_said_account_asked({ name })) : m.payments_said_account({ name }),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={of ? m.payments_account_change() : m.payments_account_add()}
      verb={m.payments_account_save()}
      text={m.payments_account_text()}
    >
      <NativeSelect {...form.text('rail')} label={m.payments_account_rail()} data={offered.map((value) => ({ value, label: railNames[value]() }))} />
      {form.values.rail === 'bank' && (
        <NativeSelect
          {...form.text('bank_code')}
          label={m.payments_account_bank()}
          data={[{ value: '', label: m.payments_account_bank_choose() }, ...kenyanBanks.map(({ code, name }) => ({ value: code, label: name }))]}
        />
      )}
      {choosesFund(form.values.rail) && (
        <NativeSelect
          {...form.text('fund')}
          label={m.payments_account_fund()}
          data={platformFunds.map((value) => ({ value, label: platformFundNames[value]() }))}
        />
      )}
      <TextInput {...form.text('name')} label={m.payments_account_name()} maxLength={80} />
      <TextInput {...form.text('number')} label={m.payments_account_number()} inputMode="numeric" maxLength={40} />
      {form.values.rail === 'mpesa' && (
        <Checkbox
          checked={connects}
          onChange={(event) => connect(event.currentTarget.checked)}
          label={m.payments_account_connect()}
          description={m.payments_account_connect_help()}
        />
      )}
      {connects &&
        form.values.rail === 'mpesa' &&
        keys.map((name) => <PasswordInput key={name} {...form.text(name)} label={keyNames[name]()} autoComplete="off" maxLength={500} />)}
      {of && <Checkbox {...form.tick('active')} label={m.payments_account_active()} />}
    </MoneyFormDrawer>
  );
}

/** Rules for statement lines with certain words: a tenant's rent, or lines to ignore. */
export function StatementRules() {
  const { visitor } = useApp();
  const [asked, ask] = useState(false);
  const found = useCall(statementCalls.listRules, {}, { quiet: true });
  const drop = useAction(statementCalls.deleteRule, { said: () => m.payments_said_rule_gone() });
  const rows = found.data?.results ?? [];
  const may = isAllowed(statementCalls.saveRule.needs, visitor);
  return (
    <Panel
      title={m.payments_rules()}
      right={
        may && (
          <Button size="compact-sm" variant="subtle" onClick={() => ask(true)}>
            {m.payments_rule_add()}
          </Button>
        )
      }
      pad={false}
    >
      <PanelRows>
        {rows.length === 0 && <div>{m.payments_rules_none()}</div>}
        {rows.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              <b>“{one.contains}”</b>
              <small>{one.tenancy ? m.payments_rule_of({ code: one.tenancy.code }) : statementRuleNames[one.act]()}</small>
            </span>
            {may && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="red"
                onClick={() => drop.mutate({ id: one.id })}
                aria-label={m.payments_rule_drop({ text: one.contains })}
              >
                {m.payments_rule_remove()}
              </Button>
            )}
          </div>
        ))}
      </PanelRows>
      {asked && <RuleForm close={() => ask(false)} />}
    </Panel>
  );
}

function RuleForm({ close }: { close: () => void }) {
  const [tenancy, setTenancy] = useState<ChosenTenancy | null>(null);
  const form = useForm(statementCalls.saveRule, {
    blank: { contains: '', act: 'ignore' as StatementRuleAction, whose: '' },
    given: ({ contains, act }) => ({ contains: contains.trim(), act, ...(act === 'tenancy' && tenancy ? { tenancy_id: tenancy.id } : {}) }),
    names: { tenancy_id: 'whose' },
    check: ({ act }) => (act === 'tenancy' && !tenancy ? { whose: m.payments_need_tenancy() } : {}),
    inPlace: true,
    said: () => m.payments_said_rule(),
    done: close,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.payments_rule_add()} text={m.payments_rule_text()}>
      <TextInput {...form.text('contains')} label={m.payments_rule_contains()} maxLength={80} />
      <NativeSelect
        {...form.text('act')}
        label={m.payments_rule_act()}
        data={statementRuleActions.map((value) => ({ value, label: statementRuleNames[value]() }))}
      />
      {form.values.act === 'tenancy' && <TenancyPicker chosen={tenancy} put={setTenancy} error={form.problems.whose} />}
    </MoneyFormDrawer>
  );
}
