import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CompanyKind } from '#contract/kernel/roles.ts';
import { userTypeOf } from '#contract/kernel/roles.ts';
import { type Db, type Me, meOf } from '#server/kernel/ctx.ts';
import { cookiePrefix } from './auth.ts';

/** Who a session belongs to, as it stands this moment. */
export type Signed = { readonly me: Me; readonly person: Person; readonly expires: Date; readonly renewed: Date; readonly token: string };
export type Person = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly email: string;
  readonly image: string | null;
  readonly company: string | null;
};

/**
 * One look by primary key or unique token, with everything a request needs to know. Runs on every authenticated request:
 * a session ended, a person disabled or a right taken away counts from the next request on.
 */
async function look(db: Db, by: { id: number } | { token: string }): Promise<Signed | null> {
  const row = await db
    .selectFrom('person_session as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .leftJoin('company as c', 'c.id', 'p.company_id')
    .leftJoin('staff_role as r', 'r.id', 'p.staff_role_id')
    .select([
      's.id as session_id',
      's.token',
      's.expires_at',
      's.updated_at as renewed',
      'p.id',
      'p.code',
      'p.name',
      'p.email',
      'p.image',
      'p.user_type',
      'p.onboarding',
      'p.company_id',
    ])
    .select(['c.kind as company_kind', 'c.name as company', 'r.grants'])
    .where('id' in by ? 's.id' : 's.token', '=', 'id' in by ? by.id : by.token)
    .where('s.expires_at', '>', new Date())
    .where('p.is_active', '=', true)
    .executeTakeFirst();
  if (!row) return null;
  const me = meOf({
    id: row.id,
    sessionId: row.session_id,
    role: userTypeOf(row.user_type),
    userType: row.user_type,
    companyId: row.company_id,
    companyKind: row.company_kind as CompanyKind | null,
    onboarding: row.onboarding,
    staffGrants: row.grants,
  });
  const person = { id: row.id, code: row.code, name: row.name, email: row.email, image: row.image, company: row.company };
  return { me, person, expires: row.expires_at, renewed: row.renewed, token: row.token };
}

export const sessionById = (db: Db, id: number) => look(db, { id });

/** The cookie carries the token and its signature; a cookie we did not sign is not even looked up. */
export async function sessionByCookie(db: Db, secret: string, header: string | undefined): Promise<Signed | null> {
  const token = tokenOf(secret, header);
  return token ? look(db, { token }) : null;
}

const names = [`__Secure-${cookiePrefix}.session_token`, `${cookiePrefix}.session_token`];

export const readCookie = (header: string | undefined, name: string): string | null => {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim());
      } catch {
        return null;
      }
    }
  }
  return null;
};

function tokenOf(secret: string, header: string | undefined): string | null {
  for (const name of names) {
    const value = readCookie(header, name);
    const dot = value?.lastIndexOf('.') ?? -1;
    if (!value || dot < 1) continue;
    const token = value.slice(0, dot);
    if (same(sign(secret, token), value.slice(dot + 1))) return token;
  }
  return null;
}

export const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64');
export const same = (a: string, b: string): boolean => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};
