import { MultiSelect, NativeSelect, Radio, Stack, Switch, TextInput } from '@mantine/core';
import { type MandateScope, mandateScopes } from '#contract/access/mandate.ts';
import type { Promised } from '#contract/access/mandate-shapes.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { CommissionField, pointsOf } from '#web/access/mandate-form.tsx';
import { scopeHelp, scopeNames } from '#web/access/mandate-words.ts';
import { useCall } from '#web/client/use-call.ts';
import type { FormOf } from '#web/forms/use-form.ts';
import { m } from '#words/messages.js';

type Values = { give: boolean; scope: MandateScope; all: boolean; properties: string[]; ends: string; commission: number | '' };
/** Letting is the least; the owner says more where they mean more. */
export const blankMandate: Values = { give: true, scope: 'letting_only', all: true, properties: [], ends: '', commission: '' };
/** Where a problem of the mandate shows. */
export const mandateFields = {
  'mandate.all_properties': 'all',
  'mandate.property_ids': 'properties',
  'mandate.ends_on': 'ends',
  'mandate.commission_bp': 'commission',
} as const;
export const mandateOf = ({ scope, all, properties, ends, commission }: Values): Promised => ({
  scope,
  all_properties: all,
  property_ids: all ? [] : properties.map(Number),
  ends_on: ends || null,
  commission_bp: pointsOf(commission),
});

/** What the agent gets when they accept: this and nothing else. */
export function MandatePart<T extends Values>({ form: whole }: { form: FormOf<T> }) {
  const form = whole as unknown as FormOf<Values>;
  const { values, put } = form;
  const properties = useCall(propertyCalls.all, { page: 1, page_size: 100, sort: 'name' });
  return (
    <>
      <Switch {...form.tick('give')} label={m.invitation_mandate_give()} description={m.invitation_mandate_give_help()} />
      {values.give && (
        <>
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
              data={(properties.data?.results ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
            />
          )}
          <TextInput type="date" label={`${m.access_mandate_ends()} ${m.shell_optional()}`} {...form.text('ends')} />
          <CommissionField value={values.commission} error={form.problems.commission} put={(commission) => put({ commission })} />
        </>
      )}
    </>
  );
}
