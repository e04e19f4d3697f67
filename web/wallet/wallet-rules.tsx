import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { type Cents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { findGuardedChanges } from '#contract/wallet/guarded-settings.ts';
import type { WalletSettings } from '#contract/wallet/shapes.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { type FormHandle, useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import classes from '#web/settlement/settlement.module.css';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';

type Band = { upto: Cents; cents: Cents };
type Values = {
  minimum_cents: Cents;
  day_limit_cents: Cents;
  holding_days: number;
  fee_bearer: WalletSettings['fee_bearer'];
  fees: readonly Band[];
  pesalink_limit_cents: Cents;
  eft_limit_cents: Cents;
  own_account_number: string;
  reason: string;
};
const money = (cents: number): Cents => typedAmountToCents(toShillings(cents));

/** The platform's rules for payouts. */
export function WalletRules() {
  const found = useCall(walletCalls.readSettings, {});
  return found.data ? <Form saved={found.data} /> : <LoadingState answer={found} />;
}

function Form({ saved }: { saved: WalletSettings }) {
  const form = useForm(walletCalls.settingsUpdate, {
    saved,
    from: (row: WalletSettings): Values => ({
      minimum_cents: money(row.minimum_cents),
      day_limit_cents: money(row.day_limit_cents),
      holding_days: row.holding_days,
      fee_bearer: row.fee_bearer,
      pesalink_limit_cents: money(row.pesalink_limit_cents),
      eft_limit_cents: money(row.eft_limit_cents),
      own_account_number: row.own_account_number,
      reason: '',
      fees: row.fees.map(({ upto, cents }) => ({ upto: money(upto), cents: money(cents) })),
    }),
    given: ({ fees, ...values }: Values, { revision }) => ({ ...values, fees: [...fees], revision: revision ?? saved.revision }),
    stays: true,
    said: () => m.wallet_settings_said(),
  });
  const { values, set, problems } = form;
  const labels = {
    minimum_cents: m.wallet_settings_minimum(),
    day_limit_cents: m.wallet_settings_day_limit(),
    holding_days: m.wallet_settings_holding(),
    fee_bearer: m.wallet_settings_bearer(),
    fees: m.wallet_settings_fees(),
    ...bankFileLabels(),
    reason: m.wallet_settings_reason(),
  };
  const isGuarded = findGuardedChanges(saved, values).length > 0;
  return (
    <form onSubmit={form.submit} className={classes.stack}>
      <EditConflictDialog form={form} labels={labels} />
      {saved.request && <OpenRequestNote request={saved.request} />}
      <Panel title={m.wallet_settings_payouts()}>
        <div className={classes.stack}>
          <MoneyInput
            upTo="charge"
            label={labels.minimum_cents}
            value={toShillings(values.minimum_cents)}
            error={problems.minimum_cents}
            onChange={(v) => set('minimum_cents', typedAmountToCents(Number(v) || 0))}
          />
          <MoneyInput
            upTo="price"
            label={labels.day_limit_cents}
            value={toShillings(values.day_limit_cents)}
            error={problems.day_limit_cents}
            onChange={(v) => set('day_limit_cents', typedAmountToCents(Number(v) || 0))}
          />
          <NumberInput
            label={labels.holding_days}
            min={0}
            max={30}
            allowDecimal={false}
            value={values.holding_days}
            error={problems.holding_days}
            onChange={(v) => set('holding_days', Number(v) || 0)}
          />
          <NativeSelect
            {...form.text('fee_bearer')}
            label={labels.fee_bearer}
            data={[
              { value: 'platform', label: m.wallet_bearer_platform() },
              { value: 'payee', label: m.wallet_bearer_payee() },
            ]}
          />
        </div>
      </Panel>
      <BankFileRules form={form} />
      <FeeBands form={form} />
      {isGuarded && <TextInput {...form.text('reason')} label={labels.reason} description={m.wallet_settings_reason_help()} maxLength={500} />}
      <div className={classes.acts}>
        <Button type="submit" loading={form.busy}>
          {m.wallet_settings_save()}
        </Button>
      </div>
    </form>
  );
}

const bankFileLabels = () => ({
  pesalink_limit_cents: m.wallet_settings_pesalink(),
  eft_limit_cents: m.wallet_settings_eft(),
  own_account_number: m.wallet_settings_own_account(),
});
/** How bank files are split: by the limit of each channel, and by the account that they debit. */
function BankFileRules({ form: { values, problems, set, text } }: { form: Pick<FormHandle<Values>, 'values' | 'problems' | 'set' | 'text'> }) {
  const labels = bankFileLabels();
  const limit = (name: 'pesalink_limit_cents' | 'eft_limit_cents', help?: string) => (
    <MoneyInput
      upTo="price"
      label={labels[name]}
      description={help}
      value={toShillings(values[name])}
      error={problems[name]}
      onChange={(v) => set(name, typedAmountToCents(Number(v) || 0))}
    />
  );
  return (
    <Panel title={m.settlement_bank_files()}>
      <div className={classes.stack}>
        {limit('pesalink_limit_cents')}
        {limit('eft_limit_cents', m.wallet_settings_eft_help())}
        <TextInput
          {...text('own_account_number')}
          label={labels.own_account_number}
          description={m.wallet_settings_own_account_help()}
          maxLength={20}
          autoComplete="off"
        />
      </div>
    </Panel>
  );
}

/** The fees of M-Pesa by amount. */
function FeeBands({ form: { values, problems, set } }: { form: Pick<FormHandle<Values>, 'values' | 'problems' | 'set'> }) {
  const band = (at: number, change: Partial<Band>) =>
    set(
      'fees',
      values.fees.map((one, n) => (n === at ? { ...one, ...change } : one)),
    );
  return (
    <Panel title={m.wallet_settings_fees()}>
      <div className={classes.stack}>
        {values.fees.map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a band is known by its place alone
          <div key={n} className={classes.acts}>
            <MoneyInput
              upTo="price"
              label={m.wallet_settings_upto()}
              value={toShillings(one.upto)}
              onChange={(v) => band(n, { upto: typedAmountToCents(Number(v) || 0) })}
            />
            <MoneyInput
              upTo="charge"
              label={m.wallet_settings_cost()}
              value={toShillings(one.cents)}
              onChange={(v) => band(n, { cents: typedAmountToCents(Number(v) || 0) })}
            />
            <Button
              variant="subtle"
              onClick={() =>
                set(
                  'fees',
                  values.fees.filter((_, at) => at !== n),
                )
              }
            >
              {m.wallet_settings_band_remove({ n: n + 1 })}
            </Button>
          </div>
        ))}
        {problems.fees && <p role="alert">{problems.fees}</p>}
        <Button variant="default" onClick={() => set('fees', [...values.fees, { upto: typedAmountToCents(0), cents: typedAmountToCents(0) }])}>
          {m.wallet_settings_band_add()}
        </Button>
      </div>
    </Panel>
  );
}
