import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type PropertyFull, propertyCalls } from '#contract/property/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { Unsaved } from '#web/forms/unsaved.tsx';
import { useDash } from '#web/layout/screen.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { Conflict, type Line, useKeeping } from './conflict.tsx';
import { basicsOf, type Draft, draftOf, type Problems, type SetDraft } from './draft.ts';
import { AmenityFields, BasicsFields, type Choices, PlaceFields } from './fields.tsx';
import classes from './property.module.css';

const nameIn = (from: readonly { id: number; name: string }[], id: number | null) => from.find((one) => one.id === id)?.name ?? '';

/** The draft in words, for telling two apart. */
const linesOf = (draft: Draft, choices: Choices): Line[] => [
  [m.property_field_name(), draft.name],
  [m.property_field_category(), nameIn(choices.categories, draft.category_id)],
  [m.property_field_type(), nameIn(choices.types, draft.property_type_id)],
  [m.property_field_description(), draft.description],
  [m.property_field_description_sw(), draft.description_sw],
  [m.property_field_place(), String(draft.location_id ?? '')],
  [m.property_field_address(), draft.address],
  [m.property_field_landmark(), draft.landmark],
  [m.property_field_pin(), draft.lat === null ? '' : `${draft.lat}, ${draft.lng}`],
  [m.property_field_plot(), draft.plot_ref],
  [m.property_field_floors(), String(draft.floors ?? '')],
  [m.property_field_year(), String(draft.year_built ?? '')],
  [m.property_field_lifts(), String(draft.lifts)],
  [m.property_field_parking(), String(draft.parking_slots)],
  [m.property_amenities(), draft.amenities.map((id) => nameIn(choices.amenities, id)).join(', ')],
];

function problemsOf(draft: Draft): Problems {
  const problems: Record<string, string> = {};
  if (draft.name.trim().length < 2) problems.name = m.property_need_name();
  if (draft.category_id === null) problems.category_id = m.property_need_category();
  if (draft.property_type_id === null) problems.property_type_id = m.property_need_type();
  if (draft.location_id === null) problems.location_id = m.property_need_place();
  return problems;
}

export function PropertyEditor({ property }: { property: PropertyFull }) {
  const choices = useCall(propertyCalls.choices, {});
  return choices.data ? <Editor property={property} choices={choices.data} /> : <RowsLoading rows={8} label={m.shell_loading()} />;
}

const moved = (a: Draft, b: Draft) => a.location_id !== b.location_id || a.address.trim() !== b.address || a.lat !== b.lat || a.lng !== b.lng;

function Editor({ property, choices }: { property: PropertyFull; choices: Choices }) {
  const { link } = useDash();
  const navigate = useNavigate();
  // What one began with, not what a refetch brought since: else a stale form would look fresh.
  const [start] = useState(() => draftOf(property));
  const [draft, setDraft] = useState(start);
  const [saved, setSaved] = useState(false);
  const keeping = useKeeping(property.revision);
  const set: SetDraft = (name, value) => setDraft((old) => ({ ...old, [name]: value }));
  const changed = useMemo(() => JSON.stringify(basicsOf(draft)) !== JSON.stringify(basicsOf(start)), [draft, start]);
  const away = link('property.detail', { id: property.id, code: property.code });
  const update = useAct(propertyCalls.update, {
    handles: keeping.handles,
    done: () => {
      setSaved(true);
      setTimeout(() => void navigate(away));
    },
  });
  const save = () => {
    const found = problemsOf(draft);
    keeping.show(found);
    if (Object.keys(found).length === 0) update.mutate({ id: property.id, ...basicsOf(draft), revision: keeping.revision });
  };
  const part = { draft, set, problems: keeping.problems };
  return (
    <form
      className={classes.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <FieldErrorsSummary
        title={m.property_fix({ count: Object.keys(keeping.problems).length })}
        errors={Object.entries(keeping.problems).map(([name, text]) => ({ id: `property-${name}`, text }))}
        attempt={keeping.attempt}
      />
      <BasicsFields {...part} choices={choices} />
      <PlaceFields {...part} />
      {moved(draft, start) && property.status !== 'draft' && property.status !== 'rejected' && <Note tone="guard">{m.property_moved_help()}</Note>}
      <AmenityFields {...part} choices={choices} />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void navigate(away)}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={update.isPending}>
          {m.property_save()}
        </Button>
      </div>
      <Unsaved changed={changed && !saved} name={property.name} />
      {keeping.theirs && (
        <Conflict
          mine={linesOf(draft, choices)}
          theirs={linesOf(draftOf(keeping.theirs), choices)}
          keepMine={keeping.settle}
          takeTheirs={() => {
            if (keeping.theirs) setDraft(draftOf(keeping.theirs));
            keeping.settle();
          }}
        />
      )}
    </form>
  );
}
