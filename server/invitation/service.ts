import type { invitationCalls } from '#contract/invitation/calls.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { accept, findByKey, findByShortCode } from './accept.ts';
import { bulkCheck, bulkSend } from './bulk.ts';
import { createPoster, details, list, resend, revoke, send } from './send.ts';

export { openInvitationPhone } from './accept.ts';
export { closeExpiredInvitations } from './close.ts';

/** Calls with keys need a connection outside their transaction to count wrong keys. */
export const invitationService = ({ database: { db } }: Pick<RunningServices, 'database'>): CallHandlers<typeof invitationCalls> => ({
  list,
  details,
  send,
  bulkCheck,
  bulkSend,
  createPoster,
  resend,
  revoke,
  findByKey: findByKey(db),
  findByShortCode: findByShortCode(db),
  accept: accept(db),
});
