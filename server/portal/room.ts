import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { enquireRoutes } from './enquire.ts';
import { sitemapRoutes } from './sitemap.ts';

export const portalRoom: ServerRoom = {
  http: async (app, house, served) => {
    await sitemapRoutes(app, house);
    await enquireRoutes(app, house, served);
  },
  without: because('It has no records: it is the public pages of other modules.'),
};
