import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type MediaType, mediaTypes } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { type MediaItem, mediaCalls } from '#contract/media/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';
import { EditPictureDialog } from './edit-picture.tsx';
import classes from './media.module.css';
import type { MediaOwnerId, MediaTask } from './media-owner.ts';
import { MediaTile } from './tile.tsx';
import { MediaCaptionForm } from './words-form.tsx';

type GalleryProps = { of: MediaOwnerId; type: MediaType; items: readonly MediaItem[]; may: boolean; replace: (item: MediaItem, file: File) => void };

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
};

/** Items in order: moved by dragging, keyboard or menu. Several can be selected and captioned at once. */
export function MediaGallery({ of, type, items, may, replace }: GalleryProps) {
  const { shown, move } = useOrder(of, type, items);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [doing, setDoing] = useState<MediaTask | null>(null);
  const close = () => setDoing(null);
  const toggle = (id: number) => setChosen((old) => (old.has(id) ? new Set([...old].filter((one) => one !== id)) : new Set([...old, id])));
  const selected = shown.filter((item) => chosen.has(item.id));
  const nameOf = (id: number | string) => m.media_place({ place: shown.findIndex((item) => item.id === id) + 1, count: shown.length });
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const drop = ({ active, over }: DragEndEvent) => {
    const at = (id: number | string) => shown.findIndex((item) => item.id === id);
    if (over && active.id !== over.id) move(at(active.id), at(over.id));
  };
  return (
    <>
      {selected.length > 0 && (
        <div className={classes.chosen} role="toolbar" aria-label={m.media_chosen({ count: selected.length })}>
          <b>{m.media_chosen({ count: selected.length })}</b>
          <Button size="compact-md" onClick={() => setDoing({ what: 'words', items: selected })}>
            {m.media_caption_all()}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => setChosen(new Set())}>
            {m.media_choose_none()}
          </Button>
        </div>
      )}
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          screenReaderInstructions: { draggable: m.media_drag_help() },
          announcements: {
            onDragStart: ({ active }) => m.media_drag_start({ place: nameOf(active.id) }),
            onDragOver: ({ over }) => (over ? m.media_drag_over({ place: nameOf(over.id) }) : undefined),
            onDragEnd: ({ over }) => (over ? m.media_drag_end({ place: nameOf(over.id) }) : undefined),
            onDragCancel: () => m.media_drag_cancel(),
          },
        }}
      >
        <SortableContext items={shown.map((item) => item.id)} strategy={rectSortingStrategy} disabled={!may}>
          <ul className={classes.grid} data-wide={type === 'video' || type === 'virtual_tour' || undefined}>
            {shown.map((item, at) => (
              <MediaTile
                key={item.id}
                item={item}
                may={may}
                place={{ at, count: shown.length }}
                chosen={chosen.has(item.id)}
                toggle={() => toggle(item.id)}
                move={(by) => move(at, at + by)}
                open={(what) => setDoing({ what, items: [item] })}
                replace={(file) => replace(item, file)}
              />
            ))}
          </ul>
        </SortableContext>
      </DndContext>
      {doing?.what === 'words' && (
        <MediaCaptionForm
          items={doing.items}
          close={() => {
            close();
            setChosen(new Set());
          }}
        />
      )}
      {doing?.what === 'redraw' && doing.items[0] && <EditPictureDialog item={doing.items[0]} close={close} />}
      {doing?.what === 'remove' && doing.items[0] && <Remove item={doing.items[0]} close={close} />}
    </>
  );
}

/** The new order is shown before the server confirms it; then the server's answer applies. */
function useOrder(of: MediaOwnerId, type: MediaType, items: readonly MediaItem[]) {
  const [order, setOrder] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (items) setOrder(null);
  }, [items]);
  const save = useAction(mediaCalls.reorder, {
    touches: [propertyCalls, unitCalls, listingCalls],
    handles: () => {
      setOrder(null);
      return false;
    },
    said: () => m.said_ordered(),
  });
  const shown = order ? order.flatMap((id) => items.find((item) => item.id === id) ?? []) : items;
  const move = (from: number, to: number) => {
    if (from === to || from < 0 || to < 0 || to >= shown.length) return;
    const ids = moved(
      shown.map((item) => item.id),
      from,
      to,
    );
    setOrder(ids);
    save.mutate({ ...of, media_type: mediaTypes[type], ids });
  };
  return { shown, move };
}

function Remove({ item, close }: { item: MediaItem; close: () => void }) {
  const remove = useAction(mediaCalls.remove, { touches: [propertyCalls, unitCalls, listingCalls], said: () => m.said_media_deleted(), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.media_remove_title()}
      confirmLabel={m.media_remove()}
      cancelLabel={m.media_keep()}
      closeLabel={m.shell_close()}
      danger
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ id: item.id })}
    >
      {item.is_cover ? m.media_remove_cover() : m.media_remove_text()}
    </ConfirmModal>
  );
}
