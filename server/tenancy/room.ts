import type { ServerRoom } from '#server/kernel/room.ts';
import { tenancyScopes } from './scopes.ts';

export const tenancyRoom: ServerRoom = { scopes: tenancyScopes };
