import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { listingCalls } from '#contract/listing/calls.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';
import { toNairobiMoment } from './drawer-dialogs.tsx';

/** Creates a group viewing; its places are among the free times of the home. */
export function GroupTourForm({
  start,
  close,
}: {
  /** The start in Nairobi time (2026-11-17 14:30:00), if it was chosen in a calendar. */ start: string;
  close: () => void;
}) {
  const live = useCall(listingCalls.list, { page: 1, page_size: 100, sort: 'title', z_filter: { status: 'live' } }).data?.results ?? [];
  const form = useForm(tourCalls.openViewing, {
    blank: { listing_id: '', day: start.slice(0, 10), at: start.slice(11, 16), minutes: '60', capacity: '10', meeting: '' },
    given: ({ listing_id, day, at, minutes, capacity, meeting }) => ({
      listing_id: Number(listing_id),
      from: toNairobiMoment(day, at),
      minutes: Number(minutes),
      capacity: Number(capacity),
      meeting,
    }),
    names: { from: 'at' },
    says: { listing_id: m.tour_need_home, from: m.tour_need_time },
    said: () => m.tour_said_group(),
    done: close,
  });
  const amount = (name: 'minutes' | 'capacity', label: string, [min, max]: readonly [number, number]) => (
    <NumberInput
      label={label}
      min={min}
      max={max}
      value={form.values[name] === '' ? '' : Number(form.values[name])}
      error={form.text(name).error}
      onChange={(value) => form.set(name, String(value))}
    />
  );
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.tour_group_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.tour_group_save()} />}
    >
      <NativeSelect
        {...form.text('listing_id')}
        label={m.tour_column_home()}
        data={[{ value: '', label: '' }, ...live.map((l) => ({ value: String(l.id), label: l.unit ? `${l.title}, ${l.unit.name}` : l.title }))]}
      />
      <TextInput {...form.text('day')} type="date" label={m.tour_pick_day()} />
      <TextInput {...form.text('at')} type="time" label={m.tour_pick_time()} />
      {amount('minutes', m.tour_hours_minutes(), [10, 480])}
      {amount('capacity', m.tour_group_places(), [2, 100])}
      <TextInput {...form.text('meeting')} label={`${m.tour_meeting()} ${m.shell_optional()}`} maxLength={500} />
    </FormDrawer>
  );
}
