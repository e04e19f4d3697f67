import { room } from '#contract/kernel/room.ts';
import { mapPublic } from './public.ts';

export const mapRoom = room({
  screens: {
    ...mapPublic,
  },
});
