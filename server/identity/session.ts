import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { canImpersonate } from '#contract/access/impersonation.ts';
import { resolveGrants } from '#contract/access/permissions.ts';
import { toUserType } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { readCookie } from '#server/kernel/cookie.ts';
import type { Db, Me } from '#server/kernel/ctx.ts';
import { callerColumns, callerTables, type MeRow, toMe } from '#server/kernel/me.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { isSameSecret } from '#server/kernel/secrets.ts';
import { isLocale, type Locale } from '../../words/locale.ts';
import { cookiePrefix } from './sign-in/auth.ts';

/** The person of a session with the current permissions. */
export type SignedSession = {
  readonly me: Me;
  readonly person: SessionPerson;
  readonly expires: Date;
  readonly renewed: Date;
  readonly token: string;
  readonly impersonator: Impersonator | null;
};
/** The person who is viewing the product as this one. */
export type Impersonator = { readonly id: number; readonly name: string; readonly sessionId: number | null };
export type SessionPerson = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly email: string | null;
  readonly image: string | null;
  readonly company: string | null;
  readonly closingAt: Date | null;
  readonly locale: Locale;
};

type Look = MeRow & {
  session_id: number;
  mandators: number[];
  token: string;
  expires_at: Date;
  renewed: Date;
  code: string;
  name: string;
  email: string | null;
  image: string | null;
  closing_at: Date | null;
  locale: string;
  company: string | null;
  impersonator_session_id: number | null;
  impersonator_id: number | null;
  impersonator: string | null;
  impersonator_type: number | null;
  impersonator_active: boolean | null;
  impersonator_grants: string[] | null;
};
/**
 * The owners whose records appear in leasing lists. A mandate that begins during a request counts from the next request; one that ends stops counting
 * at once.
 */
const mandatorsColumn = `array(select m.owner_company_id from mandate m
  where m.agent_company_id = p.company_id and app.in_force(m.starts_on, m.ends_on, m.ended_at)) as mandators`;
const lookText = `select s.id as session_id, s.token, s.expires_at, s.updated_at as renewed, s.impersonator_session_id,
  ${callerColumns}, ${mandatorsColumn}, p.code, p.name, p.email, p.image, p.closing_at, p.locale, c.name as company,
  i.id as impersonator_id, i.name as impersonator, i.user_type as impersonator_type, i.is_active as impersonator_active,
  ir.grants as impersonator_grants
from ${callerTables}
join person_session s on s.person_id = p.id
left join person i on i.id = s.impersonator_id
left join staff_role ir on ir.id = i.staff_role_id
where s.expires_at > app.now() and p.is_active and `;
const lookBy = { id: `${lookText}s.id = $1`, token: `${lookText}s.token = $1` } as const;

/**
 * Loads everything that an authenticated request needs in one query by primary key or unique token. Because it runs on every request, an ended
 * session, a disabled person or a removed permission takes effect with the next one.
 */
async function look(pool: Pool, by: { id: number } | { token: string }): Promise<SignedSession | null> {
  const which = 'id' in by ? 'id' : 'token';
  const found = await pool.query<Look>(lookBy[which], ['id' in by ? by.id : by.token]);
  const row = found.rows[0];
  if (!row) return null;
  const caller = toMe(row, { id: row.session_id, impersonatorId: row.impersonator_id });
  const me = { ...caller, mandators: caller.auditor ? [] : row.mandators };
  // "View as" ends with the next request after the viewer has lost the permission.
  if (row.impersonator_id !== null && !(row.impersonator_active && canImpersonate(impersonatorOf(row), me))) return null;
  const { id, code, name, email, image, company, closing_at: closingAt } = row;
  const person = { id, code, name, email, image, company, closingAt, locale: isLocale(row.locale) ? row.locale : ('en' as const) };
  const impersonator =
    row.impersonator_id === null ? null : { id: row.impersonator_id, name: row.impersonator ?? '', sessionId: row.impersonator_session_id };
  return { me, person, expires: row.expires_at, renewed: row.renewed, token: row.token, impersonator };
}

function impersonatorOf(row: Look) {
  const role = toUserType(row.impersonator_type);
  return { role, grants: resolveGrants(role, null, row.impersonator_grants) };
}

/** Records that a session is in use, accurate to five minutes. */
export const markSessionSeen = (db: Db, id: number) =>
  unscopedTable(db, 'person_session', "the caller's own session")
    .change()
    .set({ seen_at: clock.now() })
    .where('id', '=', id)
    .where('seen_at', '<', new Date(clock.ms() - 5 * 60_000))
    .execute();

/** Ends all sessions of a person, so that their next requests are treated as signed out. */
export const endSessions = (db: Db, personId: number) =>
  unscopedTable(db, 'person_session', 'every session of one account ends').remove().where('person_id', '=', personId).execute();

export const readSessionById = ({ pool }: { pool: Pool }, id: number) => look(pool, { id });

/** The cookie contains the token and its signature. A token with a wrong signature is not looked up. */
export async function readSessionByCookie({ pool }: { pool: Pool }, secret: string, header: string | undefined): Promise<SignedSession | null> {
  const token = tokenOf(header, names, (given) => signCookieText(secret, given));
  const own = token ? await look(pool, { token }) : null;
  // A "view as" cookie is valid only together with the session that started it.
  const impersonation = own && tokenOf(header, impersonationNames, (given) => signCookieText(secret, `impersonation:${given}`));
  const there = impersonation ? await look(pool, { token: impersonation }) : null;
  return there?.impersonator && there.impersonator.sessionId === own?.me.sessionId ? there : own;
}

const names = [`__Secure-${cookiePrefix}.session_token`, `${cookiePrefix}.session_token`];
export const getImpersonationCookieName = (secure: boolean): string => `${secure ? '__Secure-' : ''}${cookiePrefix}.impersonation_token`;
const impersonationNames = [getImpersonationCookieName(true), getImpersonationCookieName(false)];

function tokenOf(header: string | undefined, cookies: readonly string[], proof: (token: string) => string): string | null {
  for (const name of cookies) {
    const value = readCookie(header, name);
    const dot = value?.lastIndexOf('.') ?? -1;
    if (!value || dot < 1) continue;
    const token = value.slice(0, dot);
    if (isSameSecret(proof(token), value.slice(dot + 1))) return token;
  }
  return null;
}

export const signCookieText = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64');
