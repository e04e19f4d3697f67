import { Button, MultiSelect, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { roleCalls, type RoleDetails as Told } from '#contract/identity/role-calls.ts';
import { toShillings, typedCents } from '#contract/money/cents.ts';
import { banks } from '#contract/reference/banks.ts';
import { counties } from '#contract/reference/counties.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './security.module.css';

/** What was asked for on joining for one's role, filled in or changed later. Agents have their certificate and public profile beside it. */
export function RoleDetails({ role }: { role: 'owner' | 'tenant' }) {
  const found = useCall(roleCalls.roleDetails, {});
  if (!found.data) return <Waiting answer={found} />;
  const key = JSON.stringify(found.data);
  return role === 'owner' ? <Payout key={key} told={found.data} /> : <Wishes key={key} told={found.data} />;
}

const names = {
  payout: 'phone',
  'payout[phone]': 'phone',
  'payout[bank]': 'bank',
  'payout[account]': 'account',
  'payout[name]': 'name',
};

/** Where rent goes. What is kept is not shown again, only enough to know it by. */
function Payout({ told }: { told: Told }) {
  const form = useForm(roleCalls.changePayout, {
    blank: { by: told.payout?.by ?? ('mpesa' as 'mpesa' | 'bank'), phone: '', bank: told.payout?.bank ?? '', account: '', name: '' },
    given: ({ by, phone, bank, account, name }) => ({
      payout: by === 'mpesa' ? { by, phone } : { by: 'bank' as const, bank: bank as '01', account: account.replace(/\s/g, ''), name },
    }),
    names,
    says: {
      phone: m.identity_onboarding_phone_needed,
      bank: m.identity_bank_needed,
      account: m.identity_account_needed,
      name: m.identity_account_name_needed,
    },
    said: () => m.said_payout(),
  });
  const { by } = form.values;
  const bank = banks.find((one) => one.code === told.payout?.bank);
  return (
    <Panel title={m.identity_role_payout()}>
      <form noValidate className={classes.stack} onSubmit={form.submit}>
        <p className={classes.text}>
          {told.payout
            ? m.identity_role_payout_now({ where: `${bank?.name ?? m.identity_payout_mpesa()} ${told.payout.hint}` })
            : m.identity_role_payout_none()}
        </p>
        <SegmentedControl
          aria-label={m.identity_payout()}
          value={by}
          onChange={(value) => form.set('by', value as 'mpesa' | 'bank')}
          data={[
            { value: 'mpesa', label: m.identity_payout_mpesa() },
            { value: 'bank', label: m.identity_payout_bank() },
          ]}
        />
        {by === 'mpesa' ? (
          <TextInput {...form.text('phone')} label={m.identity_payout_phone()} type="tel" inputMode="tel" maxLength={30} />
        ) : (
          <>
            <NativeSelect
              {...form.text('bank')}
              label={m.identity_bank()}
              data={[{ value: '', label: m.identity_bank_choose() }, ...banks.map((one) => ({ value: one.code, label: one.name }))]}
            />
            <TextInput {...form.text('account')} label={m.identity_account()} inputMode="numeric" maxLength={24} />
            <TextInput {...form.text('name')} label={m.identity_account_name()} maxLength={120} />
          </>
        )}
        <div>
          <Button type="submit" loading={form.busy}>
            {m.identity_role_payout_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Wishes({ told }: { told: Told }) {
  const form = useForm(roleCalls.changeWishes, {
    blank: { budget: told.budget_cents === null ? '' : String(toShillings(told.budget_cents)), areas: [...told.areas] },
    given: ({ budget, areas }) => {
      const digits = budget.replace(/[\s,]/g, '');
      return { areas, ...(digits ? { budget_cents: typedCents(Number(digits)) } : {}) };
    },
    names: { budget_cents: 'budget' },
    says: { budget: m.identity_budget_needed },
    said: () => m.said_wishes(),
  });
  return (
    <Panel title={m.identity_role_wishes()}>
      <form noValidate className={classes.stack} onSubmit={form.submit}>
        <TextInput
          {...form.text('budget')}
          label={`${m.identity_budget()} ${m.shell_optional()}`}
          inputMode="numeric"
          leftSection="KES"
          leftSectionWidth={48}
        />
        <MultiSelect
          label={`${m.identity_areas()} ${m.shell_optional()}`}
          searchable
          data={counties.map((one) => ({ value: one.code, label: one.name }))}
          value={form.values.areas}
          onChange={(areas) => form.set('areas', areas)}
          error={form.problems.areas}
        />
        <div>
          <Button type="submit" loading={form.busy}>
            {m.identity_role_wishes_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
