import { referenceCalls } from '#contract/reference/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { referenceService } from './service.ts';

export const referenceRoom: ServerRoom = {
  calls: { reference: referenceCalls },
  routes: (house) => serve(referenceCalls, referenceService(house)),
};
