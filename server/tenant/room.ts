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
  readable: ['tenant'],
  calls: { tenant: tenantCalls },
  routes: () => serve(tenantCalls, tenantHandlers),
  texts: tenantTexts,
  holdings: tenantHoldings,
  forget: forgetTenant,
  demo: ({ db }) => fillTenants(db),
  follows: { 'tenant.facts': followFacts, 'invitation.accepted': followInvitation },
  shownIn: { personPage: 'server/tenant/read.ts' },
  without: {
    pending: 'Nothing of a relation is pending: booking, tenancy and invoice count their own.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'The tenancy and its money keep the account open, not the relation.',
  },
};
