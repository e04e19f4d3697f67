import { NativeSelect, TextInput } from '@mantine/core';
import { listingCalls } from '#contract/listing/calls.ts';
import { type MediaItem, mediaCalls } from '#contract/media/calls.ts';
import { mediaRoomLabels } from '#contract/media/labels.ts';
import { type MediaRoom, mediaRooms } from '#contract/media/limits.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';

const wordsOf = ({ caption, alt, room }: MediaItem) => ({ caption, alt, room: room as MediaRoom });

/** The form for caption, description and room of one item. Several items share a caption and room. */
export function MediaCaptionForm({ items, close }: { items: readonly MediaItem[]; close: () => void }) {
  const [one] = items;
  const single = items.length === 1 ? one : undefined;
  // For several items, an empty field leaves the value unchanged.
  const form = useForm(single ? mediaCalls.update : mediaCalls.updateCaptions, {
    saved: single ?? null,
    from: wordsOf,
    blank: { caption: '', alt: '', room: '' as MediaRoom },
    given: ({ caption, alt, room }, { revision }) =>
      single
        ? { id: single.id, caption, alt, room, revision }
        : { ids: items.map((item) => item.id), ...(caption.trim() ? { caption } : {}), ...(room ? { room } : {}) },
    touches: [propertyCalls, unitCalls, listingCalls],
    said: () => m.said_captions({ count: items.length }),
    done: close,
  });
  const nothing = !single && form.values.caption.trim() === '' && form.values.room === '';
  return (
    <FormDrawer
      opened
      onClose={close}
      title={single ? m.media_edit_words() : m.media_caption_several({ count: items.length })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.media_save()} disabled={nothing} />}
    >
      <EditConflictDialog
        form={form}
        labels={{ caption: m.media_caption(), alt: m.media_alt(), room: m.media_room() }}
        spoken={(name, words) => (name === 'room' ? mediaRoomLabels[words.room]() : undefined)}
      />
      <TextInput {...form.text('caption')} label={m.media_caption()} description={m.media_caption_help()} maxLength={300} />
      {single?.picture && <TextInput {...form.text('alt')} label={m.media_alt()} description={m.media_alt_help()} maxLength={300} />}
      <NativeSelect
        {...form.text('room')}
        label={m.media_room()}
        data={mediaRooms.map((value) => ({ value, label: value === '' && !single ? m.media_room_keep() : mediaRoomLabels[value]() }))}
      />
    </FormDrawer>
  );
}
