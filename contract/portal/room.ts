import { room } from '#contract/kernel/room.ts';
import { portalPublic } from './public.ts';

export const portalRoom = room({
  screens: {
    ...portalPublic,
  },
});
