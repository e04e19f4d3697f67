import { beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import * as people from './service.ts';

let house: House;
beforeAll(async () => {
  house = await freshHouse();
});
const active = async (who: Somebody) =>
  (await house.database.db.selectFrom('person').select(['is_active', 'closed_at']).where('id', '=', who.id).executeTakeFirstOrThrow()).is_active;

test('disabling or deleting a superadmin takes two: one asks, another confirms, and it stands open until then', async () => {
  const [first, second, third] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  const as = <T>(who: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who, work);
  const alone = (user_id: number) => as(first, (ctx) => people.changeActive(ctx, { user_id, is_active: false, reason: 'Left the house' }));
  await expect(alone(third.id)).rejects.toMatchObject({ failure: 'conflict' });
  const user_code = (await house.database.db.selectFrom('person').select('code').where('id', '=', third.id).executeTakeFirstOrThrow()).code;
  await expect(as(first, (ctx) => people.remove(ctx, { user_id: third.id, user_code }))).rejects.toMatchObject({ failure: 'conflict' });
  const ask = () => as(first, (ctx) => people.askSuperadmin(ctx, { user_id: third.id, act: 'disable', reason: 'Left the house' }));
  const { request } = await ask();
  expect(request).toMatchObject({ act: 'disable', reason: 'Left the house', mine: true });
  await expect(ask()).rejects.toMatchObject({ failure: 'conflict' });
  expect(await active(third)).toBe(true);
  const settle = (who: Somebody, agree: boolean, id = request?.id ?? 0) => as(who, (ctx) => people.settleRequest(ctx, { id, agree }));
  await expect(settle(first, true)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(settle(await somebody(house, 'admin'), true)).rejects.toMatchObject({ failure: 'notFound' });
  await settle(second, true);
  expect(await active(third)).toBe(false);
  await expect(settle(second, true)).rejects.toMatchObject({ failure: 'notFound' });
});

test('who was made a superadmin a moment ago agrees to nothing about another, but may go themselves', async () => {
  const [first, made, third] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  // Invited by another than who asks or agrees: an invitation between the two bars longer (server/approval).
  const inviter = await somebody(house, 'superadmin');
  const invited = (at: Date) =>
    house.database.db
      .insertInto('invitation')
      .values({ kind: 'superadmin', inviter_id: inviter.id, email: `${made.id}@makao.test`, accepted_by: made.id, accepted_at: at, expires_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
  const row = await invited(new Date());
  const ask = async (user_id: number) =>
    (await inTransaction(house, first, (ctx) => people.askSuperadmin(ctx, { user_id, act: 'disable', reason: 'Not ours' }))).request?.id ?? 0;
  const settle = (id: number) => inTransaction(house, made, (ctx) => people.settleRequest(ctx, { id, agree: true }));
  const about = await ask(third.id);
  await expect(settle(about)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await active(third)).toBe(true);
  await house.database.db
    .updateTable('invitation')
    .set({ accepted_at: new Date(Date.now() - 8 * 24 * 3_600_000) })
    .where('id', '=', row.id)
    .execute();
  await settle(about);
  expect(await active(third)).toBe(false);
});

test('who was made a superadmin a moment ago does not ask either, and what they asked before nobody agrees to until they are settled', async () => {
  const [first, made, third] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  // Invited by another than who asks or agrees: an invitation between the two bars longer (server/approval).
  const inviter = await somebody(house, 'superadmin');
  const ask = async () =>
    (await inTransaction(house, made, (ctx) => people.askSuperadmin(ctx, { user_id: third.id, act: 'disable', reason: 'Not ours' }))).request?.id ??
    0;
  const settle = (who: Somebody, id: number) => inTransaction(house, who, (ctx) => people.settleRequest(ctx, { id, agree: true }));
  const about = await ask();
  const at = new Date();
  await house.database.db
    .insertInto('invitation')
    .values({ kind: 'superadmin', inviter_id: inviter.id, email: `${made.id}@makao.test`, accepted_by: made.id, accepted_at: at, expires_at: at })
    .execute();
  await expect(settle(first, about)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await active(third)).toBe(true);
  await inTransaction(house, first, (ctx) => people.settleRequest(ctx, { id: about, agree: false }));
  await expect(ask()).rejects.toMatchObject({ failure: 'forbidden' });
  await house.database.db
    .updateTable('invitation')
    .set({ accepted_at: new Date(Date.now() - 8 * 24 * 3_600_000) })
    .where('accepted_by', '=', made.id)
    .execute();
  await settle(first, await ask());
  expect(await active(third)).toBe(false);
});

test('what was asked can be let be, and then nothing happens', async () => {
  const [first, second] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  const asked = await inTransaction(house, first, (ctx) =>
    people.askSuperadmin(ctx, { user_id: second.id, act: 'delete', reason: 'A mistake of mine' }),
  );
  await inTransaction(house, first, (ctx) => people.settleRequest(ctx, { id: asked.request?.id ?? 0, agree: false }));
  expect(await active(second)).toBe(true);
});

test('two superadmins who switch each other off at the same moment: one stays', async () => {
  const alone = await freshHouse();
  const [a, b] = [await somebody(alone, 'superadmin'), await somebody(alone, 'superadmin')];
  const ask = async (by: Somebody, user_id: number) =>
    (await inTransaction(alone, by, (ctx) => people.askSuperadmin(ctx, { user_id, act: 'disable', reason: 'Asked by phone' }))).request?.id ?? 0;
  const asked = [await ask(a, b.id), await ask(b, a.id)] as const;
  // Each agrees to what the other asked about them.
  const off = (by: Somebody, id: number) => inTransaction(alone, by, (ctx) => people.settleRequest(ctx, { id, agree: true }));
  const outcomes = await Promise.allSettled([off(b, asked[0]), off(a, asked[1])]);
  expect(outcomes.map((o) => o.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await alone.database.db.selectFrom('person').select('id').where('user_type', '=', 1).where('is_active', '=', true).execute()).toHaveLength(
    1,
  );
});
