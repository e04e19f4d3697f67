import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { abuseService } from './service.ts';

let services: TestServices;
let [admin, second, superadmin, tenant, near, far]: TestPerson[] = [];
const calls = () => abuseService(services);
const paged = { page: 1, page_size: 50 };
const person = (who: TestPerson | undefined): TestPerson => {
  if (!who) throw new Error('nobody');
  return who;
};

/** Creates a report about a listing in Nairobi and returns its id and the head of the company. */
async function reported() {
  const at = await createOwnerWithUnit(services);
  const listing = await addListing(services, at, {});
  const { code } = await runAsPerson(services, person(tenant), (ctx) =>
    calls().report(ctx, { target: 'listing', target_id: listing, reason: 'viewing_fee', body: 'They asked for money to see it', contact: '' }),
  );
  const { db } = services.database;
  const { id } = await db.selectFrom('abuse_report').select('id').where('code', '=', code).executeTakeFirstOrThrow();
  await db.updateTable('abuse_report').set({ region: '047' }).where('id', '=', id).execute();
  return { id, code, listing, property: at.property, owner: at.owner };
}
const act = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who ?? null, work);
const close = (who: TestPerson | undefined, id: number, action: 'none' | 'stall' | 'pause' = 'none') =>
  act(who, (ctx) => calls().close(ctx, { id, outcome: 'upheld', action, decision: 'The receipts were false' }));
const appeal = (who: TestPerson, id: number) => act(who, (ctx) => calls().appeal(ctx, { id, appeal: 'The receipts were overlooked' }));
const decide = (who: TestPerson | undefined, id: number, appeal_outcome: 'kept' | 'lifted') =>
  act(who, (ctx) => calls().decideAppeal(ctx, { id, appeal_outcome, appeal_decision: 'Read once more' }));
const refused = (failure: string) => expect.objectContaining({ failure });

beforeAll(async () => {
  services = await createTestServices();
  const made: TestPerson[] = [];
  for (const role of ['admin', 'admin', 'superadmin', 'tenant', 'subadmin', 'subadmin'] as const) made.push(await createPerson(services, role));
  const regions = [null, null, null, null, '047', '001'];
  for (const [at, who] of made.entries())
    if (regions[at]) await services.database.db.updateTable('person').set({ region: regions[at] }).where('id', '=', who.id).execute();
  [admin, second, superadmin, tenant, near, far] = await Promise.all(made.map((who) => reloadTestPerson(services, who)));
});
beforeEach(() => services.database.db.deleteFrom('throttle').execute());

describe('complaint: assignment', () => {
  test('offers as handlers only admins and the sub admin of the county', async () => {
    const { id } = await reported();
    const offered = (await calls().listHandlers(createTestCtx(services, person(admin)), { id })).results.map((one) => one.id);
    expect(offered).toEqual(expect.arrayContaining([admin?.id, second?.id, superadmin?.id, near?.id]));
    expect(offered).not.toContain(far?.id);
    await expect(act(admin, (ctx) => calls().assign(ctx, { id, person_id: far?.id ?? 0 }))).rejects.toEqual(refused('invalid'));
  });
  test('notifies the handler and the reported owner, and lets the handler open the complaint', async () => {
    const { id, owner } = await reported();
    await act(admin, (ctx) => calls().assign(ctx, { id, person_id: near?.id ?? 0 }));
    expect((await listSentNotifications(services, 'abuse.assigned')).at(-1)).toMatchObject({
      to: { personId: near?.id },
      page: `/dashboard/subadmin/abuse_reports/${id}`,
    });
    expect((await listSentNotifications(services, 'abuse.about_you')).map((one) => one.to.personId)).toContain(owner.id);
    expect((await calls().details(createTestCtx(services, person(near)), { id })).handler?.id).toBe(near?.id);
    await expect(calls().details(createTestCtx(services, person(far)), { id })).rejects.toEqual(refused('notFound'));
  });
});

