import { describe, expect, test } from 'vitest';
import { pendingTaskKinds } from '#contract/home/pending-tasks.ts';
import { addDays } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { registerModules } from '#server/modules.ts';
import {
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  endTenancy,
  giveNotice,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createPerson, makeAccountsEstablished } from '#test/people.ts';
import { tenancyPendingTasks } from '../pending-tasks.ts';
import * as tenancy from '../service.ts';

registerModules();
setUpTenancyTests();

const day = addDays(startDay, 14);
const order = (id: number, on = day) => giveNotice(id, on, { kind: 'order', reason: 'Order 12 of 2027' });
const object = (id: number, by = ashaUser) => runAs(by, (ctx) => tenancy.objectToNotice(ctx, { id, reason: 'I know of no order' }));
const end = (id: number, kind: string) => endTenancy(id, { kind, reason: 'Order 12 of 2027' });
const review = (id: number) => runAs(testPlace.owner, (ctx) => tenancy.requestObjectionReview(ctx, { id, reason: 'The order is attached' }));
async function decide(id: number, approve: boolean) {
  const admin = await createPerson(testServices, 'admin');
  await makeAccountsEstablished(testServices, admin);
  const { id: request } = await testServices.database.db
    .selectFrom('approval_request')
    .select('id')
    .where('subject_id', '=', id)
    .where('status', '=', 'asked')
    .executeTakeFirstOrThrow();
  return runAs(admin, (ctx) => decideApprovalRequest(testServices)(ctx, { id: request, approve, reason: 'I read the order' }));
}

describe('order against a tenant with an account', () => {
  test('gives 14 days to object, whatever document is uploaded', async () => {
    const { id } = await createActiveTenancy();
    for (const on of [startDay, addDays(startDay, 13)])
      await expect(order(id, on)).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('15 March 2027') } } });
    expect(await order(id)).toMatchObject({ leaving_on: day });
    expect(await countQueuedNotifications('tenancy.leaving_written', id)).toBe(1);
    const theirs = await readTenancy(id, ashaUser);
    expect(theirs.acts).toContain('object_leaving');
    expect(JSON.stringify(theirs.leaving)).not.toContain('file_id');
    await setTestDay(day);
    expect(await end(id, 'order')).toMatchObject({ status: 4 });
  });

  test('cannot end the tenancy after an objection until the platform confirms the order', async () => {
    const { id } = await createActiveTenancy();
    await order(id);
    await expect(object(id, testPlace.owner)).rejects.toMatchObject({ failure: 'notFound' });
    const said = await object(id);
    expect(said).toMatchObject({ leaving: { objection: { state: 'open', reason: 'I know of no order' } } });
    expect(said.acts).toContain('withdraw_objection');
    expect(await countQueuedNotifications('tenancy.leaving_objected', id)).toBe(1);
    await expect(object(id)).rejects.toMatchObject({ failure: 'conflict' });
    await setTestDay(day);
    expect((await readTenancy(id)).acts).not.toContain('end');
    await expect(end(id, 'order')).rejects.toMatchObject({ failure: 'conflict' });
    await expect(order(id, addDays(day, 20))).rejects.toMatchObject({ failure: 'conflict' });
    expect((await readTenancy(id)).acts).toContain('review_objection');
    expect(await review(id)).toMatchObject({ leaving: { objection: { state: 'reviewing' } } });
    await expect(end(id, 'order')).rejects.toMatchObject({ failure: 'conflict' });
    await decide(id, false);
    expect(await readTenancy(id)).toMatchObject({ leaving: { objection: { state: 'open' } } });
    expect(await countQueuedNotifications('tenancy.objection_upheld', id)).toBe(2);
    await review(id);
    await decide(id, true);
    expect(await readTenancy(id, ashaUser)).toMatchObject({ leaving: { objection: { state: 'overruled' } } });
    expect(await countQueuedNotifications('tenancy.objection_overruled', id)).toBe(2);
    await expect(object(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await end(id, 'order')).toMatchObject({ status: 4 });
  });

  test('the review changes nothing if the move-out was cancelled in the meantime', async () => {
    const { id } = await createActiveTenancy();
    await order(id);
    await object(id);
    await review(id);
    await runAs(testPlace.owner, (ctx) => tenancy.cancelNotice(ctx, { id, reason: 'they stay' }));
    await expect(decide(id, true)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await readTenancy(id)).toMatchObject({ leaving: null, leaving_on: null });
  });
});

test('notice with an objection: the tenancy ends only after the tenant withdraws the objection, and the platform does not review it', async () => {
  const { id } = await createActiveTenancy();
  const last = addDays(startDay, 30);
  await giveNotice(id, last);
  await object(id);
  await setTestDay(last);
  await expect(end(id, 'notice')).rejects.toMatchObject({ failure: 'conflict' });
  await expect(review(id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await runAs(ashaUser, (ctx) => tenancy.withdrawObjection(ctx, { id }))).toMatchObject({ leaving: { objection: null } });
  expect(await countQueuedNotifications('tenancy.objection_off', id)).toBe(1);
  expect(await end(id, 'notice')).toMatchObject({ status: 4 });
});

test('end of a term that continues month to month: the manager cannot record it as the end of the tenancy', async () => {
  const { id } = await createActiveTenancy({ startsOn: addDays(startDay, -100), endsOn: startDay });
  await expect(giveNotice(id, startDay, { kind: 'expired' })).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
  const stops = await createActiveTenancy({ startsOn: addDays(startDay, -100), endsOn: startDay, holdover: 'stop' });
  expect(await giveNotice(stops.id, startDay, { kind: 'expired' })).toMatchObject({ leaving_on: startDay });
});

test('open objection: is a pending task of the manager, which opens the list of these tenancies', async () => {
  const { id } = await createActiveTenancy();
  await giveNotice(id, addDays(startDay, 40));
  const task = () => runAs(testPlace.owner, async (ctx) => tenancyPendingTasks.objections?.(ctx));
  expect(await task()).toMatchObject({ count: 0 });
  await object(id);
  expect(await task()).toMatchObject({ count: 1 });
  const listed = await runAs(testPlace.owner, (ctx) =>
    tenancy.list(ctx, { page: 1, page_size: 10, sort: '-created_at', tabs: false, z_filter: pendingTaskKinds.objections.filter }),
  );
  expect(listed).toMatchObject({ count: 1, results: [{ id }] });
});
