import type { ServerRoom } from '#server/kernel/room.ts';
import { enquireRoutes } from './enquire.ts';
import { sitemapRoutes } from './sitemap.ts';

export const portalRoom: ServerRoom = {
  http: async (app, house, served) => {
    await sitemapRoutes(app, house);
    await enquireRoutes(app, house, served);
  },
};
