import { tenantCalls } from '#contract/tenant/calls.ts';
import { fillTenants } from '#server/db/demo/tenant.ts';
import { type Handlers, serve } from '#server/http/registry.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { followInvitation } from './invited.ts';
import { merge, mergeLook } from './merge.ts';
import { addNote, editNote, notes, removeNote } from './notes.ts';
import { forgetTenant, tenantHoldings } from './personal-data.ts';
import { all, details, known, tags } from './read.ts';
import { tenantScopes } from './scopes.ts';
import { followFacts } from './service.ts';
import { tenantTexts } from './texts.ts';
import { create, update } from './write.ts';

export const tenantHandlers: Handlers<typeof tenantCalls> = {
  all,
  details,
  tags,
  known,
  create,
  update,
  mergeLook,
  merge,
  notes,
  addNote,
  editNote,
  removeNote,
};

export const tenantRoom: ServerRoom = {
  scopes: tenantScopes,
  calls: { tenant: tenantCalls },
  routes: () => serve(tenantCalls, tenantHandlers),
  texts: tenantTexts,
  holdings: tenantHoldings,
  forget: forgetTenant,
  demo: ({ db }) => fillTenants(db),
  follows: { 'tenant.facts': followFacts, 'invitation.accepted': followInvitation },
};
