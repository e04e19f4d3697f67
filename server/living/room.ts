import { livingCalls } from '#contract/living/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { livingService } from './service.ts';

export const livingRoom: ServerRoom = {
  calls: { living: livingCalls },
  routes: (house) => serve(livingCalls, livingService(house)),
  without: because('It has no records: it shows tenants what other modules keep.'),
};
