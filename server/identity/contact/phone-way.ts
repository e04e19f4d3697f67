import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SignInError } from '#contract/identity/errors.ts';
import { personNameShape } from '#contract/identity/join-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { getRequestOrigin } from '#server/http/http.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { readOpenInvitationPhone } from '#server/invitation/service.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Db, RequestOrigin } from '#server/kernel/ctx.ts';
import { localeContext, sentence } from '#server/kernel/locale.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { addPersonByPhone, markPhoneVerified, recordPhoneUse } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { notifyCredentialChange } from '../credential-change.ts';
import { findKnownDevice } from '../devices.ts';
import {
  findPersonByVerifiedPhone,
  hasLapsedPhone,
  isPhoneReleasable,
  isUnverifiedPhoneInUse,
  type PhoneOwner,
  releaseLapsedPhone,
} from '../lapsed-phone.ts';
import { identityLimits } from '../limits.ts';
import type { SignedSession } from '../session.ts';
import { attemptAddressKey, countSignInAttempt, ipAttemptLimit } from '../sign-in/attempts.ts';
import { createCodeChallenge, readCodeChallenge } from '../sign-in/challenge.ts';
import { assertFreshSession } from '../sign-in/fresh-session.ts';
import { hasSecondFactor } from '../sign-in/second-factor.ts';
import { makeSignInContext, openSession, recordSignIn, type SignInOutcome, type SignInPerson } from '../sign-in-session.ts';
import { countCodeRequest, sendPhoneCode, verifyPhoneCode } from './phone-code.ts';
import { canReceiveSmsCode, countStrangerCodeRequest, refundStrangerLimits } from './subject-code.ts';

/**
 * The number to sign in with: typed, or that of an invitation (`key/id`, as in the address of its page). With `join`, an unknown number creates an
 * account.
 */
export type PhoneSignInRequest = { readonly phone: string; readonly invitation: string; readonly join: boolean };
type Typed = PhoneSignInRequest & {
  readonly code: string;
  readonly name: string;
  readonly remember: boolean;
  /** The current holder of the number stated that the older account is not theirs. */
  readonly fresh: boolean;
};
type Meant = {
  readonly phone: string;
  readonly invited: boolean;
  /** Whether an unknown number creates a person, by invitation or by joining. */
  readonly opens: boolean;
  readonly locale: 'en' | 'sw';
};

/** The name of a new person, validated like every name. */
function nameOf(typed: string): string {
  const read = personNameShape.safeParse(typed.replace(/[^\S\p{Cc}]+/gu, ' '));
  if (!read.success)
    throw invalidInputRefusal({ name: read.error.issues[0]?.code === 'too_small' ? sentence('requiredParameter') : m.problem_one_line() });
  return read.data;
}

/** Texts a code to the person with this number, if there is one. A job runs it, so that the time of the answer reveals nothing. */
export async function textCodeToKnownPhone(db: Db, secret: string, asked: { phone: string; challenge: string }): Promise<void> {
  const person = await findPersonByVerifiedPhone(db, asked.phone);
  if (person?.is_active)
    await db.transaction().execute((tx) => sendPhoneCode(tx, secret, { ...asked, locale: person.locale === 'sw' ? 'sw' : 'en' }));
}

