import type { invitationCalls } from '#contract/invitation/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { findInvitationByKey, findInvitationByShortCode, makeInvitationAcceptHandler } from './accept.ts';
import { checkBulkInvitations, sendBulkInvitations } from './bulk.ts';
import { createInvitationPoster, listInvitations, readInvitationDetails, resendInvitation, revokeInvitation, sendInvitation } from './send.ts';

export { readOpenInvitationPhone } from './accept.ts';
export { closeExpiredInvitations } from './close.ts';

/** Calls with keys need a connection outside their transaction to count wrong keys. */
export const invitationService = ({ database: { db } }: Pick<RunningServices, 'database'>): CallHandlers<typeof invitationCalls> => ({
  list: listInvitations,
  details: readInvitationDetails,
  send: sendInvitation,
  bulkCheck: checkBulkInvitations,
  bulkSend: sendBulkInvitations,
  createPoster: createInvitationPoster,
  resend: resendInvitation,
  revoke: revokeInvitation,
  findByKey: findInvitationByKey(db),
  findByShortCode: findInvitationByShortCode(db),
  accept: makeInvitationAcceptHandler(db),
});
