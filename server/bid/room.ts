import type { ServerRoom } from '#server/kernel/room.ts';
import { bidScopes } from './scopes.ts';

export const bidRoom: ServerRoom = { scopes: bidScopes };
