import type { ServerRoom } from '#server/kernel/room.ts';
import { followMerge } from './merged.ts';
import { agreementScopes } from './scopes.ts';

export const agreementRoom: ServerRoom = { scopes: agreementScopes, follows: { 'tenant.merged': followMerge } };
