import { describe, expect, test } from 'vitest';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { verify } from '#server/property/service.ts';
import { createExampleProperty } from '#test/examples/examples-property.ts';
import { createInspectionFixture } from '#test/fixtures/inspection-fixture.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, type TestPerson } from '#test/people.ts';

const { services, service, owner, admin, as, soon, refused, lived, planned, send, begin, submit, photo, sign } = await createInspectionFixture();

describe('inspection: verification', () => {
  const waiting = () => createExampleProperty(services, { company_id: owner.me.companyId ?? 0, status: 'pending_verification', units: 3 });
  const plan = (who: TestPerson, property_id: number) =>
    as(who, (ctx) => service.createVerification(ctx, { property_id, scheduled_at: soon(), inspector_id: null }));
  const statusOf = async (id: number) =>
    await services.database.db.selectFrom('property').select(['status', 'verification_note']).where('id', '=', id).executeTakeFirstOrThrow();
  const found = (facts: { counted?: number; exists?: boolean; metres?: number; accuracy?: number }): InspectionOperation[] => [
    ...(['exists', 'access', 'authority', 'pictures'] as const).map((what) => ({
      do: 'answer' as const,
      item: `property.${what}`,
      note: 'Looked at it',
      passed: what === 'exists' ? (facts.exists ?? true) : true,
    })),
    { do: 'answer', item: 'property.units', passed: true, counted: facts.counted ?? 3 },
    { do: 'place', lat: -1.29 + (facts.metres ?? 0) / 111_195, lng: 36.79, accuracy_m: facts.accuracy ?? 12 },
  ];
  const visit = async (who: TestPerson, facts: Parameters<typeof found>[0]) => {
    const { id } = await waiting();
    const one = await plan(who, id);
    expect(one.card).toMatch(/^[A-Z0-9]{6}$/);
    await begin(one.id, who);
    await send(one.id, found(facts), { who });
    await photo(one.id, 'property.pictures', {}, who);
    await send(one.id, [sign], { who });
    return { property: id, one: await submit(one.id, who) };
  };
  test('a successful visit verifies the property, with each check recorded as made on site', async () => {
    const { property: id, one } = await visit(admin, {});
    expect(one).toMatchObject({ status: 'agreed', outcome: 'verified', place: { verdict: 'near' } });
    expect(await statusOf(id)).toMatchObject({ status: 'verified' });
    const checks = await services.database.db.selectFrom('property_check').select(['what', 'way']).where('property_id', '=', id).execute();
    expect(checks.map((check) => check.what).sort()).toEqual(['access', 'authority', 'exists', 'pictures', 'position', 'units']);
    expect(new Set(checks.map((check) => check.way))).toEqual(new Set(['site']));
  });
  test.each([
    ['the property does not exist', { exists: false }],
    ['the number of units differs', { counted: 2 }],
    ['the inspector is 400 m away', { metres: 400 }],
  ])('rejects the property with a reason when %s', async (_, facts) => {
    const { property: id, one } = await visit(admin, facts);
    expect(one).toMatchObject({ status: 'agreed', outcome: 'rejected' });
    expect(await statusOf(id)).toMatchObject({ status: 'rejected', verification_note: expect.stringMatching(/.{10,}/) });
  });
  test("managers of the property see the schedule, the outcome and the corrections, but not the inspector's notes", async () => {
    const { id } = await waiting();
    const one = await plan(admin, id);
    const seen = () => service.details(createTestCtx(services, owner), { id: one.id });
    const listed = async (who: TestPerson) =>
      (await service.list(createTestCtx(services, who), { page: 1, page_size: 10, sort: 'scheduled_at', z_filter: { property_id: id } })).results.map(
        (row) => row.id,
      );
    expect(await listed(owner)).toEqual([one.id]);
    expect(await seen()).toMatchObject({ status: 'scheduled', areas: [], answers: [], card: null, pin: null, report: null });
    await begin(one.id, admin);
    await send(one.id, found({ counted: 2 }), { who: admin });
    await photo(one.id, 'property.pictures', {}, admin);
    // Other people do not see the answers before the submission.
    expect(await seen()).toMatchObject({ status: 'in_progress', answers: [], photos: [] });
    await send(one.id, [sign], { who: admin });
    await submit(one.id, admin);
    const after = await seen();
    expect(after).toMatchObject({ status: 'agreed', outcome: 'rejected', units: 3, photos: [], signatures: [], place: null, report: null });
    expect(after.answers.find((answer) => answer.item === 'property.units')).toMatchObject({ counted: 2 });
    expect(JSON.stringify(after)).not.toContain('Looked at it');
    expect(Object.values(after.may)).not.toContain(true);
    await expect(as(owner, (ctx) => service.begin(ctx, { id: one.id, device: 'device-of-owner' }))).rejects.toEqual(refused('notFound'));
    const stranger = await createPerson(services, 'owner');
    await expect(service.details(createTestCtx(services, stranger), { id: one.id })).rejects.toEqual(refused('notFound'));
    expect(await listed(stranger)).toEqual([]);
  });
  test("requires an admin's decision if the position of the phone is uncertain", async () => {
    const { property: id, one } = await visit(admin, { accuracy: 240 });
    expect(one).toMatchObject({ status: 'submitted', place: { verdict: 'unsure' }, may: { decide: false } });
    expect(await statusOf(id)).toMatchObject({ status: 'pending_verification' });
    await expect(as(owner, (ctx) => service.decideVerification(ctx, { id: one.id, verdict: 'verify', reason: 'It is mine' }))).rejects.toEqual(
      refused('notFound'),
    );
    // The inspector cannot decide their own verification.
    await expect(as(admin, (ctx) => service.decideVerification(ctx, { id: one.id, verdict: 'verify', reason: 'Trust me' }))).rejects.toEqual(
      refused('forbidden'),
    );
    const second = await createPerson(services, 'admin');
    expect((await service.details(createTestCtx(services, second), { id: one.id })).may).toMatchObject({ decide: true });
    await as(second, (ctx) => service.decideVerification(ctx, { id: one.id, verdict: 'verify', reason: 'The photos show the gate' }));
    expect(await statusOf(id)).toMatchObject({ status: 'verified' });
  });
  test("is refused for the property's author or owner and during another open verification; submission requires a photo and a position", async () => {
    const { id } = await waiting();
    await services.database.db.updateTable('property').set({ created_by: admin.id }).where('id', '=', id).execute();
    await expect(plan(admin, id)).rejects.toEqual(refused('forbidden'));
    const second = await createPerson(services, 'admin');
    const one = await plan(second, id);
    await expect(plan(second, id)).rejects.toEqual(refused('conflict'));
    await expect(begin(one.id, admin)).rejects.toEqual(refused('forbidden'));
    await begin(one.id, second);
    await send(one.id, [...found({}).slice(0, 5), sign], { who: second });
    await expect(submit(one.id, second)).rejects.toEqual(refused('invalid', { extra: { fields: { photos: expect.any(String) } } }));
    await photo(one.id, 'property.pictures', {}, second);
    await expect(submit(one.id, second)).rejects.toEqual(refused('invalid', { extra: { fields: { place: expect.any(String) } } }));
    const verified = await createExampleProperty(services, { company_id: owner.me.companyId ?? 0, status: 'verified' });
    await expect(plan(second, verified.id)).rejects.toEqual(refused('wrongState'));
  });
  test('Makao staff can assign dealers of the county as inspectors, but the owner cannot', async () => {
    const { id } = await waiting();
    const dealer = await createPerson(services, 'dealer');
    await services.database.db
      .updateTable('company')
      .set({ region: '047' })
      .where('id', '=', dealer.me.companyId ?? 0)
      .execute();
    const named = async (who: TestPerson) =>
      (await service.listInspectors(createTestCtx(services, who), { kind: 'verification', property_id: id })).results.map((person) => person.id);
    const staffed = { ...admin, me: { ...admin.me, companyId: owner.me.companyId } };
    expect(await named(staffed)).toContain(dealer.id);
    expect(await named(owner)).not.toContain(dealer.id);
  });
  test('people outside Makao can assign only inspectors of their own company', async () => {
    const { id: property_id } = await waiting();
    const colleagueOf = async (who: TestPerson) => {
      const one = await createPerson(services, 'staff');
      await services.database.db.updateTable('person').set({ company_id: who.me.companyId }).where('id', '=', one.id).execute();
      return one.id;
    };
    const [first, second] = [await createPerson(services, 'dealer'), await createPerson(services, 'dealer')];
    const companies = [first.me.companyId ?? 0, second.me.companyId ?? 0];
    await services.database.db.updateTable('company').set({ region: '047' }).where('id', 'in', companies).execute();
    const dealer = await reloadTestPerson(services, first);
    for (const who of [owner, dealer]) {
      const own = await colleagueOf(who);
      const { results } = await service.listInspectors(createTestCtx(services, who), { kind: 'verification', property_id });
      expect(results.map((person) => person.id).toSorted((a, b) => a - b)).toEqual([who.id, own].toSorted((a, b) => a - b));
    }
    const assign = (inspector_id: number) =>
      as(dealer, (ctx) => service.createVerification(ctx, { property_id, scheduled_at: soon(), inspector_id }));
    for (const stranger of [second.id, admin.id, await colleagueOf(second)])
      await expect(assign(stranger)).rejects.toEqual(refused('invalid', { extra: { fields: { inspector_id: expect.any(String) } } }));
    expect(await assign(await colleagueOf(dealer))).toMatchObject({ status: 'scheduled' });
  });
  test('a decision by another admin cancels a planned verification and closes a submitted verification', async () => {
    const checks = ['exists', 'access', 'authority', 'units', 'pictures', 'position'] as const;
    const decidedBy = (who: TestPerson, id: number) =>
      as(who, (ctx) =>
        verify(ctx, { id, move: 'verify', note: '', checks: checks.map((what) => ({ what, way: 'site' as const, note: 'Seen', file_id: null })) }),
      );
    const { id } = await waiting();
    const one = await plan(admin, id);
    const second = await createPerson(services, 'admin');
    await decidedBy(second, id);
    expect(await service.details(createTestCtx(services, admin), { id: one.id })).toMatchObject({
      status: 'canceled',
      may: { work: false, cancel: false },
    });
    expect(await listSentNotifications(services, 'inspection.canceled')).toContainEqual(expect.objectContaining({ to: { personId: admin.id } }));
    const { property, one: unsure } = await visit(admin, { accuracy: 240 });
    await decidedBy(second, property);
    expect(await service.details(createTestCtx(services, admin), { id: unsure.id })).toMatchObject({ status: 'agreed', may: { decide: false } });
  });
});

