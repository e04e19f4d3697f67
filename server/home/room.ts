import { homeCalls } from '#contract/home/calls.ts';
import { findCalls } from '#contract/home/finds.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { find } from './find.ts';
import { money } from './money.ts';
import * as service from './service.ts';

export const homeRoom: ServerRoom = {
  calls: { home: { ...homeCalls, ...findCalls } },
  routes: () => [...serve(homeCalls, { ...service, money }), ...serve(findCalls, { find })],
  without: because('It has no records: it counts and finds those of other modules.'),
};
