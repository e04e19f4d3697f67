import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { CallResult } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import { PinMap } from '#web/base-map/pin-map.tsx';
import { PinPasteField } from '#web/base-map/pin-paste.tsx';
import { LocationPicker } from '#web/location/picker.tsx';
import { m } from '#words/messages.js';
import { applyTypedPin, type PropertyDraft, type PropertyStepProps } from './draft.ts';
import { WholeNumberField } from './inputs.tsx';
import classes from './property.module.css';

export type PropertyChoices = CallResult<(typeof propertyCalls)['choices']>;
type Named = { id: number; name: string };
const options = (from: readonly Named[]) => [
  { value: '', label: m.property_choose() },
  ...from.map((one) => ({ value: String(one.id), label: one.name })),
];
const picked = (text: string) => (text === '' ? null : Number(text));

/** Name and kind. Types of another category than the chosen one are not offered. */
export function PropertyBasicsFields({
  draft,
  set,
  problems,
  choices,
  holders = false,
}: PropertyStepProps & { choices: PropertyChoices; holders?: boolean }) {
  const types = choices.types.filter((t) => draft.category_id === null || t.category_id === null || t.category_id === draft.category_id);
  return (
    <>
      <fieldset className={classes.fields}>
        <legend>{m.property_step_basics()}</legend>
        {holders && choices.holders.length > 1 && (
          <NativeSelect
            id="property-company_id"
            className={classes.full}
            label={m.property_column_holder()}
            description={m.property_holder_help()}
            data={choices.holders.map((one) => ({ value: String(one.id), label: one.own ? m.property_holder_own({ name: one.name }) : one.name }))}
            value={String(draft.company_id ?? choices.holders[0]?.id ?? '')}
            onChange={(e) => set('company_id', picked(e.currentTarget.value))}
            error={problems.company_id}
          />
        )}
        <TextInput
          id="property-name"
          className={classes.full}
          label={m.property_field_name()}
          placeholder={m.property_field_name_hint()}
          value={draft.name}
          onChange={(e) => set('name', e.currentTarget.value)}
          error={problems.name}
          maxLength={120}
        />
        <NativeSelect
          id="property-category_id"
          label={m.property_field_category()}
          data={options(choices.categories)}
          value={String(draft.category_id ?? '')}
          onChange={(e) => {
            const category = picked(e.currentTarget.value);
            set('category_id', category);
            const type = choices.types.find((t) => t.id === draft.property_type_id);
            if (type && type.category_id !== null && type.category_id !== category) set('property_type_id', null);
          }}
          error={problems.category_id}
        />
        <NativeSelect
          id="property-property_type_id"
          label={m.property_field_type()}
          data={options(types)}
          value={String(draft.property_type_id ?? '')}
          onChange={(e) => set('property_type_id', picked(e.currentTarget.value))}
          error={problems.property_type_id}
        />
        <Textarea
          id="property-description"
          className={classes.full}
          label={`${m.property_field_description()} ${m.shell_optional()}`}
          value={draft.description}
          onChange={(e) => set('description', e.currentTarget.value)}
          autosize
          minRows={3}
          maxLength={8000}
        />
        <Textarea
          id="property-description_sw"
          className={classes.full}
          lang="sw"
          label={`${m.property_field_description_sw()} ${m.shell_optional()}`}
          value={draft.description_sw}
          onChange={(e) => set('description_sw', e.currentTarget.value)}
          autosize
          minRows={2}
          maxLength={8000}
        />
      </fieldset>
      <BuildingFields draft={draft} set={set} />
    </>
  );
}

