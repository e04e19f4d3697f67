import { tenantCalls } from '#contract/tenant/calls.ts';
import { fillTenants } from '#server/db/demo/tenant.ts';
import { type CallHandlers, serveCalls } from '#server/http/registry.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { onInvitationAccepted } from './invitation.ts';
import { mergeTenants, previewTenantMerge } from './merge.ts';
import { addTenantNote, editTenantNote, listTenantNotes, removeTenantNote } from './notes.ts';
import { eraseTenantPersonalData, tenantPersonalData } from './personal-data.ts';
import { findExistingTenants, listTenants, listTenantTags, readTenantDetails } from './read.ts';
import { tenantScopes } from './scopes.ts';
import { onTenantFactsChanged } from './service.ts';
import { tenantTexts } from './texts.ts';
import { createTenant, updateTenant } from './write.ts';

export const tenantHandlers: CallHandlers<typeof tenantCalls> = {
  list: listTenants,
  details: readTenantDetails,
  listTags: listTenantTags,
  findKnown: findExistingTenants,
  create: createTenant,
  update: updateTenant,
  previewMerge: previewTenantMerge,
  merge: mergeTenants,
  listNotes: listTenantNotes,
  addNote: addTenantNote,
  editNote: editTenantNote,
  removeNote: removeTenantNote,
};

export const tenantModule: ServerModule = {
  scopes: tenantScopes,
  readable: ['tenant'],
  calls: { tenant: tenantCalls },
  routes: () => serveCalls(tenantCalls, tenantHandlers),
  texts: tenantTexts,
  personalData: tenantPersonalData,
  erasePersonalData: eraseTenantPersonalData,
  demo: ({ db }) => fillTenants(db),
  eventHandlers: { 'tenant.facts': onTenantFactsChanged, 'invitation.accepted': onInvitationAccepted },
  shownIn: { personPage: 'server/tenant/read.ts' },
  withoutFeatures: {
    pending: 'Nothing of a relation is pending: booking, tenancy and invoice count their own.',
    reviewBasis: 'Reviews rest on enquiries that led to a tour.',
    unitTimeline: 'Open: the timeline shows moves, prices and edits of the unit; its records have pages of their own.',
    closing: 'The tenancy and its money keep the account open, not the relation.',
  },
};
