import { defineModule } from '#contract/kernel/module.ts';
import { portalPublic } from './public.ts';

export const portalModule = defineModule({
  screens: {
    ...portalPublic,
  },
});
