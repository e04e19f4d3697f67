import { safePath } from '#contract/access/guard.ts';
import type { LinkKind } from '#contract/identity/links.ts';
import type { EventName } from '#contract/notification/events.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { makeLink, pageOf } from './links.ts';

const events: Record<LinkKind, EventName> = {
  verify_email: 'account.verify_email',
  reset_password: 'account.reset_password',
  passwordless: 'account.passwordless_link',
};

/** Makes a link and promises its mail, in one transaction; its page leads on to `next`. Answers where it leads. */
export async function mailLink(tx: Db, kind: LinkKind, person: { id: number; email: string | null; name: string }, next?: string): Promise<string> {
  const made = await makeLink(tx, kind, person);
  const callbackUrl = safePath(next);
  const page = `${pageOf(kind, made)}${callbackUrl === '/' ? '' : `?${new URLSearchParams({ callbackUrl })}`}`;
  await tell(
    { db: tx },
    { event: events[kind], to: { personId: person.id }, params: { name: person.name }, key: `${kind}:${made.id}`, secret: { page } },
  );
  return page;
}

/** Mails the link to choose a new password to whom the address belongs, if to anybody. Run by a job: a repeat mails again. */
export async function mailForgotten(db: Db, email: string): Promise<void> {
  const person = await everything(db, 'person', 'whoever forgot their password is not signed in')
    .select()
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (person) await db.transaction().execute((tx) => mailLink(tx, 'reset_password', person));
}
