import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type MediaType, mediaTypes } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { mediaCalls } from '#contract/media/calls.ts';
import { mediaTypeLabels } from '#contract/media/labels.ts';
import { mediaLimits } from '#contract/media/limits.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { send } from '#web/client/client.ts';
import { useCall, useInvalidateCalls } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';
import { MediaDropZone, MediaLinkForm } from './add-files.tsx';
import { MediaGallery } from './gallery.tsx';
import classes from './media.module.css';
import type { MediaOwnerId } from './media-owner.ts';
import { shrinkPicture } from './shrink-picture.ts';
import { SimilarPictures } from './similar.tsx';
import { UploadList } from './upload-list.tsx';
import { localUploadStore } from './upload-store.ts';
import { makeUploader, type Uploader } from './uploader.ts';
import { parseMediaType } from './words.ts';

/** Sends files while the page is open, and warns before leaving with unfinished uploads. */
function useUploader(of: MediaOwnerId): { uploader: Uploader; tasks: ReturnType<Uploader['tasks']> } {
  const reread = useInvalidateCalls(mediaCalls.finish, [propertyCalls, unitCalls, listingCalls]);
  const [uploader] = useState(() =>
    makeUploader({
      send,
      resize: shrinkPicture,
      memory: localUploadStore,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      done: () => void reread(),
    }),
  );
  const tasks = useSyncExternalStore(uploader.watch, uploader.tasks, uploader.tasks);
  const place = JSON.stringify(of);
  useEffect(() => void uploader.recall(JSON.parse(place)), [uploader, place]);
  const busy = tasks.some((task) => !['done', 'failed', 'lost'].includes(task.state));
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
  return { uploader, tasks };
}

/** The media of a property or unit, one type at a time; `only` fixes the type where pictures are one step of a wizard. */
export function MediaPage({ of, only }: { of: MediaOwnerId; only?: MediaType }) {
  const { visitor } = useApp();
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const media = useCall(mediaCalls.list, of);
  const { uploader, tasks } = useUploader(of);
  const type = only ?? parseMediaType(params.get('type'));
  if (media.isPending) return <RowsLoading rows={6} label={m.shell_loading()} />;
  if (!media.data)
    return (
      <StateBlock
        kind="error"
        title={m.media_error_title()}
        text={m.media_error_text()}
        action={<Button onClick={() => void media.refetch()}>{m.media_try_again()}</Button>}
      />
    );
  const items = media.data.results.filter((item) => item.media_type === mediaTypes[type]);
  const countOf = (name: MediaType) => media.data.results.filter((item) => item.media_type === mediaTypes[name]).length;
  const most = type === 'image' ? mediaLimits.image['unit_id' in of ? 'unit' : 'property'] : mediaLimits.other;
  const may = isAllowed(mediaCalls.start.needs, visitor);
  const full = items.length >= most;
  return (
    <div className={classes.page}>
      {!only && (
        <ViewTabs
          label={m.media_types()}
          items={(Object.keys(mediaTypes) as MediaType[]).map((name) => ({
            label: mediaTypeLabels[name](),
            href: name === 'image' ? pathname : `${pathname}?type=${name}`,
            count: countOf(name),
            current: name === type,
          }))}
        />
      )}
      <SimilarPictures pairs={media.data.similar} />
      {may && type !== 'virtual_tour' && (
        <MediaDropZone
          type={type}
          count={items.length}
          most={most}
          add={(files) => void uploader.add(files, { ...of, media_type: mediaTypes[type] as 0 })}
        />
      )}
      {may && !full && (type === 'virtual_tour' || type === 'video') && <MediaLinkForm key={type} of={of} type={type} />}
      <UploadList uploader={uploader} tasks={tasks} />
      {items.length > 0 ? (
        <MediaGallery
          key={type}
          of={of}
          type={type}
          items={items}
          may={may}
          replace={(item, file) => void uploader.add([file], { ...of, media_type: mediaTypes[type] as 0, replaces: item.id })}
        />
      ) : (
        <StateBlock title={m.media_empty_title()} text={may ? m.media_empty_text() : m.media_empty_read()} />
      )}
    </div>
  );
}
