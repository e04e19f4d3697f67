import type { ServerRoom } from '#server/kernel/room.ts';
import { followMerge } from './merged.ts';
import { bookingScopes } from './scopes.ts';

export const bookingRoom: ServerRoom = { scopes: bookingScopes, follows: { 'tenant.merged': followMerge } };
