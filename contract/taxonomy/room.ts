import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { taxonomyScreens } from './screens.ts';

export const taxonomyRoom = room({
  screens: taxonomyScreens,
  topics: {
    /** The words or places everybody chooses from changed: public pages that show them are made anew. */
    'vocabulary.changed': payload<{ kind: string }>(),
  },
});
