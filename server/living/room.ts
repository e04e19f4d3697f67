import { livingCalls } from '#contract/living/calls.ts';
import { serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { livingService } from './service.ts';

export const livingRoom: ServerRoom = { calls: { living: livingCalls }, routes: (house) => serve(livingCalls, livingService(house)) };
