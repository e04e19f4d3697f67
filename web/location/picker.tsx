import { Loader, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type FoundLocation, locationCalls } from '#contract/location/calls.ts';
import { propertyLocationKinds } from '#contract/location/kinds.ts';
import { locationKindLabels } from '#contract/location/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { useIsPhone } from '#web/ui/dash/use-is-phone.ts';
import { m } from '#words/messages.js';
import classes from './location.module.css';
import { formatLocationPath } from './words.ts';

export interface LocationPickerProps {
  /** The place id, as stored in a property. */
  value: number | null;
  onChange: (id: number | null, place: FoundLocation | null) => void;
  label?: string;
  description?: string;
  error?: string | undefined;
  id?: string;
  /** Kinds that can be chosen; by default those a property can be in. */
  kinds?: readonly FoundLocation['kind'][];
  /** A place that is left out of the results, because a place cannot be merged into itself. */
  except?: number;
}

/** Searches places with spelling tolerance; each result shows its path, because Kenyan place names repeat. */
export function LocationPicker({ value, onChange, label, description, error, id, kinds = propertyLocationKinds, except }: LocationPickerProps) {
  const [typed, setTyped] = useState('');
  const [wait] = useDebouncedValue(typed, 200);
  const chosen = useCall(locationCalls.publicDetails, { id: value ?? 1 }, { enabled: value !== null });
  const here = value !== null && chosen.data?.id === value ? chosen.data : null;
  // While the field shows the chosen place's name, no search runs.
  const q = here && wait === here.name ? '' : wait.trim();
  const found = useCall(locationCalls.search, { q: q || '-', limit: 20, ...(kinds.length === 1 ? { kind: kinds[0] } : {}) }, { enabled: q !== '' });
  const places = q === '' ? [] : (found.data?.results ?? []).filter((p) => kinds.includes(p.kind) && p.id !== except);
  const all = here && !places.some((p) => p.id === here.id) ? [here, ...places] : places;
  const phone = useIsPhone();
  const choose = (place: FoundLocation | null) => {
    onChange(place?.id ?? null, place);
    if (place) setTyped(place.name);
  };
  // On a phone the results are below the field, because a floating list has no space over a sheet and the keyboard.
  if (phone === true)
    return (
      <div>
        <TextInput
          {...(id ? { id } : {})}
          type="search"
          label={label ?? m.location_pick()}
          {...(description ? { description } : {})}
          placeholder={m.location_pick_hint()}
          error={error}
          value={typed === '' && here ? here.name : typed}
          onChange={(e) => {
            setTyped(e.currentTarget.value);
            if (value !== null) onChange(null, null);
          }}
        />
        {q !== '' && value === null && (
          <ul className={classes.places} aria-label={label ?? m.location_pick()}>
            {places.slice(0, 6).map((place) => (
              <li key={place.id}>
                <button type="button" onClick={() => choose(place)}>
                  <PlaceOption place={place} />
                </button>
              </li>
            ))}
            {places.length === 0 && <li role="status">{found.isFetching ? m.location_pick_looking() : m.location_pick_none({ text: q })}</li>}
          </ul>
        )}
      </div>
    );
  const byKey = new Map(all.map((p) => [String(p.id), p]));
  return (
    <Select
      {...(id ? { id } : {})}
      label={label ?? m.location_pick()}
      {...(description ? { description } : {})}
      placeholder={m.location_pick_hint()}
      error={error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': m.location_pick_clear() }}
      value={value === null ? null : String(value)}
      data={all.map((p) => ({ value: String(p.id), label: p.name }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(key) => choose(key === null ? null : (byKey.get(key) ?? null))}
      maxDropdownHeight={320}
      nothingFoundMessage={q === '' ? m.location_pick_type() : found.isFetching ? m.location_pick_looking() : m.location_pick_none({ text: q })}
      rightSection={found.isFetching ? <Loader size={16} aria-hidden /> : undefined}
      renderOption={({ option }) => <PlaceOption place={byKey.get(option.value)} />}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

const PlaceOption = ({ place }: { place: FoundLocation | undefined }) =>
  place ? (
    <span className={classes.option}>
      <b>{place.name}</b>
      <span>
        {locationKindLabels[place.kind]()}
        {place.path.length > 1 && ` · ${formatLocationPath(place.path)}`}
      </span>
    </span>
  ) : null;
