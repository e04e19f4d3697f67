import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { listingCalls } from '#contract/listing/calls.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import type { ConflictLabels } from '#web/forms/conflict-rows.ts';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { LocationName } from '#web/location/place-name.tsx';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { findPinProblems, type PropertyDraft, requiredPropertyFieldMessages, toPropertyBasicsInput, toPropertyDraft } from './draft.ts';
import { PropertyAmenityFields, PropertyBasicsFields, type PropertyChoices, PropertyLocationFields } from './fields.tsx';
import classes from './property.module.css';

const nameIn = (from: readonly { id: number; name: string }[], id: number | null) => from.find((one) => one.id === id)?.name ?? '';

const labels = (): ConflictLabels<PropertyDraft> => ({
  name: m.property_field_name(),
  category_id: m.property_field_category(),
  property_type_id: m.property_field_type(),
  description: m.property_field_description(),
  description_sw: m.property_field_description_sw(),
  location_id: m.property_field_place(),
  address: m.property_field_address(),
  landmark: m.property_field_landmark(),
  lat: m.property_field_pin(),
  lng: { with: 'lat' },
  pin_text: { with: 'lat' },
  plot_ref: m.property_field_plot(),
  floors: m.property_field_floors(),
  year_built: m.property_field_year(),
  lifts: m.property_field_lifts(),
  parking_slots: m.property_field_parking(),
  amenities: m.property_amenities(),
  // Fields only the wizard sends.
  client_key: null,
  step: null,
  company_id: null,
  near: null,
  show_pin: null,
  structure: null,
  billing: null,
  notice_days: null,
  deposit_months: null,
  tax_profile: null,
  utilities: null,
});
const spokenBy = (choices: PropertyChoices) => (name: keyof PropertyDraft, draft: PropertyDraft) => {
  if (name === 'category_id') return nameIn(choices.categories, draft.category_id);
  if (name === 'property_type_id') return nameIn(choices.types, draft.property_type_id);
  if (name === 'location_id') return draft.location_id === null ? undefined : <LocationName id={draft.location_id} />;
  if (name === 'lat') return draft.lat === null ? '' : `${draft.lat}, ${draft.lng}`;
  return name === 'amenities' ? draft.amenities.map((id) => nameIn(choices.amenities, id)).join(', ') : undefined;
};

export function PropertyEditor({ property }: { property: PropertyDetails }) {
  const choices = useCall(propertyCalls.choices, {});
  return choices.data ? <Editor property={property} choices={choices.data} /> : <RowsLoading rows={8} label={m.shell_loading()} />;
}

const moved = (a: PropertyDraft, b: PropertyDraft) =>
  a.location_id !== b.location_id || a.address.trim() !== b.address || a.lat !== b.lat || a.lng !== b.lng;

function Editor({ property, choices }: { property: PropertyDetails; choices: PropertyChoices }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const away = link('property.detail', { id: property.id, code: property.code });
  const form = useForm(propertyCalls.update, {
    id: 'property',
    saved: property,
    from: toPropertyDraft,
    given: (draft, { revision }) => ({ id: property.id, ...toPropertyBasicsInput(draft), revision }),
    says: requiredPropertyFieldMessages,
    check: findPinProblems,
    touches: [unitCalls, listingCalls],
    said: ({ name }) => m.said_saved({ name }),
    done: () => void navigate(away),
  });
  const { values: draft, set, problems } = form;
  const part = { draft, set, put: form.put, problems };
  return (
    <form className={classes.editor} noValidate onSubmit={form.submit}>
      <FieldErrorsSummary title={m.property_fix({ count: Object.keys(problems).length })} {...form.summary} />
      <PropertyBasicsFields {...part} choices={choices} />
      <PropertyLocationFields {...part} />
      {moved(draft, toPropertyDraft(property)) && property.status !== 'draft' && property.status !== 'rejected' && (
        <Note tone="guard">{m.property_moved_help()}</Note>
      )}
      <PropertyAmenityFields {...part} choices={choices} />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void navigate(away)}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={form.busy}>
          {m.property_save()}
        </Button>
      </div>
      <UnsavedChangesGuard form={form} name={property.name} />
      <EditConflictDialog form={form} labels={labels()} spoken={spokenBy(choices)} />
    </form>
  );
}
