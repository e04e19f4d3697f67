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
    ...explainMissingFeatures('A file opens from the record that it belongs to.', 'search', 'pending'),
    ...explainMissingFeatures(
      'The module that a file belongs to shows the file and notifies people.',
      'personPage',
      'reviewBasis',
      'unitTimeline',
      'messages',
      'closing',
    ),
    erasure: 'Open: the module erases no files. Other modules erase the records that the files belong to.',
  },
};
