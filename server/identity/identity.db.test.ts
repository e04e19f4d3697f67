import { beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { countAttempt } from '#server/http/throttle.ts';
import { anonymousCaller, type Ctx, type Refusal } from '#server/kernel/ctx.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson, testPassword, testRequestOrigin } from '#test/people.ts';
import { makeWrongTotp } from '#test/wrong-secrets.ts';
import { joinService } from './join.ts';
import { identityLimits } from './limits.ts';
import { consumeIdentityLink, makeIdentityLink, readIdentityLinkState } from './links.ts';
import { securityService } from './security.ts';
import { consumeSecondFactorCode } from './sign-in/second-factor.ts';
import { signIn } from './sign-in/sign-in.ts';
import { computeTotpCode, computeTotpStep, createTotpSecret, hashRecoveryCode, sealTotpSecret } from './sign-in/totp.ts';

let services: TestServices;
let joins: ReturnType<typeof joinService>;
let safety: ReturnType<typeof securityService>;
const db = () => services.database.db;
const personOf = (email: string) => db().selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const joined = (email: string, from = testRequestOrigin, more: { callbackUrl?: string } = {}) =>
  db()
    .transaction()
    .execute((tx) =>
      joins.join(
        { me: anonymousCaller, db: tx, from, note: { audited: 0 } },
        { name: 'Achieng', email, phone: '0712345678', password: testPassword, locale: 'en', ...more },
      ),
    );
/** The newest link queued for a person by email. */
async function mailed(personId: number): Promise<{ event: string; page: string; code: string; link: number }> {
  const last = (await listSentNotifications(services)).findLast((t) => t.to.personId === personId && t.page);
  if (!last?.page) throw new Error('nothing was mailed');
  const [a = '', b = ''] = last.page.split('/').slice(-2);
  const [link, code] = a.length > 20 ? [b, a] : b.split('.');
  return { event: last.event, page: last.page, code: code ?? '', link: Number(link) };
}
/** A person with a session, signed in `minutes` ago. */
async function inSession(who: TestPerson, minutes = 0): Promise<TestPerson> {
  const row = {
    person_id: who.id,
    token: `${who.id}-${Math.random()}`,
    expires_at: new Date(Date.now() + 3_600_000),
    proved_at: new Date(Date.now() - minutes * 60_000),
  };
  const { id } = await db().insertInto('person_session').values(row).returning('id').executeTakeFirstOrThrow();
  return { ...who, me: { ...who.me, sessionId: id } };
}
const asked = <T>(who: TestPerson | null, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);

beforeAll(async () => {
  services = await createTestServices();
  joins = joinService(services);
  safety = securityService(services);
});

describe('account registration', () => {
  test('creates an account with a phone number in E.164 format; sign-in is possible only after the email is verified', async () => {
    await joined('new@makao.test');
    const person = await personOf('new@makao.test');
    expect(person).toMatchObject({ phone: '+254712345678', user_type: userTypes.default, onboarding: true, email_verified: false });
    const tries = () => signIn(db(), services.auth, testRequestOrigin, { email: 'new@makao.test', password: testPassword, remember: true });
    expect(await tries()).toMatchObject({ ok: false, error: 'CredentialsSignin' });
    expect(await db().selectFrom('person_session').select('id').where('person_id', '=', person.id).execute()).toEqual([]);
    const { event, page, code, link } = await mailed(person.id);
    expect([event, page]).toEqual(['account.verify_email', `/auth/email_verification/${code}/${link}`]);
    await asked(null, (ctx) => joins.verifyEmail(ctx, { code, link }));
    expect(await tries()).toMatchObject({ ok: true });
  });

  test('includes the return URL of an invited person in every email, but never a URL of another site', async () => {
    const back = '/auth/invitation/key/7';
    const pageFor = async (callbackUrl: string, email = 'invited@makao.test') => {
      await joined(email, testRequestOrigin, { callbackUrl });
      return new URL((await mailed((await personOf(email)).id)).page, 'https://makao.test');
    };
    const first = await pageFor(back);
    expect([first.pathname.split('/')[2], first.searchParams.get('callbackUrl')]).toEqual(['email_verification', back]);
    expect((await pageFor('//evil.test')).search).toBe('');
    await db().updateTable('person').set({ email_verified: true }).where('email', '=', 'invited@makao.test').execute();
    const known = await pageFor(back);
    expect([known.pathname.split('/')[2], known.searchParams.get('callbackUrl')]).toEqual(['reset_password', back]);
  });

  test('registering an existing email address gives the same answer, changes nothing, and sends a password reset link to that address', async () => {
    const first = await joined('twice@makao.test');
    const before = await personOf('twice@makao.test');
    await db().updateTable('person').set({ email_verified: true }).where('id', '=', before.id).execute();
    expect(await joined('TWICE@makao.test')).toEqual({ email: 'TWICE@makao.test' });
    expect(first).toEqual({ email: 'twice@makao.test' });
    expect((await mailed(before.id)).event).toBe('account.reset_password');
    expect((await db().selectFrom('person_credential').select('id').where('person_id', '=', before.id).execute()).length).toBe(1);
  });

  test('registration is limited per IP address', async () => {
    const from = { ...testRequestOrigin, ip: '10.9.9.9' };
    for (let i = 0; i < 60; i++) await joined(`many${i}@makao.test`, from);
    await expect(joined('many61@makao.test', from)).rejects.toMatchObject({ failure: 'tooMany' });
  });

  test('registration is limited per IP address also when every attempt fails and is rolled back', async () => {
    const from = { ...testRequestOrigin, ip: '10.9.9.8' };
    // The emails to this address are used up, so each attempt is refused after it was counted for the IP address.
    for (let i = 0; i < identityLimits.mailTo.limit; i++) await countAttempt(db(), 'mailTo:full@makao.test', identityLimits.mailTo);
    for (let i = 0; i < identityLimits.join.limit; i++) await expect(joined('full@makao.test', from)).rejects.toMatchObject({ failure: 'tooMany' });
    await expect(joined('fresh@makao.test', from)).rejects.toMatchObject({ failure: 'tooMany' });
    expect(await joined('fresh@makao.test', { ...from, ip: '10.9.9.7' })).toEqual({ email: 'fresh@makao.test' });
  });

  test('registration is refused equally for known and unknown email addresses after too many emails to the address', async () => {
    const { email } = await createPerson(services, 'tenant');
    const refusalOf = async (address: string) => {
      for (let i = 0; i < identityLimits.mailTo.limit; i++) expect(await joined(address)).toEqual({ email: address });
      return joined(address).then(
        () => null,
        ({ failure, message }: Refusal) => ({ failure, message }),
      );
    };
    const known = await refusalOf(email);
    expect(known).toMatchObject({ failure: 'tooMany' });
    expect(await refusalOf('unknown@makao.test')).toEqual(known);
  });
});

describe('one-time email links', () => {
  const fresh = async () => {
    const who = await createPerson(services, 'tenant');
    return { who, made: await makeIdentityLink(db(), 'verify_email', who) };
  };
  test('a used, expired, guessed or misdirected link, and a link for an old address, are refused, each with its own state', async () => {
    const { who, made } = await fresh();
    expect(await readIdentityLinkState(db(), 'verify_email', made)).toBe('open');
    expect(await readIdentityLinkState(db(), 'reset_password', made)).toBe('wrong');
    expect(await readIdentityLinkState(db(), 'verify_email', { ...made, code: 'guess' })).toBe('wrong');
    const other = (await fresh()).made;
    expect(await readIdentityLinkState(db(), 'verify_email', { id: other.id, code: made.code })).toBe('wrong');
    await consumeIdentityLink(db(), 'verify_email', made);
    await expect(consumeIdentityLink(db(), 'verify_email', made)).rejects.toMatchObject({ failure: 'gone', extra: { state: 'used' } });
    await db()
      .updateTable('one_time_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', other.id)
      .execute();
    await expect(consumeIdentityLink(db(), 'verify_email', other)).rejects.toMatchObject({ extra: { state: 'expired' } });
    const moved = await makeIdentityLink(db(), 'verify_email', who);
    await db().updateTable('person').set({ email: 'elsewhere@makao.test' }).where('id', '=', who.id).execute();
    await expect(consumeIdentityLink(db(), 'verify_email', moved)).rejects.toMatchObject({ extra: { state: 'expired' } });
  });
  test.each(['verify_email', 'reset_password'] as const)(
    "using a link invalidates only the person's other links of the same kind (%s)",
    async (kind) => {
      const { who, made } = await fresh();
      const [one, two, passkey] = [
        await makeIdentityLink(db(), kind, who),
        await makeIdentityLink(db(), kind, who),
        await makeIdentityLink(db(), 'passwordless', who),
      ];
      await consumeIdentityLink(db(), kind, one);
      expect(await readIdentityLinkState(db(), kind, two)).toBe('used');
      expect(await readIdentityLinkState(db(), 'passwordless', passkey)).toBe('open');
      expect(await readIdentityLinkState(db(), 'verify_email', made)).toBe(kind === 'verify_email' ? 'used' : 'open');
    },
  );
  test('only one of ten concurrent uses of a link succeeds', async () => {
    const { made } = await fresh();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        db()
          .transaction()
          .execute((tx) => consumeIdentityLink(tx, 'verify_email', made)),
      ),
    );
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1);
    for (const t of tries) if (t.status === 'rejected') expect(t.reason).toMatchObject({ extra: { state: 'used' } });
  });
  test("only a hash of a link's code is stored", async () => {
    const { made } = await fresh();
    expect(JSON.stringify(await db().selectFrom('one_time_link').selectAll().where('id', '=', made.id).execute())).not.toContain(made.code);
  });
});

