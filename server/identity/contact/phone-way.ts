import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SignInError } from '#contract/identity/errors.ts';
import { personName } from '#contract/identity/join-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { originOf } from '#server/http/http.ts';
import { take } from '#server/http/throttle.ts';
import { invited as invitedBy } from '#server/invitation/service.ts';
import { emit } from '#server/jobs/queue.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Db, Origin } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { inLocale, sentence } from '#server/kernel/locale.ts';
import { phoneToStore } from '#server/kernel/phone.ts';
import { placeOf } from '#server/kernel/process/network.ts';
import { everything } from '#server/kernel/scoped.ts';
import { isTaken } from '#server/kernel/taken.ts';
import { addByPhone, phoneUsed, provePhone } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { type Arriving, arrived, ctxFor, openSession, type Way } from '../arrival.ts';
import { tellChange } from '../credential-change.ts';
import { knownDevice } from '../devices.ts';
import { byPhone, isElsewhere, isLeft, type Known, lapsed, release } from '../lapsed.ts';
import { limits } from '../limits.ts';
import type { Signed } from '../session.ts';
import { addressKey, attempt, perAddress } from '../sign-in/attempts.ts';
import { challengeOf, newChallenge } from '../sign-in/challenge.ts';
import { needFresh } from '../sign-in/fresh.ts';
import { hasSecondFactor } from '../sign-in/second-factor.ts';
import { codeWait, sendCode, takePhoneCode } from './phone-code.ts';
import { isTexted, strangerKnown, strangerWait } from './subject-code.ts';

/** A number that was typed, or the one an invitation was sent to: `key/id`, as in the address of its page. `join`: nobody's number makes an account. */
export type Asked = { readonly phone: string; readonly invitation: string; readonly join: boolean };
type Typed = Asked & {
  readonly code: string;
  readonly name: string;
  readonly remember: boolean;
  /** Whoever has the number now says that the account it opened before is not theirs. */
  readonly fresh: boolean;
};
type Meant = {
  readonly phone: string;
  readonly invited: boolean;
  /** Whether who shows that they have the number becomes a person by it, if it is nobody's: invited, or come to join. */
  readonly opens: boolean;
  readonly locale: 'en' | 'sw';
};

/** What somebody is called, by the rule of every other name. */
function nameOf(typed: string): string {
  const read = personName.safeParse(typed.replace(/[^\S\p{Cc}]+/gu, ' '));
  if (!read.success) throw invalid({ name: read.error.issues[0]?.code === 'too_small' ? sentence('requiredParameter') : m.problem_one_line() });
  return read.data;
}

/** Texts a code to whose the number is, if it is anybody's. Run by a job, so that the answer says nothing about it. */
export async function textKnown(db: Db, secret: string, asked: { phone: string; challenge: string }): Promise<void> {
  const person = await byPhone(db, asked.phone);
  if (person?.is_active) await db.transaction().execute((tx) => sendCode(tx, secret, { ...asked, locale: person.locale === 'sw' ? 'sw' : 'en' }));
}

