import { Button } from '@mantine/core';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { type UtilityName, utilityNames } from '#contract/property/kinds.ts';
import { utilityChargeKindLabels, utilityLabels, utilitySupplyLabels } from '#contract/property/labels.ts';
import type { UtilitySettings } from '#contract/property/utilities.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { PropertyUtilityFields } from './money-fields.tsx';
import classes from './property.module.css';

const inWords = (value: UtilitySettings, name: UtilityName): string => {
  const { supply, charge, rate_cents, note } = value[name];
  return [
    supply.map((key) => utilitySupplyLabels[key]()).join(', '),
    utilityChargeKindLabels[charge](),
    rate_cents > 0 ? formatKes(rate_cents) : '',
    note,
  ]
    .filter(Boolean)
    .join(' · ');
};
const labels = () => Object.fromEntries(utilityNames.map((name) => [name, utilityLabels[name]()])) as Record<UtilityName, string>;

/** The supply of each utility and the tenants' charge; new tenancies start with these values. */
export function UtilitySupplyForm({ property }: { property: PropertyDetails }) {
  const form = useForm(propertyCalls.updateUtilities, {
    saved: property,
    from: (row) => row.utilities,
    given: (utilities, { revision }) => ({ id: property.id, utilities, revision }),
    touches: [unitCalls],
    stays: true,
    said: ({ name }) => m.said_saved({ name }),
  });
  return (
    <form className={classes.editor} onSubmit={form.submit}>
      <p className={classes.quiet}>{m.property_utilities_help()}</p>
      <PropertyUtilityFields value={form.values} onChange={form.put} disabled={!property.may.utilities} />
      {property.may.utilities && (
        <div className={classes.foot}>
          <Button variant="default" disabled={!form.changed} onClick={form.undo}>
            {m.property_undo()}
          </Button>
          <Button type="submit" disabled={!form.changed} loading={form.busy}>
            {m.property_save()}
          </Button>
        </div>
      )}
      <EditConflictDialog form={form} labels={labels()} spoken={(name, values) => inWords(values, name)} />
    </form>
  );
}
