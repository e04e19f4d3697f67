import { referenceCalls } from '#contract/reference/calls.ts';
import { supportCalls } from '#contract/reference/support-calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { all, none, scopeOf } from '#server/kernel/scope.ts';
import { referenceService } from './service.ts';
import { supportService } from './support.ts';

export const referenceRoom: ServerRoom = {
  /** What it says is for anybody and read by `supportContact`; who changed it and when is the superadmins'. */
  scopes: { support_contact: scopeOf(none, { superadmin: all }) },
  calls: { reference: referenceCalls, support: supportCalls },
  routes: (house) => [...serve(referenceCalls, referenceService(house)), ...serve(supportCalls, supportService(house))],
  without: because('It keeps the contact of the platform itself.'),
};
