import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { IdentityLinkKind, IdentityLinkState } from '#contract/identity/links.ts';
import { clock } from '#contract/time/clock.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { m } from '#words/messages.js';

type Kind = IdentityLinkKind | 'oauth';
const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');
const hours: Record<Kind, number> = { verify_email: 24, reset_password: 1, passwordless: 1, oauth: 1 };
const pages: Record<IdentityLinkKind, (code: string, id: number) => string> = {
  verify_email: (code, id) => `/auth/email_verification/${code}/${id}`,
  reset_password: (code, id) => `/auth/reset_password/${id}.${code}`,
  passwordless: (code, id) => `/auth/passkey/${id}.${code}`,
};

export type CreatedLink = { readonly id: number; readonly code: string };
export const buildLinkPagePath = (kind: IdentityLinkKind, { id, code }: CreatedLink): string => pages[kind](code, id);

/** Creates a one-time link for a person, bound to their current email address. Its code has 192 random bits, of which only a hash is stored. */
export async function makeIdentityLink(db: Db, kind: Kind, person: { id: number; email: string | null }, data: object = {}): Promise<CreatedLink> {
  const code = randomBytes(24).toString('base64url');
  const expires_at = new Date(clock.ms() + hours[kind] * 3_600_000);
  const row = await add({ db }, 'one_time_link')
    .values({ kind, person_id: person.id, email: person.email ?? '', code_hash: hashOf(code), data: JSON.stringify(data), expires_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, code };
}

/** A wrong code reveals nothing about the link or its person. */
export async function readIdentityLinkState(db: Db, kind: Kind, { id, code }: CreatedLink): Promise<IdentityLinkState> {
  const row = await unscopedTable(db, 'one_time_link', 'the secret of the link grants access')
    .select('l')
    .innerJoin('person as p', 'p.id', 'l.person_id')
    .select(['l.code_hash', 'l.used_at', 'l.expires_at', 'p.is_active', sql<boolean>`l.email = coalesce(p.email, '')`.as('same_address')])
    .where('l.id', '=', id)
    .where('l.kind', '=', kind)
    .executeTakeFirst();
  if (!row || !isSameSecret(row.code_hash, hashOf(code))) return 'wrong';
  if (row.used_at) return 'used';
  return row.expires_at > clock.now() && row.same_address && row.is_active ? 'open' : 'expired';
}

export type ConsumedLink = { readonly person_id: number; readonly email: string; readonly data: unknown };

/** Uses up a link in the caller's transaction. Of two concurrent requests the second waits for the first and finds the link used. */
export async function consumeIdentityLink(tx: Db, kind: Kind, { id, code }: CreatedLink): Promise<ConsumedLink> {
  const row = await unscopedTable(tx, 'one_time_link', 'the secret of the link grants access')
    .change('l')
    .from('person as p')
    .set({ used_at: clock.now() })
    .whereRef('p.id', '=', 'l.person_id')
    .where('l.id', '=', id)
    .where('l.kind', '=', kind)
    .where('l.code_hash', '=', hashOf(code))
    .where('l.used_at', 'is', null)
    .where(sql<boolean>`l.expires_at > app.now() and l.email = coalesce(p.email, '') and p.is_active`)
    .returning(['l.person_id', 'l.email', 'l.data'])
    .executeTakeFirst();
  if (row) {
    // Using one link of a kind invalidates the person's other links of that kind.
    await voidIdentityLinks(tx, row.person_id, [kind]);
    return row;
  }
  const state = await readIdentityLinkState(tx, kind, { id, code });
  const says = {
    used: m.identity_refusal_link_used(),
    expired: m.identity_refusal_link_expired(),
    wrong: m.identity_refusal_link_wrong(),
    open: m.identity_refusal_link_used(),
  }[state];
  throw new Refusal('gone', says, { state: state === 'open' ? 'used' : state });
}

/** Invalidates the person's other open links of a kind: after a new password, or after the first of them was used. */
export const voidIdentityLinks = (tx: Db, personId: number, kinds: readonly Kind[]) =>
  unscopedTable(tx, 'one_time_link', 'links of an account whose address or password changed')
    .change()
    .set({ used_at: clock.now() })
    .where('person_id', '=', personId)
    .where('kind', 'in', [...kinds])
    .where('used_at', 'is', null)
    .execute();

/** Deletes links long after they expired. An opened deleted link is reported as invalid. */
export const deleteOldIdentityLinks = (db: Db) =>
  unscopedTable(db, 'one_time_link', 'scheduled job deletes old links')
    .remove()
    .where(sql<boolean>`expires_at < app.now() - interval '30 days'`)
    .execute();
