import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { darajaScopes } from './scopes.ts';

export const darajaRoom: ServerRoom = {
  scopes: darajaScopes,
  without: because('It is the client of Safaricom and keeps a token only.'),
};
