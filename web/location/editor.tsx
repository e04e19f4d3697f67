import { Button, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type LandmarkKind, type LocationKind, landmarkKinds } from '#contract/catalogue/kinds.ts';
import { type AdminLocation, locationCalls } from '#contract/location/calls.ts';
import { childLocationKind, editableLocationKinds, landmarkReachLimits } from '#contract/location/kinds.ts';
import { landmarkKindLabels } from '#contract/location/labels.ts';
import { readRoadLine, writeRoadLine } from '#contract/location/road-line.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDeferredDrawerClose } from '#web/forms/use-leaving.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { SignedNumberInput } from '#web/ui/dash/signed-number.tsx';
import { IconArrowMerge, IconArrowRight, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { DeleteLocationDialog, MergeLocationDialog, MoveLocationDialog } from './dialogs.tsx';
import classes from './location.module.css';
import { formatLocationPath } from './words.ts';

type Draft = Pick<AdminLocation, 'name' | 'aliases' | 'lat' | 'lng' | 'visible' | 'landmark' | 'radius_km'> & { line: string };
const blank: Draft = { name: '', aliases: [], lat: null, lng: null, visible: true, landmark: null, radius_km: null, line: '' };
const blankOf = (landmark: boolean): Draft => (landmark ? { ...blank, landmark: 'road' } : blank);
const draftOf = ({ name, aliases, lat, lng, visible, landmark, radius_km, line }: AdminLocation): Draft => ({
  name,
  aliases,
  lat,
  lng,
  visible,
  landmark,
  radius_km,
  line: writeRoadLine(line),
});

const newNames: Partial<Record<LocationKind, () => string>> = {
  sub_county: m.location_new_sub_county,
  ward: m.location_new_ward,
  estate: m.location_new_estate,
  landmark: m.location_new_landmark,
};

/** Edits a place in a drawer beside the tree, or creates one in `parentId`. */
interface PlaceEditorProps {
  id: number | null;
  parentId: number | null;
  /** The new place is a landmark of the county. */
  landmark: boolean;
  close: () => void;
}

export function LocationEditor({ id, parentId, landmark, close }: PlaceEditorProps) {
  const about = id ?? parentId;
  const { left, leave } = useDeferredDrawerClose(close);
  const place = useCall(locationCalls.details, { id: about ?? 1 }, { enabled: about !== null && !left });
  if (left) return null;
  if (place.data && place.data.id === about)
    return <PlaceForm place={id === null ? null : place.data} parent={id === null ? place.data : null} landmark={landmark} close={leave} />;
  return (
    <FormDrawer opened onClose={close} title={m.shell_loading()} closeLabel={m.shell_close()} onSubmit={close} actions={null}>
      <LoadingState answer={place} rows={5} />
    </FormDrawer>
  );
}

const usePlaceForm = (place: AdminLocation | null, parent: AdminLocation | null, landmark: boolean, done: () => void) =>
  useForm(place ? locationCalls.update : locationCalls.create, {
    saved: place,
    from: draftOf,
    blank: blankOf(landmark),
    given: ({ visible, landmark: what, line, radius_km, ...values }, { revision }) => {
      const reach = what ? { landmark: what, line: readRoadLine(line), radius_km } : {};
      return place ? { id: place.id, ...values, ...reach, visible, revision } : { parent_id: parent?.id ?? noRecordId, ...values, ...reach };
    },
    says: { name: m.location_need_name, line: m.location_line_wrong },
    touches: [propertyCalls],
    said: ({ name }) => (place ? m.said_saved({ name }) : m.said_added({ name })),
    done,
  });

type PlaceFormProps = { place: AdminLocation | null; parent: AdminLocation | null; landmark: boolean; close: () => void };

function PlaceForm({ place, parent, landmark, close }: PlaceFormProps) {
  const form = usePlaceForm(place, parent, landmark, close);
  const kind = landmark ? 'landmark' : parent ? childLocationKind[parent.kind] : null;
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
        {m.location_new_in({ name: parent ? pathOfParent(parent) : formatLocationPath(place?.path ?? []) || (place?.name ?? '') })}
      </p>
      <EditConflictDialog
        form={form}
        labels={{
          name: m.location_name(),
          aliases: m.location_aliases(),
          lat: m.location_lat(),
          lng: m.location_lng(),
          visible: m.location_visible(),
          landmark: m.location_landmark(),
          radius_km: m.location_radius(),
          line: m.location_line(),
        }}
      />
      <Fields form={form} isNew={!place} />
      {place && <Moves place={place} close={close} />}
    </FormDrawer>
  );
}

const pathOfParent = (parent: AdminLocation): string => [parent.name, formatLocationPath(parent.path)].filter(Boolean).join(', ');

function Fields({ form, isNew }: { form: ReturnType<typeof usePlaceForm>; isNew: boolean }) {
  const coordinate = (name: 'lat' | 'lng', label: string, most: number) => (
    <SignedNumberInput
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
      {form.values.landmark && <Reach form={form} landmark={form.values.landmark} />}
      <div className={classes.pair}>
        {coordinate('lat', m.location_lat(), 90)}
        {coordinate('lng', m.location_lng(), 180)}
      </div>
      {!isNew && <Switch {...form.tick('visible')} label={m.location_visible()} description={m.location_visible_help()} />}
    </>
  );
}

/** A landmark's kind, reach and line. */
function Reach({ form, landmark }: { form: ReturnType<typeof usePlaceForm>; landmark: LandmarkKind }) {
  const kinds = landmarkKinds.map((value) => ({ value, label: landmarkKindLabels[value]() }));
  return (
    <>
      <Select
        label={m.location_landmark()}
        data={kinds}
        value={landmark}
        allowDeselect={false}
        onChange={(value) => form.set('landmark', value as LandmarkKind)}
        error={form.problems.landmark}
      />
      <SignedNumberInput
        label={m.location_radius()}
        description={m.location_radius_help()}
        min={landmarkReachLimits.least}
        max={landmarkReachLimits.most}
        decimalScale={1}
        value={form.values.radius_km}
        onChange={(value) => form.set('radius_km', value)}
        error={form.problems.radius_km}
      />
      <Textarea {...form.text('line')} label={m.location_line()} description={m.location_line_help()} autosize minRows={2} maxRows={8} />
    </>
  );
}

function Moves({ place, close }: { place: AdminLocation; close: () => void }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState<'move' | 'merge' | 'delete' | null>(null);
  if (!editableLocationKinds.includes(place.kind)) return null;
  const stop = () => setAsked(null);
  const mayEdit = isAllowed(['locations', 'edit'], visitor);
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
      {isAllowed(['locations', 'delete'], visitor) && (
        <Button variant="default" c="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked('delete')}>
          {m.location_delete()}
        </Button>
      )}
      {asked === 'move' && <MoveLocationDialog place={place} close={stop} done={close} />}
      {asked === 'merge' && <MergeLocationDialog place={place} close={stop} done={close} />}
      {asked === 'delete' && <DeleteLocationDialog place={place} close={stop} done={close} />}
    </div>
  );
}
