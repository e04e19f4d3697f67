import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { listInspectionItems } from '#contract/inspection/kinds.ts';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { setClock } from '#test/clock.ts';
import { createInspectionFixture, firstDevice, secondDevice } from '#test/fixtures/inspection-fixture.ts';
import { addUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson } from '#test/people.ts';
import { agreeDueInspections, remindDueInspections } from './answers.ts';
import { buildInspectionReportPdfDocument, renderInspectionReport } from './report.ts';

const {
  services,
  service,
  owner,
  tenant,
  admin,
  property,
  as,
  soon,
  later,
  refused,
  lived,
  planned,
  seqs,
  sent,
  send,
  begin,
  submit,
  details,
  photo,
  wholeOf,
  sign,
  handedIn,
} = await createInspectionFixture();
afterEach(() => setClock(services, null));

describe('inspection: planning', () => {
  test('a planned inspection has a form for its unit, is hidden from other companies, and cannot be started by Makao', async () => {
    const at = await lived();
    const one = await planned(at);
    expect(one).toMatchObject({
      status: 'scheduled',
      kind: 'move_in',
      may: { work: true, cancel: true, answer: false, settle: false, decide: false },
    });
    expect(one.areas.length).toBeGreaterThan(2);
    const stranger = await createPerson(services, 'owner');
    await expect(details(stranger, one.id)).rejects.toEqual(refused('notFound'));
    await expect(as(stranger, (ctx) => service.begin(ctx, { id: one.id, device: secondDevice }))).rejects.toEqual(refused('notFound'));
    await expect(begin(one.id, admin)).rejects.toEqual(refused('forbidden'));
    // The tenant sees the schedule, and the findings after the submission, but not the answers before it.
    expect(await details(tenant, one.id)).toMatchObject({ status: 'scheduled', card: null, device: null });
    await begin(one.id);
    await expect(details(tenant, one.id)).rejects.toEqual(refused('notFound'));
  });
  test("planning needs a day's notice or consent for an occupied unit, and rejects a past time, a wrong tenancy and an inspector without access", async () => {
    const at = await lived();
    const fails = (facts: object, field: string) =>
      expect(planned(at, facts)).rejects.toEqual(refused('invalid', { extra: { fields: { [field]: expect.any(String) } } }));
    await fails({ kind: 'routine', tenancy_id: null }, 'scheduled_at');
    expect(await planned(at, { kind: 'routine', consented: true })).toMatchObject({ consented: true });
    expect(await planned(at, { kind: 'routine', scheduled_at: later() })).toMatchObject({ status: 'scheduled' });
    await fails({ scheduled_at: new Date(clock.ms() - 3_600_000).toISOString() }, 'scheduled_at');
    await fails({ unit_id: await addUnit(services, property), tenancy_id: null }, 'tenancy_id');
    await fails({ tenancy_id: (await lived()).tenancy }, 'tenancy_id');
    await fails({ inspector_id: tenant.id }, 'inspector_id');
  });
});

