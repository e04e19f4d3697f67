import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { taxonomyScreens } from './screens.ts';

export const taxonomyModule = defineModule({
  screens: taxonomyScreens,
  topics: {
    /** Shared vocabulary or places changed; public pages that show them are rendered again. */
    'vocabulary.changed': definePayload<{ kind: string }>(),
  },
});
