import type { ServerRoom } from '#server/kernel/room.ts';
import { agreementScopes } from './scopes.ts';

export const agreementRoom: ServerRoom = { scopes: agreementScopes };
