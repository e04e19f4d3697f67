import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { type Mandate, mandateCalls } from '#contract/access/mandate-calls.ts';
import { agentsCalls } from '#contract/agents/calls.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { basisPointsToPercent, CommissionField, type MandatePurpose, MandatePurposeFields, percentToBasisPoints } from './mandate-fields.tsx';

type Values = MandatePurpose & {
  agent: string;
  starts: string;
  ends: string;
  sign: boolean;
  collect: boolean;
  limit: number;
  commission: number | '';
};
const valuesOf = (mandate: Mandate | null): Values => ({
  agent: '',
  scope: mandate?.scope ?? 'full_management',
  all: mandate?.all_properties ?? true,
  properties: mandate?.properties.map((one) => String(one.id)) ?? [],
  starts: mandate?.starts_on ?? '',
  ends: mandate?.ends_on ?? '',
  sign: mandate?.may_sign ?? false,
  collect: mandate?.may_collect ?? false,
  limit: toShillings(mandate?.approval_limit_cents ?? 0),
  commission: basisPointsToPercent(mandate?.commission_bp ?? null),
});

/** The purpose, properties and limits of a mandate. Its detailed permissions are set in the matrix. */
export function MandateForm({ mandate, close, made }: { mandate: Mandate | null; close: () => void; made: (id: number) => void }) {
  const agents = useCall(mandateCalls.mandateAgents, { page: 1, page_size: 100 }, { enabled: mandate === null });
  const form = useForm(mandate ? mandateCalls.mandateUpdate : mandateCalls.mandateCreate, {
    blank: () => valuesOf(mandate),
    given: (values) => {
      const given = {
        scope: values.scope,
        all_properties: values.all,
        property_ids: values.all ? [] : values.properties.map(Number),
        starts_on: values.starts || null,
        ends_on: values.ends || null,
        may_sign: values.sign,
        may_collect: values.collect,
        approval_limit_cents: typedAmountToCents(values.limit),
        commission_bp: percentToBasisPoints(values.commission),
      };
      return mandate ? { id: mandate.id, ...given } : { agent_company_id: Number(values.agent), ...given };
    },
    says: { agent_company_id: m.access_mandate_need_agent },
    check: ({ all, properties: chosen }): Record<string, string> =>
      !all && chosen.length === 0 ? { properties: m.access_mandate_need_properties() } : {},
    names: {
      agent_company_id: 'agent',
      all_properties: 'all',
      property_ids: 'properties',
      starts_on: 'starts',
      ends_on: 'ends',
      approval_limit_cents: 'limit',
      commission_bp: 'commission',
    },
    touches: [agentsCalls, propertyCalls],
    said: ({ agent }) => m.said_mandate({ name: agent.name }),
    done: (after) => {
      made(after.id);
      close();
    },
  });
  const { values, put } = form;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={mandate ? m.access_mandate_edit() : m.access_mandate_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={mandate ? m.access_mandate_save() : m.access_mandate_give()} />}
    >
      {!mandate && (
        <NativeSelect
          {...form.text('agent')}
          label={m.access_mandate_agent()}
          description={m.access_mandate_agent_help()}
          data={[
            { value: '', label: m.access_mandate_choose() },
            ...(agents.data?.results ?? []).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
      )}
      <MandatePurposeFields form={form} known={mandate?.properties ?? []} />
      <div className={classes.two}>
        <TextInput type="date" label={`${m.access_mandate_starts()} ${m.shell_optional()}`} {...form.text('starts')} />
        <TextInput type="date" label={`${m.access_mandate_ends()} ${m.shell_optional()}`} {...form.text('ends')} />
      </div>
      <CommissionField value={values.commission} error={form.problems.commission} put={(commission) => put({ commission })} />
      <Switch {...form.tick('sign')} label={m.access_mandate_sign()} />
      <Switch {...form.tick('collect')} label={m.access_mandate_collect()} />
      <MoneyInput
        label={m.access_mandate_limit()}
        description={m.access_mandate_limit_help()}
        {...form.field('limit')}
        onChange={(n) => put({ limit: Number(n) || 0 })}
      />
    </FormDrawer>
  );
}
