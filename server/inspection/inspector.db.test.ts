import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { listInspectionItems } from '#contract/inspection/kinds.ts';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import * as access from '#server/access/service.ts';
import { changeStatus } from '#server/people/service.ts';
import { setClock } from '#test/clock.ts';
import { createExampleProperty } from '#test/examples/examples-property.ts';
import { createInspectionFixture, firstDevice, secondDevice } from '#test/fixtures/inspection-fixture.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, reloadTestPerson, type TestPerson } from '#test/people.ts';
import { agreeDueInspections } from './answers.ts';
import { buildInspectionReportPdfDocument, renderInspectionReport } from './report.ts';

const { services, service, owner, admin, as, soon, refused, lived, planned, send, begin, submit, details, photo, wholeOf, sign } =
  await createInspectionFixture();
const db = () => services.database.db;

/** Asserts that the person can neither read nor change the inspection. */
async function shutFor(who: TestPerson, id: number, item: string) {
  const now = await reloadTestPerson(services, who);
  await expect(details(now, id)).rejects.toEqual(refused('notFound'));
  await expect(begin(id, now)).rejects.toEqual(refused('notFound'));
  await expect(send(id, [{ do: 'keys', count: 1 }], { who: now })).rejects.toEqual(refused('notFound'));
  await expect(photo(id, item, {}, now)).rejects.toEqual(refused('notFound'));
  await expect(submit(id, now)).rejects.toEqual(refused('notFound'));
}
const heard = async (who: TestPerson) => (await listSentNotifications(services, 'inspection.unassigned')).filter((one) => one.to.personId === who.id);

/** Creates staff with a role without permissions, whom the head of the company assigns. */
async function staffOf(boss: TestPerson): Promise<TestPerson> {
  const one = await createPerson(services, 'staff');
  const role = await db()
    .insertInto('staff_role')
    .values({ company_id: boss.me.companyId ?? 0, name: `Sent ${one.id}`, grants: ['property.read'] })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db().updateTable('person').set({ company_id: boss.me.companyId, staff_role_id: role.id }).where('id', '=', one.id).execute();
  return reloadTestPerson(services, one);
}

/* Inspectors keep access only as long as their role or mandate is in force. */

