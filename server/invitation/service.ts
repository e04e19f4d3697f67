import type { invitationCalls } from '#contract/invitation/calls.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { accept, find, look } from './accept.ts';
import { bulkCheck, bulkSend } from './bulk.ts';
import { all, details, poster, resend, revoke, send } from './send.ts';

export { invited } from './accept.ts';
export { closeExpired } from './close.ts';

/** Calls about invitations; those that take keys need the pool beside their transaction, to count wrong ones. */
export const invitationService = ({ database: { db } }: Pick<House, 'database'>): Handlers<typeof invitationCalls> => ({
  all,
  details,
  send,
  bulkCheck,
  bulkSend,
  poster,
  resend,
  revoke,
  look: look(db),
  find: find(db),
  accept: accept(db),
});
