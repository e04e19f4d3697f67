import { defineModule } from '#contract/kernel/module.ts';
import { mapPublic } from './public.ts';

export const mapModule = defineModule({
  screens: {
    ...mapPublic,
  },
});