test("inspection forms: a company can copy system forms and edit and retire its own forms, but cannot use other companies' forms", async () => {
  const all = async (who: TestPerson) => (await service.listTemplates(createTestCtx(services, who), {})).results;
  const [system] = await all(owner);
  expect(system).toMatchObject({ system: true, name: 'Bedsitter' });
  const copy = await as(owner, (ctx) => service.createTemplate(ctx, { name: 'Ours', kinds: ['routine'], areas: system?.areas.slice(0, 1) ?? [] }));
  expect(await as(owner, (ctx) => service.updateTemplate(ctx, { id: copy.id, name: 'Ours, short', revision: copy.revision }))).toMatchObject({
    name: 'Ours, short',
  });
  await expect(as(owner, (ctx) => service.updateTemplate(ctx, { id: copy.id, name: 'Late', revision: copy.revision }))).rejects.toEqual(
    refused('conflict'),
  );
  await expect(as(owner, (ctx) => service.updateTemplate(ctx, { id: system?.id ?? 0, name: 'Mine now' }))).rejects.toEqual(refused('notFound'));
  // System forms appear in the reader's language, a company's own form under its own name.
  const called = await localeContext.run('sw', () => all(owner));
  expect(called.map((one) => one.name)).toEqual(expect.arrayContaining(['Vyumba viwili vya kulala', 'Ours, short']));
  const stranger = await createPerson(services, 'owner');
  expect((await all(stranger)).some((one) => one.id === copy.id)).toBe(false);
  const at = await lived();
  const one = await planned(at, { kind: 'routine', consented: true, template_id: copy.id });
  expect(one.areas).toHaveLength(1);
  expect(await as(owner, (ctx) => service.retireTemplate(ctx, { id: copy.id, retired: true }))).toMatchObject({ retired: true });
  await expect(planned(at, { kind: 'routine', consented: true, template_id: copy.id })).rejects.toEqual(refused('invalid'));
});
