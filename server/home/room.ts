import { homeCalls } from '#contract/home/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import * as service from './service.ts';

export const homeRoom: ServerRoom = {
  calls: { home: homeCalls },
  routes: () => serve(homeCalls, service),
};