test("inspector: an agent loses access when the mandate ends, and the owner continues the inspection with the agent's answers", async () => {
  const agent = await createPerson(services, 'agent');
  const mandate = await db()
    .insertInto('mandate')
    .values({
      owner_company_id: owner.me.companyId ?? 0,
      agent_company_id: agent.me.companyId ?? 0,
      all_properties: true,
      grants: ['property.read', 'unit.read', 'tenancies.read', 'tenancies.create', 'tenancies.edit'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = await lived();
  const one = await planned(at);
  await db().updateTable('inspection').set({ inspector_id: agent.id, agent_company_id: agent.me.companyId }).where('id', '=', one.id).execute();
  const items = listInspectionItems(one.areas);
  const item = items[0]?.id ?? '';
  await begin(one.id, agent);
  await send(one.id, [{ do: 'answer', item, condition: 'poor', note: 'A crack' }], { who: agent });
  await as(owner, (ctx) => access.mandateEnd(ctx, { id: mandate.id }));
  await shutFor(agent, one.id, item);
  expect(await details(owner, one.id)).toMatchObject({
    status: 'in_progress',
    inspector: null,
    device: null,
    answers: [{ item, note: 'A crack' }],
  });
  // The person who ended the mandate is not notified; another head of the company would be.
  await send(one.id, [...wholeOf(one), sign], { device: secondDevice });
  expect(await details(owner, one.id)).toMatchObject({ inspector: { id: owner.id }, device: secondDevice });
  expect(await submit(one.id, owner, secondDevice)).toMatchObject({ status: 'submitted' });
});
test('inspector: dismissed staff are unassigned and lose access to open and submitted inspections, even if another company hires them', async () => {
  const staff = await staffOf(owner);
  const one = await planned(await lived(), { inspector_id: staff.id });
  const item = listInspectionItems(one.areas)[0]?.id ?? '';
  await begin(one.id, staff);
  await as(owner, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'Left' }));
  expect(await details(owner, one.id)).toMatchObject({ inspector: null });
  const second = await staffOf(owner);
  const two = await planned(await lived(), { inspector_id: second.id });
  await begin(two.id, second);
  await as(owner, (ctx) => access.staffRemove(ctx, { id: second.id }));
  await shutFor(second, two.id, item);
  // The inspector also loses read access to earlier submitted inspections.
  const third = await staffOf(owner);
  const three = await planned(await lived(), { inspector_id: third.id });
  await begin(three.id, third);
  await send(three.id, [...wholeOf(three), sign], { who: third });
  await submit(three.id, third);
  await as(owner, (ctx) => access.staffRemove(ctx, { id: third.id }));
  await shutFor(third, three.id, item);
  expect(await details(owner, three.id)).toMatchObject({ inspector: { id: third.id } });
  // Another company hires two of them, with every permission for inspections.
  const elsewhere = await createPerson(services, 'staff', ['property.read', 'unit.read', 'tenancies.read', 'tenancies.edit']);
  const role = await db().selectFrom('person').select(['company_id', 'staff_role_id']).where('id', '=', elsewhere.id).executeTakeFirstOrThrow();
  for (const [who, { id }] of [
    [second, two],
    [third, three],
  ] as const) {
    await db()
      .updateTable('person')
      .set({ ...role, user_type: userTypes.staff })
      .where('id', '=', who.id)
      .execute();
    expect((await reloadTestPerson(services, who)).me).toMatchObject({ role: 'staff', companyId: role.company_id });
    await shutFor(who, id, item);
  }
});
test('inspector: disabling a staff inspector notifies the company head of the unassigned inspection, and the inspector of the account status', async () => {
  const staff = await staffOf(owner);
  const one = await planned(await lived(), { inspector_id: staff.id });
  const before = (await heard(owner)).length;
  await as(owner, (ctx) => access.staffActive(ctx, { id: staff.id, is_active: false, reason: 'Left' }));
  expect((await heard(owner)).slice(before)).toMatchObject([{ params: { reason: 'the inspector lost their place' }, subject: one.code }]);
  // The inspector can no longer open the inspection, and is notified of the account status instead.
  expect(await heard(staff)).toEqual([]);
  const status = (await listSentNotifications(services, 'account.status_changed')).filter((sent) => sent.to.personId === staff.id);
  expect(status).toMatchObject([{ params: { status: 'disabled', reason: 'Left' } }]);
});
test('inspector: a dealer suspended by Makao cannot submit a verification, and an admin can continue the verification', async () => {
  const dealer = await createPerson(services, 'dealer');
  await db()
    .updateTable('company')
    .set({ region: '047' })
    .where('id', '=', dealer.me.companyId ?? 0)
    .execute();
  const { id } = await createExampleProperty(services, { company_id: owner.me.companyId ?? 0, status: 'pending_verification', units: 3 });
  const one = await as(admin, (ctx) => service.createVerification(ctx, { property_id: id, scheduled_at: soon(), inspector_id: dealer.id }));
  const ops: InspectionOperation[] = [
    ...(['exists', 'access', 'authority', 'pictures'] as const).map((what) => ({
      do: 'answer' as const,
      item: `property.${what}`,
      note: 'Looked at it',
      passed: true,
    })),
    { do: 'answer', item: 'property.units', passed: true, counted: 3 },
    { do: 'place', lat: -1.29, lng: 36.79, accuracy_m: 5000 },
  ];
  const now = await reloadTestPerson(services, dealer);
  await begin(one.id, now);
  await send(one.id, ops, { who: now });
  await photo(one.id, 'property.pictures', {}, now);
  await send(one.id, [sign], { who: now });
  const second = await createPerson(services, 'admin');
  await as(second, (ctx) => changeStatus(ctx, { state: 2, user_id: dealer.id, reason: 'Papers' }));
  await shutFor(dealer, one.id, 'property.pictures');
  expect(await heard(admin)).toHaveLength(1);
  expect(await details(second, one.id)).toMatchObject({ status: 'in_progress', inspector: null });
  await as(second, (ctx) => service.acquireEditLock(ctx, { id: one.id, device: firstDevice }));
  expect(await details(second, one.id)).toMatchObject({ inspector: { id: second.id } });
});

describe('inspection photos sent late', () => {
  const done = async () => {
    const one = await planned(await lived());
    await begin(one.id);
    await send(one.id, [...wholeOf(one), sign]);
    await submit(one.id);
    return { id: one.id, item: listInspectionItems(one.areas)[0]?.id ?? '' };
  };
  test('are logged, notified to the tenant and marked as unsigned in the report; an agreed report rejects photos made later', async () => {
    const { id, item } = await done();
    expect(await photo(id, item, { taken_at: '2020-01-01T00:00:00Z' })).toMatchObject({ late: true, arrived_at: expect.any(String) });
    expect((await photo(id, item, { taken_at: '2020-01-01T00:00:00Z' })).taken_at).not.toContain('2020');
    expect((await listSentNotifications(services, 'inspection.photo_late')).length).toBeGreaterThan(0);
    const logged = await db().selectFrom('audit_log').select('reason').where('document', '=', 'inspection').where('record_id', '=', id).execute();
    expect(logged.map((row) => row.reason)).toContain('a photo came after it was handed in');
    const paper = JSON.stringify(buildInspectionReportPdfDocument(await details(owner, id), new Map()).parts);
    expect(paper.match(/after the report was sent\. Not signed/g)).toHaveLength(2);
    expect(paper).not.toContain('2020');
    await setClock(services, new Date(clock.ms() + 10 * dayMs).toISOString());
    await agreeDueInspections(db());
    await setClock(services, null);
    expect(await details(owner, id)).toMatchObject({ status: 'agreed' });
    await expect(photo(id, item)).rejects.toEqual(refused('wrongState'));
    await expect(photo(id, item, { taken_at: clock.now().toISOString() })).rejects.toEqual(refused('wrongState'));
    // A phone may have been offline until now: photos taken before the submission are accepted.
    const then = (await details(owner, id)).submitted_at ?? '';
    expect(await photo(id, item, { taken_at: new Date(Date.parse(then) - 60_000).toISOString() })).toMatchObject({ late: true });
  });
});

test('inspection photo: is rejected with too many pixels, accepted with 39 megapixels, and decoded only once for the report', async () => {
  const one = await planned(await lived());
  const item = listInspectionItems(one.areas)[0]?.id ?? '';
  await begin(one.id);
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#000' }, limitInputPixels: false })
      .png({ compressionLevel: 3 })
      .toBuffer();
  const sendPng = async (data: Buffer) =>
    photo(one.id, item, { sha256: createHash('sha256').update(data).digest('hex'), file: { data, type: 'png', name: 'a.png' } });
  await expect(sendPng(await blank(8000, 8000))).rejects.toEqual(refused('invalid', { extra: { fields: { photo: expect.any(String) } } }));
  await sendPng(await blank(6500, 6000));
  await renderInspectionReport(services, one.id);
  const read = vi.spyOn(services.storage, 'get');
  await renderInspectionReport(services, one.id);
  expect(read).not.toHaveBeenCalled();
  read.mockRestore();
});