describe('passwords', () => {
  test('password reset gives the same answer for an unknown address, and its link ends sessions and invalidates older links', async () => {
    const who = await inSession(await createPerson(services, 'owner'));
    const ask = async (email: string) => {
      const answer = await asked(null, (ctx) => joins.forgotPassword(ctx, { email }));
      await runQueuedJobs(services);
      return answer;
    };
    expect(await ask('nobody@makao.test')).toEqual({ email: 'nobody@makao.test' });
    await ask(who.email);
    const older = await mailed(who.id);
    await ask(who.email);
    const { code, link } = await mailed(who.id);
    await asked(null, (ctx) => joins.resetPassword(ctx, { code, link, password: 'Brand-new-password' }));
    expect(await db().selectFrom('person_session').select('id').where('person_id', '=', who.id).execute()).toEqual([]);
    await expect(
      asked(null, (ctx) => joins.resetPassword(ctx, { code: older.code, link: older.link, password: 'Brand-new-password' })),
    ).rejects.toMatchObject({ extra: { state: 'used' } });
    expect(await signIn(db(), services.auth, testRequestOrigin, { email: who.email, password: testPassword, remember: true })).toMatchObject({
      ok: false,
    });
    expect(await signIn(db(), services.auth, testRequestOrigin, { email: who.email, password: 'Brand-new-password', remember: true })).toMatchObject({
      ok: true,
    });
  });
  test('password change requires a recent sign-in, which only a correct password confirms', async () => {
    const who = await inSession(await createPerson(services, 'tenant'), 16);
    const change = () => asked(who, (ctx) => safety.changePassword(ctx, { password: 'Another-password-2' }));
    await expect(change()).rejects.toMatchObject({ failure: 'forbidden', extra: { reauthenticate: true } });
    await expect(asked(who, (ctx) => safety.confirmPassword(ctx, { password: 'wrong' }))).rejects.toMatchObject({ failure: 'invalid' });
    await expect(change()).rejects.toMatchObject({ failure: 'forbidden' });
    await asked(who, (ctx) => safety.confirmPassword(ctx, { password: testPassword }));
    expect(await change()).toEqual({ signed_out: true });
    expect(await db().selectFrom('person_session').select('id').where('person_id', '=', who.id).execute()).toEqual([]);
  });
});

