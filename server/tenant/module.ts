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
    pending: 'Modules booking, tenancy and invoice count the pending tasks of a tenant.',
    reviewBasis: 'A review requires an enquiry that led to a tour.',
    unitTimeline: 'Open: the timeline shows status changes, prices and edits of the unit. These records have their own pages.',
    closing: 'The tenancy and its open amounts prevent the closing of an account.',
  },
};
