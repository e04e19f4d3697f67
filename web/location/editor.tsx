import { Button, Switch, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#contract/access/grants.ts';
import type { LocationKind } from '#contract/catalogue/kinds.ts';
import { type AdminPlace, locationCalls } from '#contract/location/calls.ts';
import { arrangeable, childOf } from '#contract/location/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { Conflict } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useLeaving } from '#web/forms/use-leaving.ts';
import { useApp } from '#web/layout/app.tsx';
import { Waiting } from '#web/layout/waiting.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { SignedNumber } from '#web/ui/dash/signed-number.tsx';
import { IconArrowMerge, IconArrowRight, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { DeletePlace, MergePlace, MovePlace } from './dialogs.tsx';
import classes from './location.module.css';
import { pathText } from './words.ts';

type Draft = { name: string; aliases: string[]; lat: number | null; lng: number | null; visible: boolean };
const blank: Draft = { name: '', aliases: [], lat: null, lng: null, visible: true };
const draftOf = ({ name, aliases, lat, lng, visible }: AdminPlace): Draft => ({ name, aliases, lat, lng, visible });

const newNames: Partial<Record<LocationKind, () => string>> = {
  sub_county: m.location_new_sub_county,
  ward: m.location_new_ward,
  estate: m.location_new_estate,
};

/** A place in a drawer beside the tree: one there is, or a new one in `parentId`. */
export function PlaceEditor({ id, parentId, close }: { id: number | null; parentId: number | null; close: () => void }) {
  const about = id ?? parentId;
  const { left, leave } = useLeaving(close);
  const place = useCall(locationCalls.details, { id: about ?? 1 }, { enabled: about !== null && !left });
  if (left) return null;
  if (place.data && place.data.id === about)
    return <PlaceForm place={id === null ? null : place.data} parent={id === null ? place.data : null} close={leave} />;
  return (
    <FormDrawer opened onClose={close} title={m.shell_loading()} closeLabel={m.shell_close()} onSubmit={close} actions={null}>
      <Waiting answer={place} rows={5} />
    </FormDrawer>
  );
}

const usePlaceForm = (place: AdminPlace | null, parent: AdminPlace | null, done: () => void) =>
  useForm(place ? locationCalls.update : locationCalls.create, {
    saved: place,
    from: draftOf,
    blank,
    given: ({ visible, ...values }, { revision }) =>
      place ? { id: place.id, ...values, visible, revision } : { parent_id: parent?.id ?? 0, ...values },
    says: { name: m.location_need_name },
    touches: [propertyCalls],
    done,
  });

function PlaceForm({ place, parent, close }: { place: AdminPlace | null; parent: AdminPlace | null; close: () => void }) {
  const form = usePlaceForm(place, parent, close);
  const kind = parent ? childOf[parent.kind] : null;
  const title = place ? m.location_edit({ name: place.name }) : ((kind && newNames[kind]?.()) ?? m.location_new_estate());
  return (
    <FormDrawer
      opened
      onClose={close}
      title={title}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={place ? m.location_save() : title} />}
    >
      <p className={classes.holds}>
        {m.location_new_in({ name: parent ? pathOfParent(parent) : pathText(place?.path ?? []) || (place?.name ?? '') })}
      </p>
      <Conflict
        form={form}
        labels={{
          name: m.location_name(),
          aliases: m.location_aliases(),
          lat: m.location_lat(),
          lng: m.location_lng(),
          visible: m.location_visible(),
        }}
      />
      <Fields form={form} isNew={!place} />
      {place && <Moves place={place} close={close} />}
    </FormDrawer>
  );
}

const pathOfParent = (parent: AdminPlace): string => [parent.name, pathText(parent.path)].filter(Boolean).join(', ');

function Fields({ form, isNew }: { form: ReturnType<typeof usePlaceForm>; isNew: boolean }) {
  const coordinate = (name: 'lat' | 'lng', label: string, most: number) => (
    <SignedNumber
      label={label}
      min={-most}
      max={most}
      decimalScale={6}
      value={form.values[name]}
      onChange={(value) => form.set(name, value)}
      error={form.problems[name]}
    />
  );
  return (
    <>
      <TextInput {...form.text('name')} label={m.location_name()} maxLength={120} />
      <TagsInput {...form.field('aliases')} label={m.location_aliases()} description={m.location_aliases_help()} maxTags={20} acceptValueOnBlur />
      <div className={classes.pair}>
        {coordinate('lat', m.location_lat(), 90)}
        {coordinate('lng', m.location_lng(), 180)}
      </div>
      {!isNew && <Switch {...form.tick('visible')} label={m.location_visible()} description={m.location_visible_help()} />}
    </>
  );
}

function Moves({ place, close }: { place: AdminPlace; close: () => void }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState<'move' | 'merge' | 'delete' | null>(null);
  if (!arrangeable.includes(place.kind)) return null;
  const stop = () => setAsked(null);
  const mayEdit = allows(['locations', 'edit'], visitor);
  const holds = { places: m.location_count({ count: place.children }), properties: m.location_properties({ count: place.properties }) };
  return (
    <div className={classes.moves}>
      <p className={classes.holds}>{m.location_holds(holds)}</p>
      {mayEdit && (
        <>
          <Button variant="default" leftSection={<IconArrowRight size={16} aria-hidden />} onClick={() => setAsked('move')}>
            {m.location_move()}
          </Button>
          <Button variant="default" leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={() => setAsked('merge')}>
            {m.location_merge()}
          </Button>
        </>
      )}
      {allows(['locations', 'delete'], visitor) && (
        <Button variant="default" c="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked('delete')}>
          {m.location_delete()}
        </Button>
      )}
      {asked === 'move' && <MovePlace place={place} close={stop} done={close} />}
      {asked === 'merge' && <MergePlace place={place} close={stop} done={close} />}
      {asked === 'delete' && <DeletePlace place={place} close={stop} done={close} />}
    </div>
  );
}
