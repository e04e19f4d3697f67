import { Button, TextInput } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { type MediaType, mediaTypes } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { mediaCalls } from '#contract/media/calls.ts';
import { parseFrameUrl, tourHosts } from '#contract/media/frames.ts';
import { imageTypes, videoTypes } from '#contract/media/limits.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { IconUpload } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './media.module.css';
import type { MediaOwnerId } from './media-owner.ts';

type DropZoneProps = { type: MediaType; count: number; most: number; add: (files: readonly File[]) => void };

/** Files dropped here or chosen by the button, several at once. */
export function MediaDropZone({ type, count, most, add }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const hint = useId();
  const room = most - count;
  const films = type === 'video';
  const take = (list: FileList | null) => list && list.length > 0 && room > 0 && add([...list].slice(0, room));
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && room > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is a shortcut for the button inside, which works with a keyboard
    <div
      className={classes.drop}
      data-over={over || undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <IconUpload size={24} aria-hidden />
      <div className={classes.dropWords}>
        <b>{room > 0 ? m.media_drop_title() : m.media_drop_full({ most })}</b>
        <span id={hint}>{films ? m.media_drop_films() : m.media_drop_images()}</span>
        <span>{m.media_drop_count({ count, most })}</span>
      </div>
      <Button onClick={() => input.current?.click()} disabled={room <= 0} aria-describedby={hint}>
        {m.media_choose()}
      </Button>
      {!films && (
        <Button
          className={classes.camera ?? ''}
          variant="default"
          onClick={() => camera.current?.click()}
          disabled={room <= 0}
          aria-describedby={hint}
        >
          {m.media_camera()}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept={(films ? videoTypes : imageTypes).join(',')}
        className={classes.hidden}
        tabIndex={-1}
        aria-label={m.media_choose()}
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      {!films && (
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          className={classes.hidden}
          tabIndex={-1}
          aria-label={m.media_camera()}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      )}
    </div>
  );
}

/** Adds an externally hosted video or tour by its URL. */
export function MediaLinkForm({ of, type }: { of: MediaOwnerId; type: 'video' | 'virtual_tour' }) {
  const hosts = tourHosts.join(', ');
  const wrong = () => m.media_link_wrong({ hosts });
  const form = useForm(mediaCalls.addLink, {
    blank: { url: '', caption: '' },
    given: ({ url, caption }) => ({ ...of, media_type: mediaTypes[type], url: url.trim(), caption }),
    says: { url: wrong },
    refused: { url: wrong },
    check: ({ url }): Record<string, string> => (parseFrameUrl(url.trim()) === null ? { url: wrong() } : {}),
    touches: [propertyCalls, unitCalls, listingCalls],
    said: () => (type === 'video' ? m.said_film() : m.said_tour()),
    done: () => {
      form.reset();
    },
  });
  return (
    <Panel title={type === 'video' ? m.media_link_film() : m.media_link_tour()}>
      <form className={classes.link} noValidate onSubmit={form.submit}>
        <TextInput
          {...form.text('url')}
          label={m.media_link_address()}
          description={m.media_link_hosts({ hosts })}
          type="url"
          placeholder="https://"
          maxLength={2000}
        />
        <TextInput {...form.text('caption')} label={m.media_caption()} maxLength={300} />
        <Button type="submit" loading={form.busy} disabled={form.values.url.trim() === ''}>
          {m.media_link_add()}
        </Button>
      </form>
    </Panel>
  );
}
