import { toSafePath } from '#contract/access/guard.ts';
import type { IdentityLinkKind } from '#contract/identity/links.ts';
import type { EventName } from '#contract/notification/events.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { buildLinkPagePath, makeIdentityLink } from './links.ts';

const events: Record<IdentityLinkKind, EventName> = {
  verify_email: 'account.verify_email',
  reset_password: 'account.reset_password',
  passwordless: 'account.passwordless_link',
};

/**
 * Creates a link and queues its email in one transaction. After the page of the link, the person continues at `next`. Returns the page of the link.
 */
export async function mailIdentityLink(
  tx: Db,
  kind: IdentityLinkKind,
  person: { id: number; email: string | null; name: string },
  next?: string,
): Promise<string> {
  const made = await makeIdentityLink(tx, kind, person);
  const callbackUrl = toSafePath(next);
  const page = `${buildLinkPagePath(kind, made)}${callbackUrl === '/' ? '' : `?${new URLSearchParams({ callbackUrl })}`}`;
  await notifyPerson(
    { db: tx },
    { event: events[kind], to: { personId: person.id }, params: { name: person.name }, key: `${kind}:${made.id}`, secret: { page } },
  );
  return page;
}

/** Emails a password reset link to the person with this address, if there is one. A job runs it, and a repeat sends another email. */
export async function mailPasswordReset(db: Db, email: string): Promise<void> {
  const person = await unscopedTable(db, 'person', 'the caller is not signed in when resetting a password')
    .select()
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (person) await db.transaction().execute((tx) => mailIdentityLink(tx, 'reset_password', person));
}
