import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import * as people from './service.ts';

let services: TestServices;
beforeAll(async () => {
  services = await createTestServices();
});
/** A super admin who has had the role for years. */
async function createEstablished(on = services): Promise<TestPerson> {
  const person = await createPerson(on, 'superadmin');
  await makeAccountsEstablished(on, person);
  return person;
}
/** Sets the day since which a person has their role. */
const hasRoleFor = (who: TestPerson, days: number) =>
  services.database.db
    .updateTable('person')
    .set({ role_since: new Date(Date.now() - days * 24 * 3_600_000) })
    .where('id', '=', who.id)
    .execute();
const active = async (who: TestPerson) =>
  (await services.database.db.selectFrom('person').select(['is_active', 'closed_at']).where('id', '=', who.id).executeTakeFirstOrThrow()).is_active;

test('super admin account: disabling or deleting needs a request and a confirmation by another super admin', async () => {
  const [first, second, third] = [await createEstablished(), await createEstablished(), await createEstablished()];
  const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
  const alone = (user_id: number) => as(first, (ctx) => people.changeActive(ctx, { user_id, is_active: false, reason: 'Left the house' }));
  await expect(alone(third.id)).rejects.toMatchObject({ failure: 'conflict' });
  const user_code = (await services.database.db.selectFrom('person').select('code').where('id', '=', third.id).executeTakeFirstOrThrow()).code;
  await expect(as(first, (ctx) => people.remove(ctx, { user_id: third.id, user_code }))).rejects.toMatchObject({ failure: 'conflict' });
  const ask = () => as(first, (ctx) => people.askSuperadmin(ctx, { user_id: third.id, act: 'disable', reason: 'Left the house' }));
  const { request } = await ask();
  expect(request).toMatchObject({ act: 'disable', reason: 'Left the house', mine: true });
  await expect(ask()).rejects.toMatchObject({ failure: 'conflict' });
  expect(await active(third)).toBe(true);
  const settle = (who: TestPerson, agree: boolean, id = request?.id ?? 0) => as(who, (ctx) => people.settleRequest(ctx, { id, agree }));
  await expect(settle(first, true)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(settle(await createPerson(services, 'admin'), true)).rejects.toMatchObject({ failure: 'notFound' });
  await settle(second, true);
  expect(await active(third)).toBe(false);
  await expect(settle(second, true)).rejects.toMatchObject({ failure: 'notFound' });
});

test('super admin: cannot confirm a request about another super admin in the first days after accepting the invitation', async () => {
  const [first, made, third] = [await createEstablished(), await createEstablished(), await createEstablished()];
  await hasRoleFor(made, 6);
  const ask = async (user_id: number) =>
    (await runAsPerson(services, first, (ctx) => people.askSuperadmin(ctx, { user_id, act: 'disable', reason: 'Not ours' }))).request?.id ?? 0;
  const settle = (id: number) => runAsPerson(services, made, (ctx) => people.settleRequest(ctx, { id, agree: true }));
  const about = await ask(third.id);
  await expect(settle(about)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await active(third)).toBe(true);
  await hasRoleFor(made, 8);
  await settle(about);
  expect(await active(third)).toBe(false);
});

test('super admin: cannot request their own removal, but can confirm a removal requested by another super admin, even with a new account', async () => {
  const [first, made] = [await createEstablished(), await createPerson(services, 'superadmin')];
  const ask = (by: TestPerson) =>
    runAsPerson(services, by, (ctx) => people.askSuperadmin(ctx, { user_id: made.id, act: 'disable', reason: 'Changes to another company' }));
  await expect(ask(made)).rejects.toMatchObject({ failure: 'forbidden' });
  const at = new Date();
  await services.database.db
    .insertInto('invitation')
    .values({ kind: 'superadmin', inviter_id: first.id, email: `${made.id}@makao.test`, accepted_by: made.id, accepted_at: at, expires_at: at })
    .execute();
  const id = (await ask(first)).request?.id ?? 0;
  const settle = (who: TestPerson) => runAsPerson(services, who, (ctx) => people.settleRequest(ctx, { id, agree: true }));
  await expect(settle(first)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await active(made)).toBe(true);
  await settle(made);
  expect(await active(made)).toBe(false);
});

test('new super admin: cannot request a removal, and a request made while new cannot be confirmed later', async () => {
  const [first, made, third] = [await createEstablished(), await createEstablished(), await createEstablished()];
  const ask = async () =>
    (await runAsPerson(services, made, (ctx) => people.askSuperadmin(ctx, { user_id: third.id, act: 'disable', reason: 'Not ours' }))).request?.id ??
    0;
  const settle = (who: TestPerson, id: number) => runAsPerson(services, who, (ctx) => people.settleRequest(ctx, { id, agree: true }));
  const about = await ask();
  await hasRoleFor(made, 6);
  await expect(settle(first, about)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await active(third)).toBe(true);
  await runAsPerson(services, first, (ctx) => people.settleRequest(ctx, { id: about, agree: false }));
  await expect(ask()).rejects.toMatchObject({ failure: 'forbidden' });
  await hasRoleFor(made, 8);
  await settle(first, await ask());
  expect(await active(third)).toBe(false);
});

test('super admin account: a withdrawn deletion request has no effect', async () => {
  const [first, second] = [await createEstablished(), await createPerson(services, 'superadmin')];
  const asked = await runAsPerson(services, first, (ctx) =>
    people.askSuperadmin(ctx, { user_id: second.id, act: 'delete', reason: 'A mistake of mine' }),
  );
  await runAsPerson(services, first, (ctx) => people.settleRequest(ctx, { id: asked.request?.id ?? 0, agree: false }));
  expect(await active(second)).toBe(true);
});

test('super admins: if two disable each other at the same moment, one account stays active', async () => {
  const alone = await createTestServices();
  const [a, b] = [await createEstablished(alone), await createEstablished(alone)];
  const ask = async (by: TestPerson, user_id: number) =>
    (await runAsPerson(alone, by, (ctx) => people.askSuperadmin(ctx, { user_id, act: 'disable', reason: 'Asked by phone' }))).request?.id ?? 0;
  const asked = [await ask(a, b.id), await ask(b, a.id)] as const;
  // Each super admin confirms the other's request at the same moment.
  const off = (by: TestPerson, id: number) => runAsPerson(alone, by, (ctx) => people.settleRequest(ctx, { id, agree: true }));
  const outcomes = await Promise.allSettled([off(b, asked[0]), off(a, asked[1])]);
  expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await alone.database.db.selectFrom('person').select('id').where('user_type', '=', 1).where('is_active', '=', true).execute()).toHaveLength(
    1,
  );
});