/** In by the phone: a code is texted to the number and typed here. Whoever was invited by phone, or comes to apply, becomes a person by it, with no e-mail. */
export function phoneWay(house: House, ticket: (personId: number, remember: boolean) => string) {
  const { db } = house.database;
  const { secret } = house;
  const secure = house.env.appUrl.startsWith('https://');

  async function meant(from: Origin, { phone, invitation, join }: Asked): Promise<Meant | null> {
    if (!invitation) return { phone: phoneToStore(phone), invited: false, opens: join, locale: inLocale.current() };
    const [key = '', id = ''] = invitation.split('/');
    const row = await invitedBy(db, placeOf(from), key, /^\d{1,15}$/.test(id) ? Number(id) : 0);
    return row && { ...row, invited: true, opens: true };
  }

  /** Answers how many seconds to wait, 0 with the cookie of who asked when it is on its way; null when the invitation is none (any more). */
  async function textCode(
    request: FastifyRequest,
    asked: Asked,
    signed: Signed | null,
  ): Promise<{ wait: number; cookie: string; error?: SignInError } | null> {
    const from = originOf(request);
    const wait = await take(db, `sms-ask:${placeOf(from)}`, limits.join);
    if (wait > 0) return { wait, cookie: '' };
    const to = await meant(from, asked);
    if (!to) return null;
    // Anybody's number gets an SMS by joining, so that the answer says nothing: what that may cost is counted as for guests.
    if (to.opens && !to.invited && !isTexted(to.phone)) return { wait: 0, cookie: '', error: 'PhoneAbroad' };
    const stranger = to.opens && !to.invited ? await strangerWait(db, placeOf(from), to.phone) : 0;
    if (stranger > 0) return { wait: stranger, cookie: '' };
    const over = await codeWait(db, to.phone, await isUsual(request, to.phone, signed));
    if (over > 0) return { wait: over, cookie: '' };
    const { phone, locale } = to;
    const { challenge, cookie } = newChallenge(secret, secure, phone);
    if (!to.opens) await emit(db, 'identity.phone_code', { phone, challenge });
    else await db.transaction().execute((tx) => sendCode(tx, secret, { phone, challenge, locale }));
    return { wait: 0, cookie };
  }

  /** Whether whose number it is came in from this browser before, or is in now: strangers who ask for codes do not use up theirs. */
  async function isUsual(request: FastifyRequest, phone: string, signed: Signed | null): Promise<boolean> {
    const person = await byPhone(db, phone);
    if (!person) return false;
    return signed?.person.id === person.id || knownDevice(secret, request.headers.cookie, person.id) !== null;
  }

  /** Counts an answer: against who asked, or where it comes from if that asked for no code; how long to wait, 0 when it may be looked at. */
  async function counted(account: string, challenge: string | null, usual: boolean, from: Origin) {
    const nothing = async () => undefined;
    if (challenge === null) return { wait: await take(db, addressKey(from.ip), perAddress), right: nothing };
    const { wait, right, undone } = await attempt(db, 'code', { account, device: challenge, ip: from.ip });
    if (wait > 0 || usual) return { wait, right };
    const slow = await take(db, `sms-typed:${account}`, limits.codeTyped);
    if (slow > 0) await undone();
    return { wait: slow, right };
  }

  async function phone(request: FastifyRequest, asked: Typed, signed: Signed | null): Promise<Way> {
    const from = originOf(request);
    const to = await meant(from, asked);
    if (!to) return { ok: false, error: 'PhoneCode', wait: 0 };
    const own = signed && !signed.impersonator && to.invited ? signed.person.id : null;
    const name = to.opens && own === null ? nameOf(asked.name) : '';
    const known = await byPhone(db, to.phone);
    const account = `phone:${createHash('sha256').update(to.phone).digest('base64url')}`;
    const challenge = challengeOf(secret, request.headers.cookie, to.phone);
    const { wait, right } = await counted(account, challenge, await isUsual(request, to.phone, signed), from);
    if (wait > 0) return { ok: false, error: 'TooMany', wait };
    const elsewhere = to.opens && !to.invited && !asked.fresh && !known && (await isElsewhere(db, to.phone));
    const asks = elsewhere || (to.opens && !asked.fresh && lapsed(known) && known?.id !== own);
    const answer = { phone: to.phone, given: asked.code, keep: asks };
    if (challenge === null || !(await takePhoneCode(db, secret, { ...answer, challenge }))) {
      const record = { document: 'session', id: known?.id ?? null, code: known?.code ?? null } as const;
      await audit(db, ctxFor(known, from), { ...record, kind: 'undefined', reason: 'sign-in refused: wrong code of an SMS' });
      return { ok: false, error: 'PhoneCode', wait: 0 };
    }
    await right();
    if (to.opens && !to.invited) await strangerKnown(db, placeOf(from));
    // Told to who has shown that they have the number, and to nobody else.
    if (elsewhere) return { ok: false, error: 'PhoneElsewhere', wait: 0 };
    const left = to.opens && asked.fresh && known?.id !== own && lapsed(known) ? known : undefined;
    if (left && !(await isLeft(db, left))) return { ok: false, error: 'PhoneTaken', wait: 0 };
    if (own !== null && (left || !known) && signed) {
      // A number that signs in is a new way in: whoever sits at an open session proves that it is theirs.
      await needFresh({ db, me: signed.me });
      if (await proveOwn(own, to.phone, from, left)) return { ok: true, cookies: [], personId: own };
      return { ok: false, error: 'PhoneCode', wait: 0 };
    }
    if (own !== null && known?.id === own)
      return (await phoneUsed(db, own, to.phone)) ? { ok: true, cookies: [], personId: own } : { ok: false, error: 'PhoneCode', wait: 0 };
    if (known && !left && !known.is_active) return { ok: false, error: 'Disabled', wait: 0 };
    const person = (left ? null : known) ?? (to.opens && name ? await join(name, to, from, left) : null);
    const old = person?.id === known?.id && lapsed(known);
    // The code alone shows who has the phone, whatever else is asked for; a number that became another's meanwhile opens nothing.
    if (!person || !(old || (await phoneUsed(db, person.id, to.phone)))) return { ok: false, error: 'PhoneCode', wait: 0 };
    if (await hasSecondFactor(db, person.id)) return { ok: false, error: 'SecondFactor', wait: 0, cookies: [ticket(person.id, asked.remember)] };
    if (known && old) {
      const record = { document: 'session', id: known.id, code: known.code } as const;
      await audit(db, ctxFor(known, from), { ...record, kind: 'undefined', reason: 'sign-in refused: the number was not used for long' });
      return { ok: false, error: 'PhoneOld', wait: 0 };
    }
    const cookies = await openSession(db, { secret, secure }, person.id, from, asked.remember);
    await arrived(db, person, from, 'signed in with a code by SMS');
    return { ok: true, cookies, personId: person.id };
  }

  const join = (name: string, { phone, locale }: Meant, from: Origin, left: Known | undefined): Promise<Arriving | null> =>
    db.transaction().execute(async (tx) => {
      if (left) await release(tx, left, from);
      const made = await addByPhone(tx, { name, phone, locale });
      // Whoever was quicker with the same number is that person.
      if (!made) return (await byPhone(tx, phone)) ?? null;
      await audit(tx, ctxFor(made, from), {
        kind: 'add',
        document: 'account',
        id: made.id,
        code: made.code,
        after: { name, phone },
        reason: 'joined by phone',
      });
      return made;
    });

  /** Signed in already, by e-mail: the number of the invitation becomes theirs too. Who was quicker with the same number has it. */
  const proveOwn = (...given: Parameters<typeof provedOwn>): Promise<boolean> =>
    provedOwn(...given).catch((problem: unknown) => {
      if (isTaken(problem)) return false;
      throw problem;
    });
  const provedOwn = (id: number, phone: string, from: Origin, left: Known | undefined): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const held = await everything(tx, 'person', 'the caller’s own account, and the one the number opened')
        .select()
        .select(['id', 'code', 'user_type', 'company_id', 'phone', 'phone_proved_at'])
        .where('id', 'in', left ? [id, left.id] : [id])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const before = held.find((one) => one.id === id);
      // A number they proved before stays: this invitation is another person's.
      if (!before || before.phone_proved_at) return false;
      if (left) await release(tx, left, from);
      await provePhone(tx, id, phone);
      const changes = { before: { phone: before.phone, phone_proved_at: null }, after: { phone, phone_proved_at: clock.now() } };
      await audit(tx, ctxFor(before, from), {
        kind: 'edit',
        document: 'account',
        id,
        code: before.code,
        ...changes,
        reason: 'proved a phone number',
      });
      await tellChange(tx, id, 'phone_added');
      return true;
    });

  return { textCode, phone };
}
