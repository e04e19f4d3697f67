import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#server/kernel/ctx.ts';
import { planNotificationDelivery } from '#server/notification/deliver.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, runAsPerson, type TestPerson, testPassword, testRequestOrigin } from '#test/people.ts';
import { m } from '#words/messages.js';
import { anonymiseDueAccounts, closingChecks } from './closing.ts';
import { securityService } from './security.ts';
import { identityService } from './service.ts';
import { signIn } from './sign-in/sign-in.ts';

let services: TestServices;
let safety: ReturnType<typeof securityService>;
const db = () => services.database.db;
const personOf = (email: string) => db().selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const asked = <T>(who: TestPerson | null, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
async function inSession(who: TestPerson): Promise<TestPerson> {
  const row = { person_id: who.id, token: `${who.id}-${Math.random()}`, expires_at: new Date(Date.now() + 3_600_000) };
  const { id } = await db().insertInto('person_session').values(row).returning('id').executeTakeFirstOrThrow();
  return { ...who, me: { ...who.me, sessionId: id } };
}

beforeAll(async () => {
  services = await createTestServices();
  safety = securityService(services);
});

/** Tables that still contain the address, without the audit log, which keeps actions for the reasons in the privacy policy. */
async function everyTraceOf(email: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not in ('audit_log', 'throttle')`.execute(db());
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} t where t::text like ${`%${email}%`}`.execute(db());
    if ((hit.rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
}

describe('closing an account', () => {
  const close = (who: TestPerson) => asked(who, (ctx) => safety.close(ctx, {}));
  test('is refused if another module reports an obstacle; otherwise takes effect after thirty days and can be cancelled', async () => {
    const who = await inSession(await createPerson(services, 'tenant'));
    const check = async (_: unknown, id: number) => (id === who.id ? m.listing_closing_live({ count: 2 }) : null);
    closingChecks.add(check);
    await expect(close(who)).rejects.toMatchObject({ failure: 'conflict', message: '2 of your listings are still live. Close them first.' });
    closingChecks.delete(check);
    const { closing_at } = await close(who);
    expect(Math.round((new Date(closing_at).getTime() - Date.now()) / 86_400_000)).toBe(30);
    const again = await inSession(who);
    await asked(again, (ctx) => safety.keep(ctx, {}));
    expect((await personOf(who.email)).closing_at).toBeNull();
    expect(await anonymiseDueAccounts(db())).toBe(0);
  });
  test('is refused for the last super admin and for a company owner with staff', async () => {
    const owner = await inSession(await createPerson(services, 'owner'));
    await db()
      .insertInto('person')
      .values({ name: 'Staff', email: `staff-of-${owner.id}@makao.test`, company_id: owner.me.companyId, user_type: 6 })
      .execute();
    await expect(close(owner)).rejects.toMatchObject({ message: expect.stringContaining('1 other person works') });
    await db().updateTable('person').set({ is_active: false }).where('user_type', '=', 1).execute();
    const last = await inSession(await createPerson(services, 'superadmin'));
    await expect(close(last)).rejects.toMatchObject({ message: expect.stringContaining('last super admin') });
  });
  test('anonymises the person once after thirty days and makes sign-in permanently impossible', async () => {
    const who = await inSession(await createPerson(services, 'tenant'));
    await close(who);
    await planNotificationDelivery(services, { event: 'policy.published', to: { personId: who.id }, params: { title: 'x' }, key: `left:${who.id}` });
    expect(await everyTraceOf(who.email)).toContain('notification_delivery');
    expect(await anonymiseDueAccounts(db())).toBe(0);
    await db()
      .updateTable('person')
      .set({ closing_at: new Date(Date.now() - 1000) })
      .where('id', '=', who.id)
      .execute();
    expect([await anonymiseDueAccounts(db()), await anonymiseDueAccounts(db())]).toEqual([1, 0]);
    const row = await db().selectFrom('person').selectAll().where('id', '=', who.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: 'Closed account', phone: null, is_active: false });
    expect(await everyTraceOf(who.email)).toEqual([]);
    expect(row.email).not.toContain('makao');
    expect(await signIn(db(), services.auth, testRequestOrigin, { email: who.email, password: testPassword, remember: true })).toMatchObject({
      ok: false,
      error: 'CredentialsSignin',
    });
  });
  test("a person's data export contains the stored data without secrets", async () => {
    const who = await inSession(await createPerson(services, 'dealer'));
    const text = JSON.stringify(await asked(who, (ctx) => safety.exportOwn(ctx, {})));
    expect(text).toContain(who.email);
    for (const part of ['favourites', 'saved_searches', 'enquiries', 'reviews', 'notification_preferences']) expect(text).toContain(`"${part}":`);
    for (const secret of ['password"', 'token', 'code_hash', 'recovery']) expect(text).not.toContain(secret);
  });
});

describe('onboarding', () => {
  const onboard = async (user_type: number, details: Record<string, unknown>) => {
    const who = await createPerson(services, 'default');
    await db().updateTable('person').set({ onboarding: true }).where('id', '=', who.id).execute();
    await asked(who, (ctx) =>
      identityService(services).onboard(ctx, { user_type, name: 'Wanjiku', phone: '0712345678', company: '', details, agreed: [] }),
    );
    return db()
      .selectFrom('person')
      .innerJoin('person_profile', 'person_id', 'person.id')
      .leftJoin('company', 'company.id', 'person.company_id')
      .select(['person.phone', 'person.region', 'user_type', 'company_id', 'person_profile.kind', 'details', 'company.region as company_region'])
      .where('person.id', '=', who.id)
      .executeTakeFirstOrThrow();
  };
  test('stores the details of each user type, phone numbers in E.164 format, and the requested county without assigning the county', async () => {
    expect(await onboard(0, { budget_cents: 2_500_000, areas: ['047'] })).toMatchObject({
      kind: 'tenant',
      company_id: null,
      phone: '+254712345678',
      details: { budget_cents: 2_500_000, areas: ['047'] },
    });
    expect(await onboard(4, { payout: { by: 'mpesa', phone: '0112 345 678' }, kra_pin: 'a123456789z' })).toMatchObject({
      kind: 'owner',
      details: { payout: { by: 'mpesa', phone: '+254112345678' }, kra_pin: 'A123456789Z' },
    });
    expect(await onboard(5, { earb: '2871', areas: ['047', '001'] })).toMatchObject({ kind: 'agent', details: { earb: '2871' } });
    expect(await onboard(7, { region: '001' })).toMatchObject({
      kind: 'dealer',
      details: { region: '001' },
      region: null,
      company_region: null,
    });
    expect(await onboard(5, { earb: '2872', areas: ['030', '001'] })).toMatchObject({ region: null, company_region: null });
  });
  test('reports each invalid value at its field', async () => {
    await expect(onboard(5, { areas: ['047'] })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { 'details.earb': expect.any(String) } },
    });
    await expect(onboard(4, { payout: { by: 'bank', bank: '99', account: '1', name: 'x' } })).rejects.toMatchObject({
      extra: { fields: { 'details.payout[bank]': expect.any(String) } },
    });
  });
});