/** Sign-in by phone with a one-time code by SMS. People invited by phone, and new applicants, get an account without an email. */
export function phoneSignInService(services: RunningServices, ticket: (personId: number, remember: boolean) => string) {
  const { db } = services.database;
  const { secret } = services;
  const secure = services.env.appUrl.startsWith('https://');

  async function meant(from: RequestOrigin, { phone, invitation, join }: PhoneSignInRequest): Promise<Meant | null> {
    if (!invitation) return { phone: normalizePhoneForStorage(phone), invited: false, opens: join, locale: localeContext.current() };
    const [key = '', id = ''] = invitation.split('/');
    const row = await readOpenInvitationPhone(db, getOriginNetworkKey(from), key, /^\d{1,15}$/.test(id) ? Number(id) : 0);
    return row && { ...row, invited: true, opens: true };
  }

  /** Returns the seconds to wait, or 0 with the challenge cookie when a code is sent. Null when the invitation is invalid. */
  async function textCode(
    request: FastifyRequest,
    asked: PhoneSignInRequest,
    signed: SignedSession | null,
  ): Promise<{ wait: number; cookie: string; error?: SignInError } | null> {
    const from = getRequestOrigin(request);
    const wait = await countAttempt(db, `sms-ask:${getOriginNetworkKey(from)}`, identityLimits.join);
    if (wait > 0) return { wait, cookie: '' };
    const to = await meant(from, asked);
    if (!to) return null;
    // Joining sends an SMS to any number, so that the answer reveals nothing. The same limits as for guests keep its cost low.
    if (to.opens && !to.invited && !canReceiveSmsCode(to.phone)) return { wait: 0, cookie: '', error: 'PhoneAbroad' };
    const stranger = to.opens && !to.invited ? await countStrangerCodeRequest(db, getOriginNetworkKey(from), to.phone) : 0;
    if (stranger > 0) return { wait: stranger, cookie: '' };
    const over = await countCodeRequest(db, to.phone, await isUsual(request, to.phone, signed));
    if (over > 0) return { wait: over, cookie: '' };
    const { phone, locale } = to;
    const { challenge, cookie } = createCodeChallenge(secret, secure, phone);
    if (!to.opens) await enqueueJob(db, 'identity.phone_code', { phone, challenge });
    else await db.transaction().execute((tx) => sendPhoneCode(tx, secret, { phone, challenge, locale }));
    return { wait: 0, cookie };
  }

  /**
   * Whether the person with this number used this browser before or is signed in there. Such browsers have a limit of their own, which strangers
   * cannot use up.
   */
  async function isUsual(request: FastifyRequest, phone: string, signed: SignedSession | null): Promise<boolean> {
    const person = await findPersonByVerifiedPhone(db, phone);
    if (!person) return false;
    return signed?.person.id === person.id || findKnownDevice(secret, request.headers.cookie, person.id) !== null;
  }

  /**
   * Counts an attempt against the request, or against the IP address if there is no request. Returns the seconds to wait (0 when the code may be
   * checked) and a function that takes a correct attempt off the count.
   */
  async function counted(account: string, challenge: string | null, usual: boolean, from: RequestOrigin) {
    const nothing = async () => undefined;
    if (challenge === null) return { wait: await countAttempt(db, attemptAddressKey(from.ip), ipAttemptLimit), right: nothing };
    const { wait, right, undone } = await countSignInAttempt(db, 'code', { account, device: challenge, ip: from.ip });
    if (wait > 0 || usual) return { wait, right };
    const slow = await countAttempt(db, `sms-typed:${account}`, identityLimits.codeTyped);
    if (slow > 0) await undone();
    return { wait: slow, right };
  }

  async function phone(request: FastifyRequest, asked: Typed, signed: SignedSession | null): Promise<SignInOutcome> {
    const from = getRequestOrigin(request);
    const to = await meant(from, asked);
    if (!to) return { ok: false, error: 'PhoneCode', wait: 0 };
    const own = signed && !signed.impersonator && to.invited ? signed.person.id : null;
    const name = to.opens && own === null ? nameOf(asked.name) : '';
    const known = await findPersonByVerifiedPhone(db, to.phone);
    const account = `phone:${createHash('sha256').update(to.phone).digest('base64url')}`;
    const challenge = readCodeChallenge(secret, request.headers.cookie, to.phone);
    const { wait, right } = await counted(account, challenge, await isUsual(request, to.phone, signed), from);
    if (wait > 0) return { ok: false, error: 'TooMany', wait };
    const elsewhere = to.opens && !to.invited && !asked.fresh && !known && (await isUnverifiedPhoneInUse(db, to.phone));
    const asks = elsewhere || (to.opens && !asked.fresh && hasLapsedPhone(known) && known?.id !== own);
    const answer = { phone: to.phone, given: asked.code, keep: asks };
    if (challenge === null || !(await verifyPhoneCode(db, secret, { ...answer, challenge }))) {
      const record = { document: 'session', id: known?.id ?? null, code: known?.code ?? null } as const;
      await audit(db, makeSignInContext(known, from), { ...record, kind: 'undefined', reason: 'sign-in refused: wrong code of an SMS' });
      return { ok: false, error: 'PhoneCode', wait: 0 };
    }
    await right();
    if (to.opens && !to.invited) await refundStrangerLimits(db, getOriginNetworkKey(from));
    // Only a person who entered the correct code learns that another account has the number.
    if (elsewhere) return { ok: false, error: 'PhoneElsewhere', wait: 0 };
    const left = to.opens && asked.fresh && known?.id !== own && hasLapsedPhone(known) ? known : undefined;
    if (left && !(await isPhoneReleasable(db, left))) return { ok: false, error: 'PhoneTaken', wait: 0 };
    if (own !== null && (left || !known) && signed) {
      // A phone number is a new sign-in method, so the person must first confirm an open session.
      await assertFreshSession({ db, me: signed.me });
      if (await proveOwn(own, to.phone, from, left)) return { ok: true, cookies: [], personId: own };
      return { ok: false, error: 'PhoneCode', wait: 0 };
    }
    if (own !== null && known?.id === own)
      return (await recordPhoneUse(db, own, to.phone)) ? { ok: true, cookies: [], personId: own } : { ok: false, error: 'PhoneCode', wait: 0 };
    if (known && !left && !known.is_active) return { ok: false, error: 'Disabled', wait: 0 };
    const person = (left ? null : known) ?? (to.opens && name ? await join(name, to, from, left) : null);
    const old = person?.id === known?.id && hasLapsedPhone(known);
    // The code shows only that the person has the phone. If the number was moved to another account since then, sign-in is refused.
    if (!person || !(old || (await recordPhoneUse(db, person.id, to.phone)))) return { ok: false, error: 'PhoneCode', wait: 0 };
    if (await hasSecondFactor(db, person.id)) return { ok: false, error: 'SecondFactor', wait: 0, cookies: [ticket(person.id, asked.remember)] };
    if (known && old) {
      const record = { document: 'session', id: known.id, code: known.code } as const;
      await audit(db, makeSignInContext(known, from), { ...record, kind: 'undefined', reason: 'sign-in refused: the number was not used for long' });
      return { ok: false, error: 'PhoneOld', wait: 0 };
    }
    const cookies = await openSession(db, { secret, secure }, person.id, from, asked.remember);
    await recordSignIn(db, person, from, 'signed in with a code by SMS');
    return { ok: true, cookies, personId: person.id };
  }

  const join = (name: string, { phone, locale }: Meant, from: RequestOrigin, left: PhoneOwner | undefined): Promise<SignInPerson | null> =>
    db.transaction().execute(async (tx) => {
      if (left) await releaseLapsedPhone(tx, left, from);
      const made = await addPersonByPhone(tx, { name, phone, locale });
      // Null if a concurrent request with the same number created the person first; that person is then signed in.
      if (!made) return (await findPersonByVerifiedPhone(tx, phone)) ?? null;
      await audit(tx, makeSignInContext(made, from), {
        kind: 'add',
        document: 'account',
        id: made.id,
        code: made.code,
        after: { name, phone },
        reason: 'joined by phone',
      });
      return made;
    });

  /** Adds the invited number to a signed-in email account. Of two concurrent requests the first one gets the number. */
  const proveOwn = (...given: Parameters<typeof provedOwn>): Promise<boolean> =>
    provedOwn(...given).catch((problem: unknown) => {
      if (isUniqueViolation(problem)) return false;
      throw problem;
    });
  const provedOwn = (id: number, phone: string, from: RequestOrigin, left: PhoneOwner | undefined): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const held = await unscopedTable(tx, 'person', 'the caller’s own account, and the account found by the phone number')
        .select()
        .select(['id', 'code', 'user_type', 'company_id', 'phone', 'phone_proved_at'])
        .where('id', 'in', left ? [id, left.id] : [id])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const before = held.find((one) => one.id === id);
      // An account that already has a verified number keeps it, because this invitation is for another person.
      if (!before || before.phone_proved_at) return false;
      if (left) await releaseLapsedPhone(tx, left, from);
      await markPhoneVerified(tx, id, phone);
      const changes = { before: { phone: before.phone, phone_proved_at: null }, after: { phone, phone_proved_at: clock.now() } };
      await audit(tx, makeSignInContext(before, from), {
        kind: 'edit',
        document: 'account',
        id,
        code: before.code,
        ...changes,
        reason: 'proved a phone number',
      });
      await notifyCredentialChange(tx, id, 'phone_added');
      return true;
    });

  return { textCode, phone };
}
