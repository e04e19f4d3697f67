import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MediaItem, mediaCalls } from '#contract/media/calls.ts';
import { type Room, rooms } from '#contract/media/limits.ts';
import { Refused } from '#web/client/send.ts';
import { useAct } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { roomNames } from './words.ts';

/** Caption, description and room of one item; of several, a caption and a room they share. */
export function WordsForm({ items, close }: { items: readonly MediaItem[]; close: () => void }) {
  const [one] = items;
  const single = items.length === 1 ? one : undefined;
  const [caption, setCaption] = useState(single?.caption ?? '');
  const [alt, setAlt] = useState(single?.alt ?? '');
  const [room, setRoom] = useState<string>(single?.room ?? '');
  const [revision, setRevision] = useState(single?.revision);
  const [theirs, setTheirs] = useState<MediaItem | null>(null);
  const update = useAct(mediaCalls.update, {
    done: close,
    handles: (why) => {
      const current = why instanceof Refused && why.status === 409 ? MediaItem.safeParse(why.body.current).data : undefined;
      if (!current) return false;
      setTheirs(current);
      setRevision(current.revision);
      return true;
    },
  });
  const several = useAct(mediaCalls.captions, { done: close });
  const save = () => {
    if (single) return update.mutate({ id: single.id, caption, alt, room: room as Room, revision });
    several.mutate({ ids: items.map((item) => item.id), ...(caption.trim() ? { caption } : {}), ...(room ? { room: room as Room } : {}) });
  };
  const nothing = !single && caption.trim() === '' && room === '';
  return (
    <FormDrawer
      opened
      onClose={close}
      title={single ? m.media_edit_words() : m.media_caption_several({ count: items.length })}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={<DrawerActions close={close} busy={update.isPending || several.isPending} label={m.media_save()} disabled={nothing} />}
    >
      {theirs && (
        <Note tone="guard" title={m.media_changed()}>
          {m.media_changed_to({ caption: theirs.caption || m.media_no_caption() })}
        </Note>
      )}
      <TextInput
        label={m.media_caption()}
        description={m.media_caption_help()}
        value={caption}
        onChange={(e) => setCaption(e.currentTarget.value)}
        maxLength={300}
      />
      {single?.picture && (
        <TextInput
          label={m.media_alt()}
          description={m.media_alt_help()}
          value={alt}
          onChange={(e) => setAlt(e.currentTarget.value)}
          maxLength={300}
        />
      )}
      <NativeSelect
        label={m.media_room()}
        data={rooms.map((value) => ({ value, label: value === '' && !single ? m.media_room_keep() : roomNames[value]() }))}
        value={room}
        onChange={(e) => setRoom(e.currentTarget.value)}
      />
    </FormDrawer>
  );
}
