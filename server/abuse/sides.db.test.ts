import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { asNow, ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addListing, place } from '#test/worlds/market.ts';
import { abuseService } from './service.ts';

let house: House;
let [admin, second, superadmin, tenant, near, far]: Somebody[] = [];
const calls = () => abuseService(house);
const paged = { page: 1, page_size: 50 };
const person = (who: Somebody | undefined): Somebody => {
  if (!who) throw new Error('nobody');
  return who;
};

/** A report about a listing in Nairobi, its number and whoever leads the company. */
async function reported() {
  const at = await place(house);
  const listing = await addListing(house, at, {});
  const { code } = await inTransaction(house, person(tenant), (ctx) =>
    calls().report(ctx, { target: 'listing', target_id: listing, reason: 'viewing_fee', body: 'They asked for money to see it', contact: '' }),
  );
  const { db } = house.database;
  const { id } = await db.selectFrom('abuse_report').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  await db.updateTable('abuse_report').set({ region: '047' }).where('id', '=', id).execute();
  return { id, code, listing, property: at.property, owner: at.owner };
}
const act = <T>(who: Somebody | undefined, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, who ?? null, work);
const close = (who: Somebody | undefined, id: number, action: 'none' | 'stall' | 'pause' = 'none') =>
  act(who, (ctx) => calls().close(ctx, { id, outcome: 'upheld', action, decision: 'The receipts were false' }));
const appeal = (who: Somebody, id: number) => act(who, (ctx) => calls().appeal(ctx, { id, appeal: 'The receipts were overlooked' }));
const decide = (who: Somebody | undefined, id: number, appeal_outcome: 'kept' | 'lifted') =>
  act(who, (ctx) => calls().decideAppeal(ctx, { id, appeal_outcome, appeal_decision: 'Read once more' }));
const refused = (failure: string) => expect.objectContaining({ failure });

beforeAll(async () => {
  house = await freshHouse();
  const made: Somebody[] = [];
  for (const role of ['admin', 'admin', 'superadmin', 'tenant', 'subadmin', 'subadmin'] as const) made.push(await somebody(house, role));
  const regions = [null, null, null, null, '047', '001'];
  for (const [at, who] of made.entries())
    if (regions[at]) await house.database.db.updateTable('person').set({ region: regions[at] }).where('id', '=', who.id).execute();
  [admin, second, superadmin, tenant, near, far] = await Promise.all(made.map((who) => asNow(house, who)));
});
beforeEach(() => house.database.db.deleteFrom('throttle').execute());

describe('who looks into it', () => {
  test('only those who see the report are offered: admins, and the subadmin of its county', async () => {
    const { id } = await reported();
    const offered = (await calls().handlers(ctxOf(house, person(admin)), { id })).results.map((one) => one.id);
    expect(offered).toEqual(expect.arrayContaining([admin?.id, second?.id, superadmin?.id, near?.id]));
    expect(offered).not.toContain(far?.id);
    await expect(act(admin, (ctx) => calls().assign(ctx, { id, person_id: far?.id ?? 0 }))).rejects.toEqual(refused('invalid'));
  });
  test('whoever is given it is told and opens it; the reported side is told that it may answer', async () => {
    const { id, owner } = await reported();
    await act(admin, (ctx) => calls().assign(ctx, { id, person_id: near?.id ?? 0 }));
    expect((await told(house, 'abuse.assigned')).at(-1)).toMatchObject({
      to: { personId: near?.id },
      page: `/dashboard/subadmin/abuse_reports/${id}`,
    });
    expect((await told(house, 'abuse.about_you')).map((one) => one.to.personId)).toContain(owner.id);
    expect((await calls().details(ctxOf(house, person(near)), { id })).handler?.id).toBe(near?.id);
    await expect(calls().details(ctxOf(house, person(far)), { id })).rejects.toEqual(refused('notFound'));
  });
});