describe('inspection: recording answers', () => {
  test('recorded steps are applied once each and in order; a gap in the step numbers and an unknown item are rejected', async () => {
    const one = await planned(await lived());
    const item = listInspectionItems(one.areas)[0]?.id ?? '';
    await expect(send(one.id, [{ do: 'keys', count: 2 }])).rejects.toEqual(
      refused('wrongState', { extra: expect.objectContaining({ allowed: expect.arrayContaining(['begin']) }) }),
    );
    seqs.clear();
    await begin(one.id);
    const first = sent(one.id, firstDevice, [
      { do: 'answer', item, condition: 'good' },
      { do: 'keys', count: 3 },
    ]);
    const again = () => as(owner, (ctx) => service.ops(ctx, { id: one.id, device: firstDevice, ops: first }));
    await again();
    const { revision } = await details(owner, one.id);
    expect((await again()).results.map((step) => step.outcome)).toEqual(['done', 'done']);
    expect(await details(owner, one.id)).toMatchObject({ revision, keys_count: 3 });
    const gap = [{ id: randomUUID(), seq: 9, op: { do: 'keys' as const, count: 9 } }];
    await expect(as(owner, (ctx) => service.ops(ctx, { id: one.id, device: firstDevice, ops: gap }))).rejects.toEqual(
      refused('conflict', { extra: { next: 3 } }),
    );
    await expect(send(one.id, [{ do: 'answer', item: 'nowhere.nothing', condition: 'good' }])).rejects.toEqual(refused('invalid'));
  });
  test("after another device takes over the edit lock, the first device's answers are stored as remarks, and the first device cannot submit", async () => {
    const one = await planned(await lived());
    const item = listInspectionItems(one.areas)[0]?.id ?? '';
    await begin(one.id);
    await as(owner, (ctx) => service.acquireEditLock(ctx, { id: one.id, device: secondDevice }));
    await send(one.id, [{ do: 'answer', item, condition: 'excellent' }], { device: secondDevice });
    expect((await send(one.id, [{ do: 'answer', item, condition: 'poor', note: 'A crack' }])).results).toMatchObject([{ outcome: 'also_said' }]);
    const { answers } = await details(owner, one.id);
    expect(answers.find((said) => said.item === item)).toMatchObject({
      condition: 'excellent',
      also_said: [{ text: expect.stringContaining('A crack') }],
    });
    await expect(submit(one.id)).rejects.toEqual(refused('conflict'));
  });
  test('a photo is identified by its content and stored once, rejected with a wrong hash, and marked as late after submission', async () => {
    const one = await planned(await lived());
    const item = listInspectionItems(one.areas)[0]?.id ?? '';
    await begin(one.id);
    const photo_id = randomUUID();
    await photo(one.id, item, { photo_id });
    await photo(one.id, item, { photo_id });
    expect((await details(owner, one.id)).photos).toMatchObject([{ id: photo_id, late: false, url: expect.stringContaining('signature=') }]);
    await expect(photo(one.id, item, { sha256: 'b'.repeat(64) })).rejects.toEqual(
      refused('invalid', { extra: { fields: { photo: expect.any(String) } } }),
    );
    await expect(photo(one.id, item, { photo_id, sha256: 'b'.repeat(64) })).rejects.toEqual(refused('conflict'));
    await send(one.id, [...wholeOf(one), sign]);
    await submit(one.id);
    expect(await photo(one.id, item)).toMatchObject({ late: true });
  });
});

describe('inspection: submission', () => {
  test("requires all answers, a photo or note for poor items, and the inspector's signature on the final content", async () => {
    const one = await planned(await lived());
    const items = listInspectionItems(one.areas);
    const wrong = (field: string) =>
      expect(submit(one.id)).rejects.toEqual(refused('invalid', { extra: { fields: { [field]: expect.any(String) } } }));
    await begin(one.id);
    await send(one.id, wholeOf(one).slice(1));
    await wrong('answers');
    await send(one.id, [{ do: 'answer', item: items[0]?.id ?? '', condition: 'poor' }, sign]);
    // Messages name area and item, because a home has several items of the same name.
    const bare = expect.stringContaining(`${items[0]?.area.name}: ${items[0]?.name}`);
    await expect(submit(one.id)).rejects.toEqual(refused('invalid', { extra: { fields: { answers: bare }, item: items[0]?.id } }));
    await photo(one.id, items[0]?.id ?? '');
    await wrong('signatures');
    await send(one.id, [sign, { do: 'reading', meter: 'W-1', kind: 'water', value: 120.5 }]);
    await wrong('signatures');
    await send(one.id, [sign]);
    const done = await submit(one.id);
    expect(done).toMatchObject({ status: 'submitted', readings: [{ meter: 'W-1', value: 120.5 }], signatures: [{ role: 'inspector', holds: true }] });
    expect(done.answer_by).toBe(computeEveningDeadline(new Date(done.submitted_at ?? ''), 120).toISOString());
  });
  test('rejects steps sent after submission with 409, but stores their content as remarks', async () => {
    const { id } = await handedIn(await lived());
    await expect(send(id, [{ do: 'keys', count: 9 }])).rejects.toEqual(refused('wrongState'));
    expect(await details(owner, id)).toMatchObject({ keys_count: null, addenda: [{ text: expect.stringContaining('9') }] });
  });
});

