import { beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { type Ctx, nobody } from '#server/kernel/ctx.ts';
import { freshHouse, type House } from '#test/db.ts';
import { drain, told } from '#test/jobs.ts';
import { wrongTotp } from '#test/tampered.ts';
import { here, inTransaction, password, type Somebody, somebody } from '#test/world.ts';
import { joinService } from './join.ts';
import { makeLink, stateOf, takeLink } from './links.ts';
import { securityService } from './security.ts';
import { takeCode } from './sign-in/second-factor.ts';
import { signIn } from './sign-in/sign-in.ts';
import { codeAt, newSecret, recoveryHash, seal, stepAt } from './sign-in/totp.ts';

let house: House;
let joins: ReturnType<typeof joinService>;
let safety: ReturnType<typeof securityService>;
const db = () => house.database.db;
const personOf = (email: string) => db().selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const joined = (email: string, from = here, more: { callbackUrl?: string } = {}) =>
  db()
    .transaction()
    .execute((tx) =>
      joins.join(
        { me: nobody, db: tx, from, note: { audited: 0 } },
        { name: 'Achieng', email, phone: '0712345678', password, locale: 'en', ...more },
      ),
    );
/** The last link mailed to somebody, as it was promised. */
async function mailed(personId: number): Promise<{ event: string; page: string; code: string; link: number }> {
  const last = (await told(house)).findLast((t) => t.to.personId === personId && t.page);
  if (!last?.page) throw new Error('nothing was mailed');
  const [a = '', b = ''] = last.page.split('/').slice(-2);
  const [link, code] = a.length > 20 ? [b, a] : b.split('.');
  return { event: last.event, page: last.page, code: code ?? '', link: Number(link) };
}
/** Somebody with a session, signed in `minutes` ago. */
async function inSession(who: Somebody, minutes = 0): Promise<Somebody> {
  const row = {
    person_id: who.id,
    token: `${who.id}-${Math.random()}`,
    expires_at: new Date(Date.now() + 3_600_000),
    proved_at: new Date(Date.now() - minutes * 60_000),
  };
  const { id } = await db().insertInto('person_session').values(row).returning('id').executeTakeFirstOrThrow();
  return { ...who, me: { ...who.me, sessionId: id } };
}
const asked = <T>(who: Somebody | null, work: (ctx: Ctx) => Promise<T>) => inTransaction(house, who, work);

beforeAll(async () => {
  house = await freshHouse();
  joins = joinService(house);
  safety = securityService(house);
});

describe('joining', () => {
  test('makes a newcomer with an E.164 phone who cannot sign in until the e-mail is verified, and is not told why', async () => {
    await joined('new@makao.test');
    const person = await personOf('new@makao.test');
    expect(person).toMatchObject({ phone: '+254712345678', user_type: userTypes.default, onboarding: true, email_verified: false });
    const tries = () => signIn(db(), house.auth, here, { email: 'new@makao.test', password, remember: true });
    expect(await tries()).toMatchObject({ ok: false, error: 'CredentialsSignin' });
    expect(await db().selectFrom('person_session').select('id').where('person_id', '=', person.id).execute()).toEqual([]);
    const { event, page, code, link } = await mailed(person.id);
    expect([event, page]).toEqual(['account.verify_email', `/auth/email_verification/${code}/${link}`]);
    await asked(null, (ctx) => joins.verifyEmail(ctx, { code, link }));
    expect(await tries()).toMatchObject({ ok: true });
  });

  test('the way back of whoever was invited goes through the mail, whichever letter it is; another site’s does not', async () => {
    const back = '/auth/invitation/key/7';
    const pageFor = async (callbackUrl: string, email = 'invited@makao.test') => {
      await joined(email, here, { callbackUrl });
      return new URL((await mailed((await personOf(email)).id)).page, 'https://makao.test');
    };
    const first = await pageFor(back);
    expect([first.pathname.split('/')[2], first.searchParams.get('callbackUrl')]).toEqual(['email_verification', back]);
    expect((await pageFor('//evil.test')).search).toBe('');
    await db().updateTable('person').set({ email_verified: true }).where('email', '=', 'invited@makao.test').execute();
    const known = await pageFor(back);
    expect([known.pathname.split('/')[2], known.searchParams.get('callbackUrl')]).toEqual(['reset_password', back]);
  });

  test('a second join with one address answers the same, changes nothing, and mails its owner a way in', async () => {
    const first = await joined('twice@makao.test');
    const before = await personOf('twice@makao.test');
    await db().updateTable('person').set({ email_verified: true }).where('id', '=', before.id).execute();
    expect(await joined('TWICE@makao.test')).toEqual({ email: 'TWICE@makao.test' });
    expect(first).toEqual({ email: 'twice@makao.test' });
    expect((await mailed(before.id)).event).toBe('account.reset_password');
    expect((await db().selectFrom('person_credential').select('id').where('person_id', '=', before.id).execute()).length).toBe(1);
  });

  test('is limited by address, also when every try fails', async () => {
    const from = { ...here, ip: '10.9.9.9' };
    for (let i = 0; i < 60; i++) await joined(`many${i}@makao.test`, from);
    await expect(joined('many61@makao.test', from)).rejects.toMatchObject({ failure: 'tooMany' });
  });
});

describe('links', () => {
  const fresh = async () => {
    const who = await somebody(house, 'tenant');
    return { who, made: await makeLink(db(), 'verify_email', who) };
  };
  test('used twice, expired, guessed, for another purpose, after a change of address: each is told apart and none works', async () => {
    const { who, made } = await fresh();
    expect(await stateOf(db(), 'verify_email', made)).toBe('open');
    expect(await stateOf(db(), 'reset_password', made)).toBe('wrong');
    expect(await stateOf(db(), 'verify_email', { ...made, code: 'guess' })).toBe('wrong');
    const other = (await fresh()).made;
    expect(await stateOf(db(), 'verify_email', { id: other.id, code: made.code })).toBe('wrong');
    await takeLink(db(), 'verify_email', made);
    await expect(takeLink(db(), 'verify_email', made)).rejects.toMatchObject({ failure: 'gone', extra: { state: 'used' } });
    await db()
      .updateTable('one_time_link')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', other.id)
      .execute();
    await expect(takeLink(db(), 'verify_email', other)).rejects.toMatchObject({ extra: { state: 'expired' } });
    const moved = await makeLink(db(), 'verify_email', who);
    await db().updateTable('person').set({ email: 'elsewhere@makao.test' }).where('id', '=', who.id).execute();
    await expect(takeLink(db(), 'verify_email', moved)).rejects.toMatchObject({ extra: { state: 'expired' } });
  });
  test.each(['verify_email', 'reset_password'] as const)('of several of one kind (%s) one use ends the others, and no other kind', async (kind) => {
    const { who, made } = await fresh();
    const [one, two, passkey] = [await makeLink(db(), kind, who), await makeLink(db(), kind, who), await makeLink(db(), 'passwordless', who)];
    await takeLink(db(), kind, one);
    expect(await stateOf(db(), kind, two)).toBe('used');
    expect(await stateOf(db(), 'passwordless', passkey)).toBe('open');
    expect(await stateOf(db(), 'verify_email', made)).toBe(kind === 'verify_email' ? 'used' : 'open');
  });
  test('of ten at once one wins', async () => {
    const { made } = await fresh();
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        db()
          .transaction()
          .execute((tx) => takeLink(tx, 'verify_email', made)),
      ),
    );
    expect(tries.filter((t) => t.status === 'fulfilled')).toHaveLength(1);
    for (const t of tries) if (t.status === 'rejected') expect(t.reason).toMatchObject({ extra: { state: 'used' } });
  });
  test('only a hash of the code rests in the database', async () => {
    const { made } = await fresh();
    expect(JSON.stringify(await db().selectFrom('one_time_link').selectAll().where('id', '=', made.id).execute())).not.toContain(made.code);
  });
});

