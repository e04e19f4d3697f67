import { Button, TextInput } from '@mantine/core';
import { type DragEvent, useId, useRef, useState } from 'react';
import { type MediaType, mediaTypes } from '#contract/catalogue/kinds.ts';
import { mediaCalls } from '#contract/media/calls.ts';
import { frameOf, tourHosts } from '#contract/media/frames.ts';
import { imageTypes, videoTypes } from '#contract/media/limits.ts';
import { Refused } from '#web/client/send.ts';
import { useAct } from '#web/client/use-call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { IconUpload } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './media.module.css';
import type { Of } from './subject.ts';

type DropZoneProps = { type: MediaType; count: number; most: number; add: (files: readonly File[]) => void };

/** Files dropped here or chosen by the button, many at once. */
export function DropZone({ type, count, most, add }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside, which everybody can reach
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
    </div>
  );
}

/** A film or a tour that lies elsewhere, by its address. */
export function AddLink({ of, type }: { of: Of; type: 'video' | 'virtual_tour' }) {
  const [url, setUrl] = useState('');
  const [caption, setCaption] = useState('');
  const [problem, setProblem] = useState('');
  const hosts = tourHosts.join(', ');
  const save = useAct(mediaCalls.addLink, {
    handles: (why) => {
      const said = why instanceof Refused && why.body.fields?.url;
      if (said) setProblem(m.media_link_wrong({ hosts }));
      return Boolean(said);
    },
    done: () => {
      setUrl('');
      setCaption('');
    },
  });
  const submit = () => {
    if (frameOf(url.trim()) === null) return setProblem(m.media_link_wrong({ hosts }));
    setProblem('');
    save.mutate({ ...of, media_type: mediaTypes[type], url: url.trim(), caption });
  };
  return (
    <Panel title={type === 'video' ? m.media_link_film() : m.media_link_tour()}>
      <form
        className={classes.link}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label={m.media_link_address()}
          description={m.media_link_hosts({ hosts })}
          type="url"
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={problem}
          maxLength={2000}
        />
        <TextInput label={m.media_caption()} value={caption} onChange={(event) => setCaption(event.currentTarget.value)} maxLength={300} />
        <Button type="submit" loading={save.isPending} disabled={url.trim() === ''}>
          {m.media_link_add()}
        </Button>
      </form>
    </Panel>
  );
}
