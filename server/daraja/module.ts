import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { darajaScopes } from './scopes.ts';

export const darajaModule: ServerModule = {
  scopes: darajaScopes,
  withoutFeatures: explainMissingFeatures('The module calls the Safaricom API and stores only an access token.'),
};
