import { Switch, TextInput } from '@mantine/core';
import type { InvitationMandateTerms } from '#contract/access/mandate-shapes.ts';
import { CommissionField, type MandatePurpose, MandatePurposeFields, percentToBasisPoints } from '#web/access/mandate-fields.tsx';
import type { FormHandle } from '#web/forms/use-form.ts';
import { m } from '#words/messages.js';

type Values = MandatePurpose & { give: boolean; ends: string; commission: number | '' };
/** Letting only is the smallest mandate; the owner may choose a larger one. */
export const blankMandateDraft: Values = { give: true, scope: 'letting_only', all: true, properties: [], ends: '', commission: '' };
/** The form fields that show the problems of the mandate. */
export const mandateFieldNames = {
  'mandate.all_properties': 'all',
  'mandate.property_ids': 'properties',
  'mandate.ends_on': 'ends',
  'mandate.commission_bp': 'commission',
} as const;
export const toMandateInput = ({ scope, all, properties, ends, commission }: Values): InvitationMandateTerms => ({
  scope,
  all_properties: all,
  property_ids: all ? [] : properties.map(Number),
  ends_on: ends || null,
  commission_bp: percentToBasisPoints(commission),
});

/** The mandate the agent gets on acceptance: this and nothing else. */
export function InvitationMandateFields<T extends Values>({ form: whole }: { form: FormHandle<T> }) {
  const form = whole as unknown as FormHandle<Values>;
  const { values, put } = form;
  return (
    <>
      <Switch {...form.tick('give')} label={m.invitation_mandate_give()} description={m.invitation_mandate_give_help()} />
      {values.give && (
        <>
          <MandatePurposeFields form={form} />
          <TextInput type="date" label={`${m.access_mandate_ends()} ${m.shell_optional()}`} {...form.text('ends')} />
          <CommissionField value={values.commission} error={form.problems.commission} put={(commission) => put({ commission })} />
        </>
      )}
    </>
  );
}
