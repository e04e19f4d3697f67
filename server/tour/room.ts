import type { ServerRoom } from '#server/kernel/room.ts';
import { tourScopes } from './scopes.ts';

export const tourRoom: ServerRoom = { scopes: tourScopes };
