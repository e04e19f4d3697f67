import { reasonForFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { artRoutes } from './routes.ts';

export const artModule: ServerModule = {
  http: artRoutes,
  withoutFeatures: reasonForFeatures('It draws pictures and keeps nothing.'),
};
