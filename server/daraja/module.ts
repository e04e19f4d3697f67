import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { darajaScopes } from './scopes.ts';

export const darajaModule: ServerModule = {
  scopes: darajaScopes,
  withoutFeatures: explainMissingFeatures('It is the client of Safaricom and keeps a token only.'),
};
