import type { ServerRoom } from '#server/kernel/room.ts';
import { applicationScopes } from './scopes.ts';

export const applicationRoom: ServerRoom = { scopes: applicationScopes };
