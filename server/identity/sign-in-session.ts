import { createHash, randomBytes } from 'node:crypto';
import type { SignInError } from '#contract/identity/errors.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { anonymousCaller, type Ctx, type Db, type RequestOrigin } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { recordLastSignIn } from '#server/people/service.ts';
import { formatUserAgentName, normalizeUserAgent } from './agent-name.ts';
import { signCookieText } from './session.ts';
import { cookiePrefix, sessionSeconds } from './sign-in/auth.ts';

export type SignInPerson = { readonly id: number; readonly code: string; readonly user_type: number; readonly company_id: number | null };

/** The outcome of a sign-in attempt. */
export type SignInOutcome =
  | { readonly ok: true; readonly cookies: readonly string[]; readonly personId: number }
  | { readonly ok: false; readonly error: SignInError; readonly wait: number; readonly cookies?: readonly string[] };

export const makeSignInContext = (person: SignInPerson | undefined, from: RequestOrigin): Pick<Ctx, 'me' | 'from' | 'note'> => ({
  me: person ? { ...anonymousCaller, userId: person.id, userType: person.user_type, companyId: person.company_id } : anonymousCaller,
  from,
  note: { audited: 0 },
});

/** Records a sign-in by any method, and notifies the person if the device is new. */
export async function recordSignIn(db: Db, person: SignInPerson, from: RequestOrigin, how: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await recordLastSignIn(tx, person.id);
    await audit(tx, makeSignInContext(person, from), { kind: 'add', document: 'session', id: person.id, code: person.code, reason: how });
    await noteDevice(tx, person.id, from);
  });
}

async function noteDevice(tx: Db, personId: number, from: RequestOrigin): Promise<void> {
  const agent_hash = createHash('sha256').update(normalizeUserAgent(from.agent)).digest('base64url');
  const before = await unscopedTable(tx, 'person_device', 'the caller is not signed in before sign-in completes')
    .select()
    .select('agent_hash')
    .where('person_id', '=', personId)
    .execute();
  const agent = formatUserAgentName(from.agent);
  await add({ db: tx }, 'person_device')
    .values({ person_id: personId, agent_hash, agent })
    .onConflict((oc) => oc.columns(['person_id', 'agent_hash']).doUpdateSet({ last_seen_at: clock.now(), agent }))
    .execute();
  // The person is not notified of the first device of an account.
  if (before.length === 0 || before.some((d) => d.agent_hash === agent_hash)) return;
  await notifyPerson(
    { db: tx },
    { event: 'security.new_device', to: { personId }, params: { agent, ip: from.ip }, key: `new_device:${personId}:${agent_hash}` },
  );
}

/** Opens a session for sign-in methods outside the auth library (second factor, other providers) and returns the same cookies. */
export async function openSession(
  db: Db,
  services: { secret: string; secure: boolean },
  personId: number,
  from: RequestOrigin,
  remember: boolean,
): Promise<string[]> {
  const token = randomBytes(24).toString('base64url');
  const lasts = remember ? sessionSeconds : 24 * 60 * 60;
  await add({ db }, 'person_session')
    .values({
      person_id: personId,
      token,
      expires_at: new Date(clock.ms() + lasts * 1000),
      ip_address: from.ip,
      user_agent: from.agent.slice(0, 500),
    })
    .execute();
  const cookie = (name: string, value: string, age: number | null) =>
    `${services.secure ? '__Secure-' : ''}${cookiePrefix}.${name}=${encodeURIComponent(`${value}.${signCookieText(services.secret, value)}`)}; Path=/; ${age === null ? '' : `Max-Age=${age}; `}HttpOnly; SameSite=Lax${services.secure ? '; Secure' : ''}`;
  return remember ? [cookie('session_token', token, sessionSeconds)] : [cookie('session_token', token, null), cookie('dont_remember', 'true', null)];
}
