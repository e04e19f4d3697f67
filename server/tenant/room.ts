import type { ServerRoom } from '#server/kernel/room.ts';
import { tenantScopes } from './scopes.ts';
import { followFacts } from './service.ts';

export const tenantRoom: ServerRoom = { scopes: tenantScopes, follows: { 'tenant.facts': followFacts } };
