import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { useRef } from 'react';
import { toMediaType } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { type MediaItem, mediaCalls } from '#contract/media/calls.ts';
import { mediaTypeLabels } from '#contract/media/labels.ts';
import { imageTypes } from '#contract/media/limits.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import {
  IconArrowLeft,
  IconArrowRight,
  IconCrop,
  IconDots,
  IconExternalLink,
  IconGripVertical,
  IconPencil,
  IconRefresh,
  IconStar,
  IconTrash,
} from '#web/ui/icons.ts';
import { VideoPlayer } from '#web/ui/public/film.tsx';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { m } from '#words/messages.js';
import classes from './media.module.css';
import type { MediaTask } from './media-owner.ts';
import { getLinkHost, getMediaRoomName } from './words.ts';

type TileProps = {
  item: MediaItem;
  may: boolean;
  place: { at: number; count: number };
  chosen: boolean;
  toggle: () => void;
  move: (by: -1 | 1) => void;
  open: (what: MediaTask['what']) => void;
  replace: (file: File) => void;
};

export function MediaTile(props: TileProps) {
  const { item, may, place, chosen, toggle } = props;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: item.id });
  const label = item.caption || item.alt || m.media_place({ place: place.at + 1, count: place.count });
  return (
    <li
      ref={setNodeRef}
      className={classes.tile}
      data-dragging={isDragging || undefined}
      data-chosen={chosen || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={classes.shot}>
        <Shown item={item} label={label} />
        {item.is_cover && <span className={classes.cover}>{m.media_cover()}</span>}
        {may && (
          <div className={classes.over}>
            <Checkbox className={classes.pick ?? ''} checked={chosen} onChange={toggle} aria-label={m.media_choose_one({ name: label })} />
            <button
              type="button"
              ref={setActivatorNodeRef}
              className={classes.grip}
              {...attributes}
              {...listeners}
              aria-label={m.media_drag({ place: place.at + 1 })}
            >
              <IconGripVertical size={18} aria-hidden />
            </button>
          </div>
        )}
      </div>
      <div className={classes.words}>
        <div>
          <b data-none={item.caption === '' || undefined}>{item.caption || m.media_no_caption()}</b>
          <small>
            {[item.room && getMediaRoomName(item.room), item.url && getLinkHost(item.url), item.picture && item.alt === '' && m.media_no_alt()]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </div>
        {may && <TileMenu {...props} label={label} />}
      </div>
    </li>
  );
}

function Shown({ item, label }: { item: MediaItem; label: string }) {
  if (item.picture)
    return <ResponsivePicture picture={{ ...item.picture, alt: item.alt || label }} sizes="(max-width: 48em) 50vw, 300px" className={classes.pic} />;
  if (!item.url) return null;
  const kind = mediaTypeLabels[toMediaType(item.media_type)]();
  return <VideoPlayer url={item.url} title={item.caption || kind} showLabel={m.media_show({ host: getLinkHost(item.url) })} />;
}

function TileMenu({ item, place, move, open, replace, label }: TileProps & { label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const cover = useAction(mediaCalls.setCover, { touches: [propertyCalls, unitCalls, listingCalls], said: () => m.said_cover() });
  const uploaded = item.picture !== null && item.name !== '';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={m.media_more({ name: label })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => open('words')}>
            {m.media_edit_words()}
          </Menu.Item>
          {item.media_type === 0 && !item.is_cover && (
            <Menu.Item leftSection={<IconStar size={16} aria-hidden />} onClick={() => cover.mutate({ id: item.id })}>
              {m.media_make_cover()}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconArrowLeft size={16} aria-hidden />} disabled={place.at === 0} onClick={() => move(-1)}>
            {m.media_earlier()}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} disabled={place.at === place.count - 1} onClick={() => move(1)}>
            {m.media_later()}
          </Menu.Item>
          {uploaded && (
            <Menu.Item leftSection={<IconCrop size={16} aria-hidden />} onClick={() => open('redraw')}>
              {m.media_redraw()}
            </Menu.Item>
          )}
          {item.picture && (
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => input.current?.click()}>
              {m.media_replace()}
            </Menu.Item>
          )}
          {item.url && (
            <Menu.Item
              component="a"
              href={item.url}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {m.media_open()}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item className={classes.danger ?? ''} leftSection={<IconTrash size={16} aria-hidden />} onClick={() => open('remove')}>
            {m.media_remove()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {item.picture && (
        <input
          ref={input}
          type="file"
          accept={imageTypes.join(',')}
          className={classes.hidden}
          tabIndex={-1}
          aria-label={m.media_replace()}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) replace(file);
            event.currentTarget.value = '';
          }}
        />
      )}
    </>
  );
}
