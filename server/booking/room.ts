import type { ServerRoom } from '#server/kernel/room.ts';
import { bookingScopes } from './scopes.ts';

export const bookingRoom: ServerRoom = { scopes: bookingScopes };