describe('two-step sign-in', () => {
  test('password sign-in also requires an app code, usable once even if sent concurrently, or a recovery code, usable once', async () => {
    const who = await createPerson(services, 'agent');
    const secret = createTotpSecret();
    await db()
      .insertInto('person_second_factor')
      .values({
        person_id: who.id,
        secret: sealTotpSecret(services.secret, secret),
        confirmed_at: new Date(),
        recovery_hashes: [hashRecoveryCode(services.secret, 'aaaaa-bbbbb')],
      })
      .execute();
    expect(await signIn(db(), services.auth, testRequestOrigin, { email: who.email, password: testPassword, remember: true })).toMatchObject({
      ok: false,
      error: 'SecondFactor',
      personId: who.id,
    });
    expect(await db().selectFrom('person_session').select('id').where('person_id', '=', who.id).execute()).toEqual([]);
    const take = (code: string) =>
      db()
        .transaction()
        .execute((tx) => consumeSecondFactorCode(tx, services.secret, who.id, code));
    const code = computeTotpCode(secret, computeTotpStep(Date.now()));
    expect((await Promise.all([take(code), take(code)])).sort()).toEqual(['app', null].sort());
    expect(await take(makeWrongTotp(secret))).toBeNull();
    expect([await take('AAAAA BBBBB'), await take('aaaaa-bbbbb')]).toEqual(['recovery', null]);
  });
});

