import type { CredentialChange } from '#contract/identity/links.ts';
import { clock } from '#contract/time/clock.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { tell } from '#server/notification/service.ts';

/** Whoever changed how an account is entered, its person hears of it. */
export const tellChange = (tx: Db, personId: number, what: CredentialChange) =>
  tell(
    { db: tx },
    { event: 'security.credentials_changed', to: { personId }, params: { what }, key: `credentials:${personId}:${what}:${clock.ms()}` },
  );
