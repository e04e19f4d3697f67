import type { ServerRoom } from '#server/kernel/room.ts';
import { threadScopes } from './scopes.ts';

export const threadRoom: ServerRoom = { scopes: threadScopes };
