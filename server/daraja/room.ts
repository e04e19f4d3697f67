import type { ServerRoom } from '#server/kernel/room.ts';
import { darajaScopes } from './scopes.ts';

export const darajaRoom: ServerRoom = { scopes: darajaScopes };
