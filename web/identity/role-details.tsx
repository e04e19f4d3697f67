import { Button, MultiSelect, TextInput } from '@mantine/core';
import { roleCalls, type RoleDetails as Told } from '#contract/identity/role-calls.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { kenyanBanks } from '#contract/reference/banks.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './security.module.css';

/** The onboarding details of a role, which can be changed later. Agents also have their certificate and public profile. */
export function RoleOnboardingDetails({ role }: { role: 'owner' | 'tenant' }) {
  const found = useCall(roleCalls.roleDetails, {});
  if (!found.data) return <LoadingState answer={found} />;
  const key = JSON.stringify(found.data);
  return role === 'owner' ? <Payout key={key} told={found.data} /> : <Wishes key={key} told={found.data} />;
}

/** The payout account is set in the wallet, with a code and a waiting day; the onboarding details are not enough. */
function Payout({ told }: { told: Told }) {
  const { link } = useDashboard();
  const bank = kenyanBanks.find((one) => one.code === told.payout?.bank);
  return (
    <Panel title={m.identity_role_payout()}>
      <div className={classes.stack}>
        {told.payout && (
          <p className={classes.text}>{m.identity_role_payout_told({ where: `${bank?.name ?? m.identity_payout_mpesa()} ${told.payout.hint}` })}</p>
        )}
        <p className={classes.text}>{m.identity_role_payout_wallet()}</p>
        <AppLink href={`${link('payment.transactions')}?tab=wallet`}>{m.identity_role_payout_open()}</AppLink>
      </div>
    </Panel>
  );
}

function Wishes({ told }: { told: Told }) {
  const form = useForm(roleCalls.changeWishes, {
    blank: { budget: told.budget_cents === null ? '' : String(toShillings(told.budget_cents)), areas: [...told.areas] },
    given: ({ budget, areas }) => {
      const digits = budget.replace(/[\s,]/g, '');
      return { areas, ...(digits ? { budget_cents: typedAmountToCents(Number(digits)) } : {}) };
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
          data={kenyanCounties.map((one) => ({ value: one.code, label: one.name }))}
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
