import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { enquiryRoutes } from './enquiry-form.ts';
import { sitemapRoutes } from './sitemap.ts';

export const portalModule: ServerModule = {
  http: async (app, services, served) => {
    await sitemapRoutes(app, services);
    await enquiryRoutes(app, services, served);
  },
  withoutFeatures: explainMissingFeatures('The module has no records. It builds the public pages of other modules.'),
};
