import type { ServerRoom } from '#server/kernel/room.ts';
import { stayScopes } from './scopes.ts';

export const stayRoom: ServerRoom = { scopes: stayScopes };