describe('devices and sessions', () => {
  test('a person is notified once of a sign-in on a new device, but not of a sign-in on the first device or after a browser update', async () => {
    const who = await createPerson(services, 'tenant');
    const news = async () => (await listSentNotifications(services)).filter(({ key }) => key.startsWith(`new_device:${who.id}:`)).length;
    const from = (agent: string) =>
      signIn(db(), services.auth, { ...testRequestOrigin, agent }, { email: who.email, password: testPassword, remember: true });
    const counts = [];
    for (const agent of [
      'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0',
      'Mozilla/5.0 (X11; Linux x86_64) Chrome/121.5',
      'Mozilla/5.0 (Linux; Android 14) Chrome/120.0',
      'Mozilla/5.0 (Linux; Android 14) Chrome/120.0',
    ]) {
      await from(agent);
      counts.push(await news());
    }
    expect(counts).toEqual([0, 0, 1, 1]);
  });
  test('people can list and end only their own sessions', async () => {
    const [a, b] = [await inSession(await createPerson(services, 'tenant')), await inSession(await createPerson(services, 'tenant'))];
    const second = await inSession(a);
    const list = await asked(a, (ctx) => safety.sessions(ctx, { page: 1, page_size: 10 }));
    expect(list.results.map((s) => [s.id, s.current])).toEqual([
      [a.me.sessionId, true],
      [second.me.sessionId, false],
    ]);
    await expect(asked(b, (ctx) => safety.endSession(ctx, { id: a.me.sessionId ?? 0 }))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await asked(a, (ctx) => safety.endOtherSessions(ctx, {}))).toEqual({ ended: 1 });
  });
  test("another person's account is found only by admins, and a super admin's account only by super admins", async () => {
    const [tenant, admin, boss] = [
      await createPerson(services, 'tenant'),
      await createPerson(services, 'admin'),
      await createPerson(services, 'superadmin'),
    ];
    const active = (who: TestPerson, user_id: number) => asked(who, (ctx) => safety.isActive(ctx, { user_id }));
    expect((await active(tenant, tenant.id)).is_active).toBe(true);
    await expect(active(tenant, admin.id)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await active(admin, tenant.id)).is_active).toBe(true);
    await expect(active(admin, boss.id)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await active(boss, admin.id)).is_active).toBe(true);
  });
});
