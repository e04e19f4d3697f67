import type { CredentialChange } from '#contract/identity/links.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { notifyPerson } from '#server/notification/service.ts';

/** Notifies the person of every change to their sign-in methods. */
export const notifyCredentialChange = (tx: Db, personId: number, what: CredentialChange) =>
  notifyPerson(
    { db: tx },
    { event: 'security.credentials_changed', to: { personId }, params: { what }, key: `credentials:${personId}:${what}:${clock.ms()}` },
  );