describe('both sides', () => {
  test('the reported side answers once while it is open, without reading who reported or what they wrote', async () => {
    const { id, owner } = await reported();
    const [row] = (await calls().against(ctxOf(house, owner), paged)).results;
    expect(row).toMatchObject({ id, may_answer: true, may_appeal: false });
    expect(JSON.stringify(row)).not.toMatch(/money to see it|reporter|tenant/);
    const answer = () => act(owner, (ctx) => calls().answer(ctx, { id, answer: 'The fee was never asked for by us' }));
    await answer();
    await expect(answer()).rejects.toEqual(refused('wrongState'));
    expect((await calls().details(ctxOf(house, person(admin)), { id })).answer).toContain('never asked');
  });
  test('the reporter follows it and takes it back; the other side then reads it no more', async () => {
    const { id, owner } = await reported();
    const mine = async () => (await calls().mine(ctxOf(house, person(tenant)), paged)).results.find((one) => one.id === id);
    expect(await mine()).toMatchObject({ status: 'pending', may_revoke: true });
    await act(tenant, (ctx) => calls().revoke(ctx, { id }));
    expect(await mine()).toMatchObject({ status: 'revoked', may_revoke: false });
    expect((await calls().against(ctxOf(house, owner), paged)).count).toBe(0);
  });
  test('strangers find nothing: another owner, another tenant, staff', async () => {
    const { id } = await reported();
    for (const role of ['owner', 'agent', 'dealer'] as const) {
      const stranger = await somebody(house, role);
      expect((await calls().against(ctxOf(house, stranger), paged)).count).toBe(0);
      await expect(act(stranger, (ctx) => calls().answer(ctx, { id, answer: 'Not mine to answer' }))).rejects.toEqual(refused('notFound'));
      await expect(appeal(stranger, id)).rejects.toEqual(refused('notFound'));
    }
    const other = await somebody(house, 'tenant');
    expect((await calls().mine(ctxOf(house, other), paged)).count).toBe(0);
  });
});

describe('an appeal', () => {
  test('once, against what went against them, decided by somebody other than who decided; lifted, the property is shown again', async () => {
    const { id, owner, property } = await reported();
    await expect(appeal(owner, id)).rejects.toEqual(refused('wrongState'));
    await close(admin, id, 'stall');
    await appeal(owner, id);
    await expect(appeal(owner, id)).rejects.toEqual(refused('wrongState'));
    const asked = (await told(house, 'abuse.appealed')).map((one) => one.to.personId);
    expect(asked).toEqual(expect.arrayContaining([second?.id, superadmin?.id]));
    expect(asked).not.toContain(admin?.id);
    expect((await calls().details(ctxOf(house, person(admin)), { id })).may_decide_appeal).toBe(false);
    await expect(decide(admin, id, 'kept')).rejects.toEqual(refused('forbidden'));
    expect((await decide(second, id, 'lifted')).appeal_outcome).toBe('lifted');
    const { stalled } = await house.database.db.selectFrom('property').select('stalled').where('id', '=', property).executeTakeFirstOrThrow();
    expect(stalled).toBe(false);
    await expect(decide(superadmin, id, 'kept')).rejects.toEqual(refused('wrongState'));
    expect((await told(house, 'abuse.appeal_decided')).at(-1)?.to.personId).toBe(owner.id);
  });
  test('lifted, a listing that was paused for it is live again; another decision keeps it paused', async () => {
    const { id, owner, listing } = await reported();
    const state = () => house.database.db.selectFrom('listing').select(['status', 'paused_by']).where('id', '=', listing).executeTakeFirstOrThrow();
    expect(await state()).toMatchObject({ status: 'live' });
    await close(admin, id, 'pause');
    expect(await state()).toEqual({ status: 'paused', paused_by: 'platform' });
    await appeal(owner, id);
    const same = await house.database.db
      .insertInto('abuse_report')
      .values({
        target: 'listing',
        listing_id: listing,
        reporter_key: 'from:another',
        reason: 'viewing_fee',
        body: 'Again',
        status: 'closed',
        outcome: 'upheld',
        action: 'pause',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await decide(second, id, 'lifted');
    expect(await state()).toEqual({ status: 'paused', paused_by: 'platform' });
    await house.database.db
      .updateTable('abuse_report')
      .set({ closed_by: person(admin).id, closed_at: new Date(), appealed_at: new Date(), appeal: 'Heard once' })
      .where('id', '=', same.id)
      .execute();
    await decide(second, same.id, 'lifted');
    expect(await state()).toEqual({ status: 'live', paused_by: null });
    expect((await told(house, 'listing.live')).length).toBeGreaterThan(0);
  });
  test('where one admin runs it alone a superadmin decides', async () => {
    const { id, owner } = await reported();
    await close(admin, id);
    await appeal(owner, id);
    expect((await decide(superadmin, id, 'kept')).appeal_outcome).toBe('kept');
    expect((await told(house, 'abuse.outcome')).at(-1)).toMatchObject({ to: { personId: tenant?.id }, page: '/dashboard/tenant/my_reports' });
  });
});

test('beside a report stands what was reported about the company before, and how it ended', async () => {
  const first = await reported();
  await close(admin, first.id);
  const again = await reported();
  const { db } = house.database;
  await db
    .updateTable('property')
    .set({ company_id: first.owner.me.companyId ?? 0 })
    .where('id', '=', again.property)
    .execute();
  const { history } = await calls().details(ctxOf(house, person(admin)), { id: again.id });
  expect(history).toMatchObject({ count: 1, upheld: 1, results: [{ id: first.id, outcome: 'upheld' }] });
});
