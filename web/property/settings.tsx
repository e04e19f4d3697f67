import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { toPercent } from '#contract/money/cents.ts';
import { type PropertyFull, propertyCalls } from '#contract/property/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { kes, phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { Conflict, type Line, useKeeping } from './conflict.tsx';
import { PropertyFrame } from './frame.tsx';
import { BillingFields, TermFields } from './money-fields.tsx';
import classes from './property.module.css';
import { WhoWorks } from './who-works.tsx';
import { feeNames, orderNames, taxNames } from './words.ts';

export default function PropertySettings() {
  const { id = '', code } = useParams();
  const property = useCall(propertyCalls.one, { id: Number(id), code });
  return (
    <PropertyFrame id={Number(id)}>
      {property.data && (
        <div className={classes.cols}>
          <Form key={property.data.id} property={property.data} />
          <WhoWorks property={property.data} />
        </div>
      )}
    </PropertyFrame>
  );
}

type Values = Pick<PropertyFull, 'billing' | 'notice_days' | 'deposit_months' | 'tax_profile' | 'show_pin' | 'caretaker_name' | 'house_rules'> & {
  caretaker_phone: string;
};
const valuesOf = (p: PropertyFull): Values => ({
  billing: p.billing,
  notice_days: p.notice_days,
  deposit_months: p.deposit_months,
  tax_profile: p.tax_profile,
  show_pin: p.show_pin,
  caretaker_name: p.caretaker_name,
  caretaker_phone: p.caretaker_phone ? phone(p.caretaker_phone) : '',
  house_rules: p.house_rules,
});

const linesOf = (v: Values): Line[] => [
  [m.property_field_due_day(), String(v.billing.due_day)],
  [m.property_field_lead_days(), String(v.billing.lead_days)],
  [m.property_field_grace(), String(v.billing.grace_days)],
  [m.property_field_order(), orderNames[v.billing.payment_order]()],
  [m.property_field_late_fee(), feeNames[v.billing.late_fee]()],
  [m.property_field_late_sum(), kes(v.billing.late_fee_cents)],
  [m.property_field_late_percent(), m.property_percent({ percent: toPercent(v.billing.late_fee_points) })],
  [m.property_field_deposit(), String(v.deposit_months)],
  [m.property_field_notice(), String(v.notice_days)],
  [m.property_field_tax(), taxNames[v.tax_profile]()],
  [m.property_show_pin(), v.show_pin ? m.property_pin_shown() : m.property_pin_hidden()],
  [m.property_field_caretaker(), v.caretaker_name],
  [m.property_field_caretaker_phone(), v.caretaker_phone],
  [m.property_field_rules(), v.house_rules],
];

function Form({ property }: { property: PropertyFull }) {
  const [start, setStart] = useState(() => valuesOf(property));
  const [values, setValues] = useState(start);
  const keeping = useKeeping(property.revision);
  const put = (changes: Partial<Values>) => setValues((old) => ({ ...old, ...changes }));
  const save = useAct(propertyCalls.settings, {
    handles: keeping.handles,
    done: (after) => {
      setStart(valuesOf(after));
      setValues(valuesOf(after));
      keeping.kept(after.revision);
    },
  });
  const changed = JSON.stringify(values) !== JSON.stringify(start);
  const { problems } = keeping;
  return (
    <form
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: property.id, ...values, revision: keeping.revision });
      }}
    >
      <fieldset className={classes.plain} disabled={!property.may.settings}>
        <BillingFields billing={values.billing} setBilling={(billing) => put({ billing })} problems={problems} />
        <TermFields terms={values} put={put} />
        <div className={classes.fields}>
          <Switch
            className={classes.full}
            label={m.property_show_pin()}
            description={m.property_show_pin_help()}
            checked={values.show_pin}
            onChange={(e) => put({ show_pin: e.currentTarget.checked })}
          />
          <TextInput
            label={`${m.property_field_caretaker()} ${m.shell_optional()}`}
            value={values.caretaker_name}
            onChange={(e) => put({ caretaker_name: e.currentTarget.value })}
            error={problems.caretaker_name}
            maxLength={80}
          />
          <TextInput
            type="tel"
            label={`${m.property_field_caretaker_phone()} ${m.shell_optional()}`}
            value={values.caretaker_phone}
            onChange={(e) => put({ caretaker_phone: e.currentTarget.value })}
            error={problems.caretaker_phone}
            maxLength={40}
          />
          <Textarea
            className={classes.full}
            label={`${m.property_field_rules()} ${m.shell_optional()}`}
            description={m.property_rules_help()}
            value={values.house_rules}
            onChange={(e) => put({ house_rules: e.currentTarget.value })}
            autosize
            minRows={4}
            maxLength={8000}
          />
        </div>
      </fieldset>
      {property.may.settings && (
        <div className={classes.foot}>
          <Button variant="default" disabled={!changed} onClick={() => setValues(start)}>
            {m.property_undo()}
          </Button>
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            {m.property_save()}
          </Button>
        </div>
      )}
      {keeping.theirs && (
        <Conflict
          mine={linesOf(values)}
          theirs={linesOf(valuesOf(keeping.theirs))}
          keepMine={keeping.settle}
          takeTheirs={() => {
            if (keeping.theirs) setValues(valuesOf(keeping.theirs));
            keeping.settle();
          }}
        />
      )}
    </form>
  );
}
