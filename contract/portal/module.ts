import { defineModule } from '#contract/kernel/module.ts';
import { portalPublicScreens } from './public.ts';

export const portalModule = defineModule({
  screens: {
    ...portalPublicScreens,
  },
});
