import { defineModule } from '#contract/kernel/module.ts';
import { mapPublicScreens } from './public.ts';

export const mapModule = defineModule({
  screens: {
    ...mapPublicScreens,
  },
});
