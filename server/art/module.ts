import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { artRoutes } from './routes.ts';

export const artModule: ServerModule = {
  http: artRoutes,
  withoutFeatures: explainMissingFeatures('It draws pictures and keeps nothing.'),
};