describe('complaint: access of complainant and reported owner', () => {
  test("the reported owner can answer an open complaint once, without seeing the complainant or the complaint's text", async () => {
    const { id, owner } = await reported();
    const [row] = (await calls().listAgainstCompany(createTestCtx(services, owner), paged)).results;
    expect(row).toMatchObject({ id, may_answer: true, may_appeal: false });
    expect(JSON.stringify(row)).not.toMatch(/money to see it|reporter|tenant/);
    const answer = () => act(owner, (ctx) => calls().answer(ctx, { id, answer: 'The fee was never asked for by us' }));
    await answer();
    await expect(answer()).rejects.toEqual(refused('wrongState'));
    expect((await calls().details(createTestCtx(services, person(admin)), { id })).answer).toContain('never asked');
  });
  test('after the complainant withdraws a complaint, the reported owner can no longer see the complaint', async () => {
    const { id, owner } = await reported();
    const mine = async () => (await calls().listOwn(createTestCtx(services, person(tenant)), paged)).results.find((one) => one.id === id);
    expect(await mine()).toMatchObject({ status: 'pending', may_revoke: true });
    await act(tenant, (ctx) => calls().revoke(ctx, { id }));
    expect(await mine()).toMatchObject({ status: 'revoked', may_revoke: false });
    expect((await calls().listAgainstCompany(createTestCtx(services, owner), paged)).count).toBe(0);
  });
  test('other owners, agents, dealers and tenants cannot see the complaint', async () => {
    const { id } = await reported();
    for (const role of ['owner', 'agent', 'dealer'] as const) {
      const stranger = await createPerson(services, role);
      expect((await calls().listAgainstCompany(createTestCtx(services, stranger), paged)).count).toBe(0);
      await expect(act(stranger, (ctx) => calls().answer(ctx, { id, answer: 'Not mine to answer' }))).rejects.toEqual(refused('notFound'));
      await expect(appeal(stranger, id)).rejects.toEqual(refused('notFound'));
    }
    const other = await createPerson(services, 'tenant');
    expect((await calls().listOwn(createTestCtx(services, other), paged)).count).toBe(0);
  });
});

describe('complaint: appeal', () => {
  test('only one appeal is allowed, another admin decides the appeal, and lifting the decision unfreezes the property', async () => {
    const { id, owner, property } = await reported();
    await expect(appeal(owner, id)).rejects.toEqual(refused('wrongState'));
    await close(admin, id, 'stall');
    await appeal(owner, id);
    await expect(appeal(owner, id)).rejects.toEqual(refused('wrongState'));
    const asked = (await listSentNotifications(services, 'abuse.appealed')).map((one) => one.to.personId);
    expect(asked).toEqual(expect.arrayContaining([second?.id, superadmin?.id]));
    expect(asked).not.toContain(admin?.id);
    expect((await calls().details(createTestCtx(services, person(admin)), { id })).may_decide_appeal).toBe(false);
    await expect(decide(admin, id, 'kept')).rejects.toEqual(refused('forbidden'));
    expect((await decide(second, id, 'lifted')).appeal_outcome).toBe('lifted');
    const { stalled } = await services.database.db.selectFrom('property').select('stalled').where('id', '=', property).executeTakeFirstOrThrow();
    expect(stalled).toBe(false);
    await expect(decide(superadmin, id, 'kept')).rejects.toEqual(refused('wrongState'));
    expect((await listSentNotifications(services, 'abuse.appeal_decided')).at(-1)?.to.personId).toBe(owner.id);
  });
  test('lifting a decision resumes the paused listing, unless another decision still pauses the listing', async () => {
    const { id, owner, listing } = await reported();
    const state = () =>
      services.database.db.selectFrom('listing').select(['status', 'paused_by']).where('id', '=', listing).executeTakeFirstOrThrow();
    expect(await state()).toMatchObject({ status: 'live' });
    await close(admin, id, 'pause');
    expect(await state()).toEqual({ status: 'paused', paused_by: 'platform' });
    await appeal(owner, id);
    const same = await services.database.db
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
    await services.database.db
      .updateTable('abuse_report')
      .set({ closed_by: person(admin).id, closed_at: new Date(), appealed_at: new Date(), appeal: 'Heard once' })
      .where('id', '=', same.id)
      .execute();
    await decide(second, same.id, 'lifted');
    expect(await state()).toEqual({ status: 'live', paused_by: null });
    expect((await listSentNotifications(services, 'listing.live')).length).toBeGreaterThan(0);
  });
  test('a super admin can decide an appeal against the decision of an admin', async () => {
    const { id, owner } = await reported();
    await close(admin, id);
    await appeal(owner, id);
    expect((await decide(superadmin, id, 'kept')).appeal_outcome).toBe('kept');
    expect((await listSentNotifications(services, 'abuse.outcome')).at(-1)).toMatchObject({
      to: { personId: tenant?.id },
      page: '/dashboard/tenant/my_reports',
    });
  });
});

test('complaint: shows earlier complaints about the same company with their outcomes', async () => {
  const first = await reported();
  await close(admin, first.id);
  const again = await reported();
  const { db } = services.database;
  await db
    .updateTable('property')
    .set({ company_id: first.owner.me.companyId ?? 0 })
    .where('id', '=', again.property)
    .execute();
  const { history } = await calls().details(createTestCtx(services, person(admin)), { id: again.id });
  expect(history).toMatchObject({ count: 1, upheld: 1, results: [{ id: first.id, outcome: 'upheld' }] });
});
