import { mediaCalls } from '#contract/media/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { dismissDuplicatePicture } from './duplicate-pictures.ts';
import { mediaRoutes } from './files.ts';
import { addMediaLink, listMediaItems, removeMediaItem, reorderMediaItems, setMediaCover, updateMediaCaptions, updateMediaItem } from './items.ts';
import { mediaJobs } from './jobs.ts';
import { mediaPersonalData } from './personal-data.ts';
import { redrawHandlers } from './place-item.ts';
import { mediaScopes } from './scopes.ts';
import { shareImageRoutes } from './share-image-routes.ts';
import { readUploadStatus, uploadHandlers } from './upload-session.ts';

export const mediaModule: ServerModule = {
  scopes: mediaScopes,
  readable: ['media_file', 'media_item', 'media_variant'],
  calls: { media: mediaCalls },
  routes: (services) =>
    serveCalls(mediaCalls, {
      list: listMediaItems,
      status: readUploadStatus,
      ...uploadHandlers(services),
      addLink: addMediaLink,
      update: updateMediaItem,
      updateCaptions: updateMediaCaptions,
      reorder: reorderMediaItems,
      setCover: setMediaCover,
      ...redrawHandlers(services),
      remove: removeMediaItem,
      dismissDuplicate: dismissDuplicatePicture,
    }),
  http: async (app, services) => {
    await mediaRoutes(app, services);
    await shareImageRoutes(app, services);
  },
  jobs: mediaJobs,
  personalData: mediaPersonalData,
  withoutFeatures: {
    ...explainMissingFeatures('Files are reached from the record they belong to.', 'search', 'pending'),
    ...explainMissingFeatures(
      'Files are shown by the module they belong to, which also notifies.',
      'personPage',
      'reviewBasis',
      'unitTimeline',
      'messages',
      'closing',
    ),
    erasure: 'Open: it erases no files itself; the records they belong to are erased by their modules.',
  },
};
