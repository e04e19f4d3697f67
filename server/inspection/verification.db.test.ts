import { describe, expect, test } from 'vitest';
import type { Op } from '#contract/inspection/shapes.ts';
import { inLocale } from '#server/kernel/locale.ts';
import { verify } from '#server/property/service.ts';
import { aProperty } from '#test/examples/examples-property.ts';
import { told } from '#test/jobs.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import { inspecting } from '#test/worlds/inspecting.ts';

const { house, service, owner, admin, as, soon, refused, lived, planned, send, begin, submit, photo, sign } = await inspecting();

describe('verification', () => {
  const waiting = () => aProperty(house, { company_id: owner.me.companyId ?? 0, status: 'pending_verification', units: 3 });
  const plan = (who: Somebody, property_id: number) =>
    as(who, (ctx) => service.createVerification(ctx, { property_id, scheduled_at: soon(), inspector_id: null }));
  const statusOf = async (id: number) =>
    await house.database.db.selectFrom('property').select(['status', 'verification_note']).where('id', '=', id).executeTakeFirstOrThrow();
  const found = (facts: { counted?: number; exists?: boolean; metres?: number; accuracy?: number }): Op[] => [
    ...(['exists', 'access', 'authority', 'pictures'] as const).map((what) => ({
      ...{ do: 'answer' as const, item: `property.${what}`, note: 'Looked at it' },
      passed: what === 'exists' ? (facts.exists ?? true) : true,
    })),
    { do: 'answer', item: 'property.units', passed: true, counted: facts.counted ?? 3 },
    { do: 'place', lat: -1.29 + (facts.metres ?? 0) / 111_195, lng: 36.79, accuracy_m: facts.accuracy ?? 12 },
  ];
  const visit = async (who: Somebody, facts: Parameters<typeof found>[0]) => {
    const { id } = await waiting();
    const one = await plan(who, id);
    expect(one.card).toMatch(/^[A-Z0-9]{6}$/);
    await begin(one.id, who);
    await send(one.id, found(facts), { who });
    await photo(one.id, 'property.pictures', {}, who);
    await send(one.id, [sign], { who });
    return { property: id, one: await submit(one.id, who) };
  };
  test('what was found verifies the property through its own room, as seen on site', async () => {
    const { property: id, one } = await visit(admin, {});
    expect(one).toMatchObject({ status: 'agreed', outcome: 'verified', place: { verdict: 'near' } });
    expect(await statusOf(id)).toMatchObject({ status: 'verified' });
    const checks = await house.database.db.selectFrom('property_check').select(['what', 'way']).where('property_id', '=', id).execute();
    expect(checks.map((check) => check.what).sort()).toEqual(['access', 'authority', 'exists', 'pictures', 'position', 'units']);
    expect(new Set(checks.map((check) => check.way))).toEqual(new Set(['site']));
  });
  test.each([
    ['it is not there', { exists: false }],
    ['it has other units than it says', { counted: 2 }],
    ['somebody stood elsewhere', { metres: 400 }],
  ])('%s: turned down, with why', async (_, facts) => {
    const { property: id, one } = await visit(admin, facts);
    expect(one).toMatchObject({ status: 'agreed', outcome: 'rejected' });
    expect(await statusOf(id)).toMatchObject({ status: 'rejected', verification_note: expect.stringMatching(/.{10,}/) });
  });
  test('whoever keeps the property reads that it is planned, the verdict and what to mend; not what the inspector wrote', async () => {
    const { id } = await waiting();
    const one = await plan(admin, id);
    const seen = () => service.details(ctxOf(house, owner), { id: one.id });
    const listed = async (who: Somebody) =>
      (await service.all(ctxOf(house, who), { page: 1, page_size: 10, sort: 'scheduled_at', z_filter: { property_id: id } })).results.map(
        (row) => row.id,
      );
    expect(await listed(owner)).toEqual([one.id]);
    expect(await seen()).toMatchObject({ status: 'scheduled', areas: [], answers: [], card: null, pin: null, report: null });
    await begin(one.id, admin);
    await send(one.id, found({ counted: 2 }), { who: admin });
    await photo(one.id, 'property.pictures', {}, admin);
    // While it is being written down nobody reads along.
    expect(await seen()).toMatchObject({ status: 'in_progress', answers: [], photos: [] });
    await send(one.id, [sign], { who: admin });
    await submit(one.id, admin);
    const after = await seen();
    expect(after).toMatchObject({ status: 'agreed', outcome: 'rejected', units: 3, photos: [], signatures: [], place: null, report: null });
    expect(after.answers.find((answer) => answer.item === 'property.units')).toMatchObject({ counted: 2 });
    expect(JSON.stringify(after)).not.toContain('Looked at it');
    expect(Object.values(after.may)).not.toContain(true);
    await expect(as(owner, (ctx) => service.begin(ctx, { id: one.id, device: 'device-of-owner' }))).rejects.toEqual(refused('notFound'));
    const stranger = await somebody(house, 'owner');
    await expect(service.details(ctxOf(house, stranger), { id: one.id })).rejects.toEqual(refused('notFound'));
    expect(await listed(stranger)).toEqual([]);
  });
  test('a phone unsure of its place: a person decides, and not before', async () => {
    const { property: id, one } = await visit(admin, { accuracy: 240 });
    expect(one).toMatchObject({ status: 'submitted', place: { verdict: 'unsure' }, may: { decide: false } });
    expect(await statusOf(id)).toMatchObject({ status: 'pending_verification' });
    await expect(as(owner, (ctx) => service.decide(ctx, { id: one.id, verdict: 'verify', reason: 'It is mine' }))).rejects.toEqual(
      refused('notFound'),
    );
    // Whoever looked does not decide as well.
    await expect(as(admin, (ctx) => service.decide(ctx, { id: one.id, verdict: 'verify', reason: 'Trust me' }))).rejects.toEqual(
      refused('forbidden'),
    );
    const second = await somebody(house, 'admin');
    expect((await service.details(ctxOf(house, second), { id: one.id })).may).toMatchObject({ decide: true });
    await as(second, (ctx) => service.decide(ctx, { id: one.id, verdict: 'verify', reason: 'The photos show the gate' }));
    expect(await statusOf(id)).toMatchObject({ status: 'verified' });
  });
  test('neither whoever made it nor its own company; one at a time; without photo and place it is not handed in', async () => {
    const { id } = await waiting();
    await house.database.db.updateTable('property').set({ created_by: admin.id }).where('id', '=', id).execute();
    await expect(plan(admin, id)).rejects.toEqual(refused('forbidden'));
    const second = await somebody(house, 'admin');
    const one = await plan(second, id);
    await expect(plan(second, id)).rejects.toEqual(refused('conflict'));
    await expect(begin(one.id, admin)).rejects.toEqual(refused('forbidden'));
    await begin(one.id, second);
    await send(one.id, [...found({}).slice(0, 5), sign], { who: second });
    await expect(submit(one.id, second)).rejects.toEqual(refused('invalid', { extra: { fields: { photos: expect.any(String) } } }));
    await photo(one.id, 'property.pictures', {}, second);
    await expect(submit(one.id, second)).rejects.toEqual(refused('invalid', { extra: { fields: { place: expect.any(String) } } }));
    const verified = await aProperty(house, { company_id: owner.me.companyId ?? 0, status: 'verified' });
    await expect(plan(second, verified.id)).rejects.toEqual(refused('wrongState'));
  });
  test('the platform sends the dealers of the county, whatever company its own people are of; others only their own', async () => {
    const { id } = await waiting();
    const dealer = await somebody(house, 'dealer');
    await house.database.db
      .updateTable('company')
      .set({ region: '047' })
      .where('id', '=', dealer.me.companyId ?? 0)
      .execute();
    const named = async (who: Somebody) =>
      (await service.inspectors(ctxOf(house, who), { kind: 'verification', property_id: id })).results.map((person) => person.id);
    const staffed = { ...admin, me: { ...admin.me, companyId: owner.me.companyId } };
    expect(await named(staffed)).toContain(dealer.id);
    expect(await named(owner)).not.toContain(dealer.id);
  });
  test('decided without it: what was planned is called off, what was handed in is over, and nobody can hand one in for it', async () => {
    const checks = ['exists', 'access', 'authority', 'units', 'pictures', 'position'] as const;
    const decidedBy = (who: Somebody, id: number) =>
      as(who, (ctx) =>
        verify(ctx, { id, move: 'verify', note: '', checks: checks.map((what) => ({ what, way: 'site' as const, note: 'Seen', file_id: null })) }),
      );
    const { id } = await waiting();
    const one = await plan(admin, id);
    const second = await somebody(house, 'admin');
    await decidedBy(second, id);
    expect(await service.details(ctxOf(house, admin), { id: one.id })).toMatchObject({ status: 'canceled', may: { work: false, cancel: false } });
    expect(await told(house, 'inspection.canceled')).toContainEqual(expect.objectContaining({ to: { personId: admin.id } }));
    const { property, one: unsure } = await visit(admin, { accuracy: 240 });
    await decidedBy(second, property);
    expect(await service.details(ctxOf(house, admin), { id: unsure.id })).toMatchObject({ status: 'agreed', may: { decide: false } });
  });
});

test('forms: the house’s own are copied, a company’s own changed and put away; nobody changes another’s', async () => {
  const all = async (who: Somebody) => (await service.templates(ctxOf(house, who), {})).results;
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
  // In the reader's language; a company's own as it was called.
  const called = await inLocale.run('sw', () => all(owner));
  expect(called.map((one) => one.name)).toEqual(expect.arrayContaining(['Vyumba viwili vya kulala', 'Ours, short']));
  const stranger = await somebody(house, 'owner');
  expect((await all(stranger)).some((one) => one.id === copy.id)).toBe(false);
  const at = await lived();
  const one = await planned(at, { kind: 'routine', consented: true, template_id: copy.id });
  expect(one.areas).toHaveLength(1);
  expect(await as(owner, (ctx) => service.retireTemplate(ctx, { id: copy.id, retired: true }))).toMatchObject({ retired: true });
  await expect(planned(at, { kind: 'routine', consented: true, template_id: copy.id })).rejects.toEqual(refused('invalid'));
});
