import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type PropertyFull, propertyCalls } from '#contract/property/calls.ts';
import { type UtilityName, utilityNames } from '#contract/property/kinds.ts';
import type { Utilities } from '#contract/property/utilities.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { Conflict, type Line, useKeeping } from './conflict.tsx';
import { PropertyFrame } from './frame.tsx';
import { UtilityFields } from './money-fields.tsx';
import classes from './property.module.css';
import { chargeNames, supplyNames, utilityLabels } from './words.ts';

export default function PropertyUtilities() {
  const { id = '', code } = useParams();
  const property = useCall(propertyCalls.one, { id: Number(id), code });
  return <PropertyFrame id={Number(id)}>{property.data && <Form key={property.data.id} property={property.data} />}</PropertyFrame>;
}

const inWords = (value: Utilities, name: UtilityName): string => {
  const { supply, charge, rate_cents, note } = value[name];
  return [supply.map((key) => supplyNames[key]()).join(', '), chargeNames[charge](), rate_cents > 0 ? kes(rate_cents) : '', note]
    .filter(Boolean)
    .join(' · ');
};
const linesOf = (value: Utilities): Line[] => utilityNames.map((name) => [utilityLabels[name](), inWords(value, name)]);

function Form({ property }: { property: PropertyFull }) {
  const [value, setValue] = useState(property.utilities);
  const [start, setStart] = useState(property.utilities);
  const keeping = useKeeping(property.revision);
  const kept = (after: PropertyFull) => {
    setStart(after.utilities);
    keeping.kept(after.revision);
  };
  const save = useAct(propertyCalls.utilities, { handles: keeping.handles, done: kept });
  const changed = JSON.stringify(value) !== JSON.stringify(start);
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ id: property.id, utilities: value, revision: keeping.revision });
      }}
    >
      <p className={classes.quiet}>{m.property_utilities_help()}</p>
      <UtilityFields value={value} onChange={setValue} disabled={!property.may.utilities} />
      {property.may.utilities && (
        <div className={classes.foot}>
          <Button variant="default" disabled={!changed} onClick={() => setValue(start)}>
            {m.property_undo()}
          </Button>
          <Button type="submit" disabled={!changed} loading={save.isPending}>
            {m.property_save()}
          </Button>
        </div>
      )}
      {keeping.theirs && (
        <Conflict
          mine={linesOf(value)}
          theirs={linesOf(keeping.theirs.utilities)}
          keepMine={keeping.settle}
          takeTheirs={() => {
            if (keeping.theirs) {
              setValue(keeping.theirs.utilities);
              setStart(keeping.theirs.utilities);
            }
            keeping.settle();
          }}
        />
      )}
    </form>
  );
}
