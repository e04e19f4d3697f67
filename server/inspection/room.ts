import type { ServerRoom } from '#server/kernel/room.ts';
import { inspectionScopes } from './scopes.ts';

export const inspectionRoom: ServerRoom = { scopes: inspectionScopes };