describe("inspection: the tenant's answer", () => {
  test('only the tenant disputes items and agrees to the rest; the manager closes the dispute', async () => {
    const one = await handedIn(await lived());
    const [first, second] = listInspectionItems(one.areas);
    await expect(as(owner, (ctx) => service.answer(ctx, { id: one.id, disputed: [] }))).rejects.toEqual(refused('forbidden'));
    await expect(as(owner, (ctx) => service.close(ctx, { id: one.id, reason: 'All is well' }))).rejects.toEqual(refused('conflict'));
    expect((await details(tenant, one.id)).may).toMatchObject({ answer: true, work: false, cancel: false });
    const said = await as(tenant, (ctx) => service.answer(ctx, { id: one.id, disputed: [{ item: first?.id ?? '', note: 'It was broken before' }] }));
    expect(said).toMatchObject({ status: 'disputed', answer_by: null });
    expect(said.answers.find((answer) => answer.item === first?.id)).toMatchObject({ answer: 'disputed', answer_note: 'It was broken before' });
    expect(said.answers.find((answer) => answer.item === second?.id)).toMatchObject({ answer: 'agreed' });
    await expect(as(tenant, (ctx) => service.answer(ctx, { id: one.id, disputed: [] }))).rejects.toEqual(refused('wrongState'));
    expect(await as(owner, (ctx) => service.close(ctx, { id: one.id, reason: 'Talked it over' }))).toMatchObject({ status: 'agreed' });
  });
  test('for a routine inspection the tenant is notified and can dispute items, but cannot close the dispute', async () => {
    const at = await lived();
    const routine = { kind: 'routine', consented: true };
    const plannedFor = await planned({ unit: at.unit, tenancy: null }, routine);
    expect(plannedFor.tenancy).toMatchObject({ id: at.tenancy });
    expect(await listSentNotifications(services, 'inspection.scheduled')).toContainEqual(
      expect.objectContaining({ to: { personId: tenant.id }, subject: plannedFor.code }),
    );
    expect(await details(tenant, plannedFor.id)).toMatchObject({ status: 'scheduled', may: { work: false, cancel: false, settle: false } });
    const one = await handedIn({ unit: at.unit, tenancy: null }, routine);
    expect(one.answer_by).not.toBeNull();
    await expect(as(tenant, (ctx) => service.close(ctx, { id: one.id, reason: 'I say so' }))).rejects.toEqual(refused('forbidden'));
    await expect(photo(one.id, listInspectionItems(one.areas)[0]?.id ?? '', {}, tenant)).rejects.toEqual(refused('forbidden'));
    const [first] = listInspectionItems(one.areas);
    await as(tenant, (ctx) => service.answer(ctx, { id: one.id, disputed: [{ item: first?.id ?? '', note: 'Not so' }] }));
    expect((await details(tenant, one.id)).may).toMatchObject({ settle: false, answer: false });
    await expect(as(tenant, (ctx) => service.close(ctx, { id: one.id, reason: 'I say so' }))).rejects.toEqual(refused('forbidden'));
    await as(owner, (ctx) => service.close(ctx, { id: one.id, reason: 'Talked it over' }));
    expect(await listSentNotifications(services, 'inspection.settled')).toContainEqual(
      expect.objectContaining({ to: { personId: tenant.id }, subject: one.code }),
    );
  });
  test('a signature made offline shows its original time, but a time in the future is replaced by the time of receipt', async () => {
    const one = await planned(await lived());
    await begin(one.id);
    await setClock(services, new Date(clock.ms() + 3 * 3_600_000).toISOString());
    const given = new Date(clock.ms() - 3_600_000).toISOString();
    const signedAt = (at: string, seq: number) =>
      as(owner, (ctx) => service.ops(ctx, { id: one.id, device: firstDevice, ops: [{ id: randomUUID(), seq, at, op: sign }] }));
    await signedAt(given, 1);
    expect((await details(owner, one.id)).signatures).toMatchObject([{ at: given, arrived_at: clock.now().toISOString() }]);
    await signedAt(new Date(clock.ms() + 3_600_000).toISOString(), 2);
    expect((await details(owner, one.id)).signatures).toMatchObject([{ at: clock.now().toISOString(), arrived_at: null }]);
  });
  test('no answer by the deadline after a reminder counts as agreement once', async () => {
    const { id } = await handedIn(await lived());
    const { db } = services.database;
    const status = async () => (await details(owner, id)).status;
    await setClock(services, `${addDays(clock.today(), 5)}T16:59:00Z`);
    await agreeDueInspections(db);
    await remindDueInspections(db);
    expect(await status()).toBe('submitted');
    expect(await remindDueInspections(db)).toBe(0);
    await setClock(services, `${addDays(clock.today(), 7)}T17:00:00Z`);
    await Promise.all([agreeDueInspections(db), agreeDueInspections(db)]);
    await agreeDueInspections(db);
    const after = await details(owner, id);
    expect(after).toMatchObject({ status: 'agreed', answer_by: null });
    expect(after.history.filter((step) => step.move === 'agree')).toMatchObject([{ by: null }]);
  });
});