describe('passwords', () => {
  test('forgotten: the answer is the same for a stranger; the link sets a new one, ends every session and voids older links', async () => {
    const who = await inSession(await somebody(house, 'owner'));
    const ask = async (email: string) => {
      const answer = await asked(null, (ctx) => joins.forgotPassword(ctx, { email }));
      await drain(house);
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
    expect(await signIn(db(), house.auth, here, { email: who.email, password, remember: true })).toMatchObject({ ok: false });
    expect(await signIn(db(), house.auth, here, { email: who.email, password: 'Brand-new-password', remember: true })).toMatchObject({ ok: true });
  });
  test('change: wants a fresh session; the right password makes one fresh, a wrong one does not', async () => {
    const who = await inSession(await somebody(house, 'tenant'), 16);
    const change = () => asked(who, (ctx) => safety.changePassword(ctx, { password: 'Another-password-2' }));
    await expect(change()).rejects.toMatchObject({ failure: 'forbidden', extra: { reauthenticate: true } });
    await expect(asked(who, (ctx) => safety.confirmPassword(ctx, { password: 'wrong' }))).rejects.toMatchObject({ failure: 'invalid' });
    await expect(change()).rejects.toMatchObject({ failure: 'forbidden' });
    await asked(who, (ctx) => safety.confirmPassword(ctx, { password }));
    expect(await change()).toEqual({ signed_out: true });
    expect(await db().selectFrom('person_session').select('id').where('person_id', '=', who.id).execute()).toEqual([]);
  });
});

describe('second factor', () => {
  test('signing in stops at the password; a code works once, also when two use it at the same moment; recovery codes once each', async () => {
    const who = await somebody(house, 'agent');
    const secret = newSecret();
    await db()
      .insertInto('person_second_factor')
      .values({
        person_id: who.id,
        secret: seal(house.secret, secret),
        confirmed_at: new Date(),
        recovery_hashes: [recoveryHash(house.secret, 'aaaaa-bbbbb')],
      })
      .execute();
    expect(await signIn(db(), house.auth, here, { email: who.email, password, remember: true })).toMatchObject({
      ok: false,
      error: 'SecondFactor',
      personId: who.id,
    });
    expect(await db().selectFrom('person_session').select('id').where('person_id', '=', who.id).execute()).toEqual([]);
    const take = (code: string) =>
      db()
        .transaction()
        .execute((tx) => takeCode(tx, house.secret, who.id, code));
    const code = codeAt(secret, stepAt(Date.now()));
    expect((await Promise.all([take(code), take(code)])).sort()).toEqual(['app', null].sort());
    expect(await take(wrongTotp(secret))).toBeNull();
    expect([await take('AAAAA BBBBB'), await take('aaaaa-bbbbb')]).toEqual(['recovery', null]);
  });
});

describe('devices and sessions', () => {
  test('the first device is no news, a new one is told once, a new version of a known browser is not', async () => {
    const who = await somebody(house, 'tenant');
    const news = async () => (await told(house)).filter(({ key }) => key.startsWith(`new_device:${who.id}:`)).length;
    const from = (agent: string) => signIn(db(), house.auth, { ...here, agent }, { email: who.email, password, remember: true });
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
  test('people see and end their own sessions only', async () => {
    const [a, b] = [await inSession(await somebody(house, 'tenant')), await inSession(await somebody(house, 'tenant'))];
    const second = await inSession(a);
    const list = await asked(a, (ctx) => safety.sessions(ctx, { page: 1, page_size: 10 }));
    expect(list.results.map((s) => [s.id, s.current])).toEqual([
      [a.me.sessionId, true],
      [second.me.sessionId, false],
    ]);
    await expect(asked(b, (ctx) => safety.endSession(ctx, { id: a.me.sessionId ?? 0 }))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await asked(a, (ctx) => safety.endOtherSessions(ctx, {}))).toEqual({ ended: 1 });
  });
  test('accounts of others do not exist, except for those who look after them; superadmins only for superadmins', async () => {
    const [tenant, admin, boss] = [await somebody(house, 'tenant'), await somebody(house, 'admin'), await somebody(house, 'superadmin')];
    const active = (who: Somebody, user_id: number) => asked(who, (ctx) => safety.isActive(ctx, { user_id }));
    expect((await active(tenant, tenant.id)).is_active).toBe(true);
    await expect(active(tenant, admin.id)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await active(admin, tenant.id)).is_active).toBe(true);
    await expect(active(admin, boss.id)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await active(boss, admin.id)).is_active).toBe(true);
  });
});
