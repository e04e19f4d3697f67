import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useParams } from 'react-router';
import { listingCalls } from '#contract/listing/calls.ts';
import { toPercent } from '#contract/money/cents.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { paymentAllocationOrderLabels, propertyLateFeeKindLabels, taxProfileLabels } from '#contract/property/labels.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { formatKes, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { PropertyBillingFields, PropertyTermFields } from './money-fields.tsx';
import classes from './property.module.css';
import { PropertyFrame } from './property-layout.tsx';
import { TeamsAndAgents } from './teams-and-agents.tsx';

export default function PropertySettings() {
  const { id = '', code } = useParams();
  const property = useCall(propertyCalls.details, { id: Number(id), code });
  return (
    <PropertyFrame id={Number(id)}>
      {property.data && (
        <div className={classes.cols}>
          <Form key={property.data.id} property={property.data} />
          <TeamsAndAgents property={property.data} />
        </div>
      )}
    </PropertyFrame>
  );
}

type Values = Pick<PropertyDetails, 'billing' | 'notice_days' | 'deposit_months' | 'tax_profile' | 'show_pin' | 'caretaker_name' | 'house_rules'> & {
  caretaker_phone: string;
};
const valuesOf = (p: PropertyDetails): Values => ({
  billing: p.billing,
  notice_days: p.notice_days,
  deposit_months: p.deposit_months,
  tax_profile: p.tax_profile,
  show_pin: p.show_pin,
  caretaker_name: p.caretaker_name,
  caretaker_phone: p.caretaker_phone ? phone(p.caretaker_phone) : '',
  house_rules: p.house_rules,
});

/** Billing is one field of the call and a group of fields on screen. */
const inWords = ({ billing: b }: Values): string =>
  [
    `${m.property_field_due_day()} ${b.due_day}`,
    `${m.property_field_lead_days()} ${b.lead_days}`,
    `${m.property_field_grace()} ${b.grace_days}`,
    `${m.property_field_order()} ${paymentAllocationOrderLabels[b.payment_order]()}`,
    `${m.property_field_late_fee()} ${propertyLateFeeKindLabels[b.late_fee]()}`,
    `${m.property_field_late_sum()} ${formatKes(b.late_fee_cents)}`,
    `${m.property_field_late_percent()} ${m.property_percent({ percent: toPercent(b.late_fee_points) })}`,
  ].join(', ');
const labels = () => ({
  billing: m.property_billing(),
  deposit_months: m.property_field_deposit(),
  notice_days: m.property_field_notice(),
  tax_profile: m.property_field_tax(),
  show_pin: m.property_show_pin(),
  caretaker_name: m.property_field_caretaker(),
  caretaker_phone: m.property_field_caretaker_phone(),
  house_rules: m.property_field_rules(),
});
const spoken = (name: keyof Values, values: Values) => {
  if (name === 'billing') return inWords(values);
  if (name === 'tax_profile') return taxProfileLabels[values.tax_profile]();
  return name === 'show_pin' ? (values.show_pin ? m.property_pin_shown() : m.property_pin_hidden()) : undefined;
};

function Form({ property }: { property: PropertyDetails }) {
  const form = useForm(propertyCalls.updateSettings, {
    id: 'property',
    saved: property,
    from: valuesOf,
    given: (values, { revision }) => ({ id: property.id, ...values, revision }),
    names: { 'billing[due_day]': 'due_day', 'billing[late_fee_cents]': 'late_fee_cents' },
    touches: [unitCalls, listingCalls],
    stays: true,
    said: ({ name }) => m.said_saved({ name }),
  });
  const { values, put, problems } = form;
  return (
    <form className={classes.editor} noValidate onSubmit={form.submit}>
      <fieldset className={classes.plain} disabled={!property.may.settings}>
        <PropertyBillingFields billing={values.billing} setBilling={(billing) => put({ billing })} problems={problems} />
        <PropertyTermFields terms={values} put={put} />
        <div className={classes.fields}>
          <Switch className={classes.full} {...form.tick('show_pin')} label={m.property_show_pin()} description={m.property_show_pin_help()} />
          <TextInput label={`${m.property_field_caretaker()} ${m.shell_optional()}`} {...form.text('caretaker_name')} maxLength={80} />
          <TextInput
            type="tel"
            label={`${m.property_field_caretaker_phone()} ${m.shell_optional()}`}
            {...form.text('caretaker_phone')}
            maxLength={40}
          />
          <Textarea
            className={classes.full}
            label={`${m.property_field_rules()} ${m.shell_optional()}`}
            description={m.property_rules_help()}
            {...form.text('house_rules')}
            autosize
            minRows={4}
            maxLength={8000}
          />
        </div>
      </fieldset>
      {property.may.settings && (
        <div className={classes.foot}>
          <Button variant="default" disabled={!form.changed} onClick={form.undo}>
            {m.property_undo()}
          </Button>
          <Button type="submit" disabled={!form.changed} loading={form.busy}>
            {m.property_save()}
          </Button>
        </div>
      )}
      <EditConflictDialog form={form} labels={labels()} spoken={spoken} />
    </form>
  );
}