const BuildingFields = ({ draft, set }: Pick<PropertyStepProps, 'draft' | 'set'>) => (
  <fieldset className={classes.fields}>
    <legend>{m.property_building()}</legend>
    <WholeNumberField
      label={`${m.property_field_floors()} ${m.shell_optional()}`}
      min={0}
      max={120}
      value={draft.floors}
      onChange={(n) => set('floors', n)}
    />
    <WholeNumberField
      label={`${m.property_field_year()} ${m.shell_optional()}`}
      min={1900}
      max={2100}
      value={draft.year_built}
      onChange={(n) => set('year_built', n)}
    />
    <WholeNumberField label={m.property_field_lifts()} min={0} max={50} value={draft.lifts} onChange={(n) => set('lifts', n ?? 0)} />
    <WholeNumberField
      label={m.property_field_parking()}
      min={0}
      max={10_000}
      value={draft.parking_slots}
      onChange={(n) => set('parking_slots', n ?? 0)}
    />
    <TextInput
      className={classes.full}
      label={`${m.property_field_plot()} ${m.shell_optional()}`}
      description={m.property_field_plot_help()}
      value={draft.plot_ref}
      onChange={(e) => set('plot_ref', e.currentTarget.value)}
      maxLength={80}
    />
  </fieldset>
);

export const PropertyLocationFields = ({
  draft,
  set,
  put,
  problems,
  withShow = false,
}: PropertyStepProps & { put: (changes: Partial<PropertyDraft>) => void; withShow?: boolean }) => (
  <fieldset className={classes.fields}>
    <legend>{m.property_step_place()}</legend>
    <div className={classes.full}>
      <LocationPicker
        id="property-location_id"
        label={m.property_field_place()}
        value={draft.location_id}
        onChange={(id, place) => {
          set('location_id', id);
          set('near', place && place.lat !== null && place.lng !== null ? { lat: place.lat, lng: place.lng } : null);
        }}
        error={problems.location_id}
      />
    </div>
    <TextInput
      label={`${m.property_field_address()} ${m.shell_optional()}`}
      placeholder={m.property_field_address_hint()}
      value={draft.address}
      onChange={(e) => set('address', e.currentTarget.value)}
      error={problems.address}
      maxLength={200}
    />
    <TextInput
      label={`${m.property_field_landmark()} ${m.shell_optional()}`}
      placeholder={m.property_field_landmark_hint()}
      value={draft.landmark}
      onChange={(e) => set('landmark', e.currentTarget.value)}
      error={problems.landmark}
      maxLength={200}
    />
    <div className={classes.full}>
      <p className={classes.quiet}>{m.property_pin_help()}</p>
      <PinPasteField near={draft.near ?? null} onSpot={(spot) => put({ ...spot, pin_text: null })} />
      <PinMap
        lat={draft.lat}
        lng={draft.lng}
        {...(draft.near ? { near: draft.near } : {})}
        onChange={(spot) => put({ ...spot, pin_text: null })}
        numbers={{ id: 'property', typed: draft.pin_text, problems, onType: (text, spot) => put(applyTypedPin(draft, text, spot)) }}
        height={300}
        label={m.property_field_pin()}
      />
    </div>
    {withShow && (
      <Switch
        className={classes.full}
        label={m.property_show_pin()}
        description={m.property_show_pin_help()}
        checked={draft.show_pin}
        onChange={(e) => set('show_pin', e.currentTarget.checked)}
      />
    )}
  </fieldset>
);

/** Amenities by the groups of the vocabulary. */
export function PropertyAmenityFields({ draft, set, choices }: PropertyStepProps & { choices: PropertyChoices }) {
  const groups = [...new Set(choices.amenities.map((one) => one.grouped))];
  return (
    <fieldset className={classes.fields}>
      <legend>{m.property_amenities()}</legend>
      <Checkbox.Group
        className={classes.full}
        label={m.property_amenities()}
        labelProps={{ className: 'sr-only' }}
        value={draft.amenities.map(String)}
        onChange={(ids) => set('amenities', ids.map(Number))}
      >
        <div className={classes.groups}>
          {groups.map((group) => (
            <section key={group}>
              {group && <h2>{groupName(group)}</h2>}
              <div className={classes.checks}>
                {choices.amenities
                  .filter((one) => one.grouped === group)
                  .map((one) => (
                    <Checkbox key={one.id} value={String(one.id)} label={one.name} />
                  ))}
              </div>
            </section>
          ))}
        </div>
      </Checkbox.Group>
    </fieldset>
  );
}

/** Group codes are lower case; on screen they start with a capital. */
const groupName = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ');
