import { MultiSelect, NativeSelect, NumberInput, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { type Mandate, mandateCalls } from '#contract/access/calls.ts';
import { type MandateScope, mandateScopes } from '#contract/access/mandate.ts';
import { agentsCalls } from '#contract/agents/calls.ts';
import { toPercent, toShillings, typedCents, typedPoints } from '#contract/money/cents.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { scopeHelp, scopeNames } from './mandate-words.ts';

type Values = {
  agent: string;
  scope: MandateScope;
  all: boolean;
  properties: string[];
  starts: string;
  ends: string;
  sign: boolean;
  collect: boolean;
  limit: number;
  commission: number | '';
};
/** A percentage as it stands in a field; empty where none is agreed. */
export const percentOf = (points: number | null): number | '' => (points === null ? '' : toPercent(points));
export const pointsOf = (percent: number | ''): number | null => (percent === '' ? null : typedPoints(percent));

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
  commission: percentOf(mandate?.commission_bp ?? null),
});

type CommissionProps = { value: number | ''; error: string | undefined; put: (next: number | '') => void };
export const CommissionField = ({ value, error, put }: CommissionProps) => (
  <NumberInput
    name="commission"
    label={`${m.access_mandate_commission()} ${m.shell_optional()}`}
    description={m.access_mandate_commission_help()}
    suffix="%"
    min={0}
    max={100}
    decimalScale={2}
    clampBehavior="strict"
    hideControls
    value={value}
    error={error}
    onChange={(next) => put(next === '' ? '' : Number(next) || 0)}
  />
);

/** What an agent is there for, on which properties and how far they may go alone. What they may do in detail is the matrix. */
export function MandateForm({ mandate, close, made }: { mandate: Mandate | null; close: () => void; made: (id: number) => void }) {
  const agents = useCall(mandateCalls.mandateAgents, { page: 1, page_size: 100 }, { enabled: mandate === null });
  const properties = useCall(propertyCalls.all, { page: 1, page_size: 100, sort: 'name' });
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
        approval_limit_cents: typedCents(values.limit),
        commission_bp: pointsOf(values.commission),
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
    done: (after) => {
      made(after.id);
      close();
    },
  });
  const { values, put } = form;
  // Those chosen stay choosable where the first hundred do not hold them.
  const known = new Map([...(mandate?.properties ?? []), ...(properties.data?.results ?? [])].map((one) => [String(one.id), one.name]));
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
      <NativeSelect
        {...form.text('scope')}
        label={m.access_mandate_scope()}
        description={scopeHelp[values.scope]()}
        data={mandateScopes.map((value) => ({ value, label: scopeNames[value]() }))}
      />
      <Radio.Group
        label={m.access_mandate_on()}
        value={values.all ? 'all' : 'some'}
        onChange={(next) => put({ all: next === 'all' })}
        error={form.problems.all}
      >
        <Stack gap={8} mt={8}>
          <Radio value="all" label={m.access_mandate_all()} />
          <Radio value="some" label={m.access_mandate_some()} />
        </Stack>
      </Radio.Group>
      {!values.all && (
        <MultiSelect
          {...form.field('properties')}
          label={m.access_mandate_properties()}
          searchable
          data={[...known].map(([value, label]) => ({ value, label }))}
        />
      )}
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
