import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { artRoutes } from './routes.ts';

export const artModule: ServerModule = {
  http: artRoutes,
  withoutFeatures: explainMissingFeatures('The module draws pictures and has no records.'),
};