test('move-out inspection: shows the condition at move-in and proposes deductions for worse items by their remaining life', async () => {
  const at = await lived();
  await setClock(services, '2027-01-10T08:00:00Z');
  const came = await handedIn(at);
  await setClock(services, '2028-07-10T08:00:00Z');
  await agreeDueInspections(services.database.db);
  const paint = listInspectionItems(came.areas).find((item) => item.life_months === 36)?.id ?? '';
  const pays: InspectionOperation = {
    do: 'answer',
    item: paint,
    condition: 'poor',
    note: 'Drawn on',
    cost_cents: 1_200_000,
    charge_to: 'tenant',
  } as InspectionOperation;
  const left = await handedIn(at, { kind: 'move_out', scheduled_at: soon() }, [pays]);
  expect(left.baseline).toMatchObject({ id: came.id });
  expect(left.proposals).toEqual([{ item: paint, cost_cents: 1_200_000, life_months: 36, months: 17, cents: 633_300 }]);
  // The report lists the cost shares of both sides and states that they are not agreed yet.
  const said = JSON.stringify(buildInspectionReportPdfDocument(left, new Map()).parts);
  for (const words of ['Proposed cost sharing', 'KES 6,333', 'KES 5,667', 'No answer yet']) expect(said.replaceAll('\u00a0', ' ')).toContain(words);
  const { bytes } = await renderInspectionReport(services, left.id);
  expect(Buffer.from(bytes.slice(0, 5)).toString()).toBe('%PDF-');
});

test('inspection: can be cancelled once with a reason, also by Makao', async () => {
  const one = await planned(await lived());
  expect(await as(admin, (ctx) => service.cancel(ctx, { id: one.id, reason: 'Wrong home' }))).toMatchObject({
    status: 'canceled',
    reason: 'Wrong home',
  });
  await expect(as(owner, (ctx) => service.cancel(ctx, { id: one.id, reason: 'Wrong home' }))).rejects.toEqual(
    refused('wrongState', { extra: expect.objectContaining({ allowed: [] }) }),
  );
});
