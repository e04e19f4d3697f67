import { beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { addPerson } from '#server/identity/people.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import {
  buildPropertyInput,
  createExampleProperty,
  findTaxonIdByCode,
  findWardIdOfCounty,
  onSiteVerificationChecks,
} from '#test/examples/examples-property.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson, testPassword } from '#test/people.ts';
import * as property from './service.ts';

let services: TestServices;
let owner: TestPerson;
let agent: TestPerson;
let dealer: TestPerson;
let admin: TestPerson;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  [owner, agent, dealer, admin] = [
    await createPerson(services, 'owner'),
    await createPerson(services, 'agent'),
    await createPerson(services, 'dealer'),
    await createPerson(services, 'admin'),
  ];
  await services.database.db
    .updateTable('company')
    .set({ region: '047' })
    .where('id', 'in', [companyOf(dealer), companyOf(owner)])
    .execute();
  dealer = await reloadTestPerson(services, dealer);
});

const companyOf = (who: TestPerson): number => who.me.companyId ?? 0;
const page = { page: 1, page_size: 100, sort: '-updated_at' } as const;
const list = async (who: TestPerson, z_filter: object = {}) =>
  (await property.list(createTestCtx(services, await reloadTestPerson(services, who)), { ...page, z_filter })).results.map((p) => p.id);
const act = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
const make = async (who: TestPerson, more: object = {}) => {
  const form = { ...(await buildPropertyInput(services)), ...more };
  return act(who, async (ctx) => property.create(ctx, propertyCalls.create.body.parse(form)));
};
const mandate = (grants: string[], more: { all_properties?: boolean; ends_on?: string; starts_on?: string } = {}) =>
  services.database.db
    .insertInto('mandate')
    .values({ owner_company_id: companyOf(owner), agent_company_id: companyOf(agent), grants, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
const endMandates = () => services.database.db.updateTable('mandate').set({ ended_at: new Date() }).execute();
const refused = (failure: string, extra: object = {}) => expect.objectContaining({ failure, ...extra });
const say = (status: 'occupied' | 'vacant', id: number) =>
  services.database.db.updateTable('unit').set({ status }).where('property_id', '=', id).execute();

describe('property wizard', () => {
  test('creates a property with forty units, with names and types from the pattern', async () => {
    const unit_type_id = await findTaxonIdByCode(services, 'unit_type', 'two_bed').catch(() => findTaxonIdByCode(services, 'unit_type', 'bedsitter'));
    const began = process.cpuUsage();
    const made = await make(owner, {
      structure: [{ blocks: ['A', 'B'], floors: { from: 1, to: 4 }, pattern: '{block}{floor}{01..05}', unit_type_id, rent_cents: 4_500_000 }],
    });
    expect(process.cpuUsage(began).user / 1000, 'milliseconds of our own work').toBeLessThan(1000);
    expect(made).toMatchObject({
      ...{ status: 'draft', units: { total: 40, vacant: 40 }, blocks: ['A', 'B'], company: { id: companyOf(owner) }, revision: 1 },
    });
    const rows = await services.database.db.selectFrom('unit').selectAll().where('property_id', '=', made.id).orderBy('id').execute();
    expect(rows[39]).toMatchObject({ name: 'B405', block: 'B', floor: 4, rent_cents: 4_500_000, slug: 'b405', status: 'vacant' });
  });

  test('creates one property when the same form is sent twice, even concurrently', async () => {
    const form = propertyCalls.create.body.parse(await buildPropertyInput(services));
    const made = await Promise.all([1, 2, 3].map(() => act(owner, (ctx) => property.create(ctx, form))));
    expect(new Set(made.map((p) => p.id)).size).toBe(1);
    expect(made[2]?.units.total).toBe(4);
  });

  test('an invalid name pattern creates nothing, and the error names its unit group', async () => {
    const before = (await list(owner)).length;
    const unit_type_id = await findTaxonIdByCode(services, 'unit_type', 'bedsitter');
    const structure = [
      { blocks: [], floors: null, pattern: 'A{1..3}', unit_type_id },
      { blocks: [], floors: null, pattern: 'a{3..4}', unit_type_id },
    ];
    await expect(make(owner, { structure })).rejects.toEqual(
      refused('invalid', { extra: { fields: { 'structure[1][pattern]': expect.any(String) } } }),
    );
    await expect(make(owner, { property_type_id: unit_type_id })).rejects.toEqual(
      refused('invalid', { extra: { fields: { property_type_id: expect.any(String) } } }),
    );
    expect((await list(owner)).length).toBe(before);
  });

  test('lets an agent with a mandate create properties for the owner and edit those properties', async () => {
    await expect(make(agent, { company_id: companyOf(owner) })).rejects.toEqual(refused('invalid'));
    await mandate(['property.read', 'property.create'], { all_properties: false });
    const made = await make(agent, { company_id: companyOf(owner) });
    expect(made.company.id).toBe(companyOf(owner));
    expect(await list(agent)).toEqual([made.id]);
    await endMandates();
  });

  test('rejects creation by a dealer for an owner without a mandate', async () => {
    const { db } = services.database;
    await db
      .insertInto('company_connection')
      .values({ company_id: companyOf(dealer), person_id: owner.id })
      .execute();
    await expect(make(dealer, { company_id: companyOf(owner) })).rejects.toEqual(refused('invalid'));
    await mandate(['property.read', 'property.create']);
    await db
      .updateTable('mandate')
      .set({ agent_company_id: companyOf(dealer) })
      .where('ended_at', 'is', null)
      .execute();
    expect((await make(dealer, { company_id: companyOf(owner) })).company.id).toBe(companyOf(owner));
    await endMandates();
  });
});

describe('property visibility', () => {
  test('an agent sees properties of an owner only with a valid mandate, and only the properties in the mandate', async () => {
    const [one, two] = [
      await createExampleProperty(services, { company_id: companyOf(owner) }),
      await createExampleProperty(services, { company_id: companyOf(owner) }),
    ];
    const edit = (id: number) => act(agent, (ctx) => property.update(ctx, { id, name: 'Agent was here' }));
    expect(await list(agent)).toEqual([]);
    await expect(property.details(createTestCtx(services, agent), { id: one.id })).rejects.toEqual(refused('notFound'));
    const { id: some } = await mandate(['property.read'], { all_properties: false });
    await services.database.db.insertInto('mandate_property').values({ mandate_id: some, property_id: one.id }).execute();
    expect(await list(agent)).toEqual([one.id]);
    expect((await property.details(createTestCtx(services, agent), { id: one.id })).may).toMatchObject({
      edit: false,
      settings: false,
      delete: false,
    });
    await expect(edit(one.id)).rejects.toEqual(refused('notFound'));
    await services.database.db
      .updateTable('mandate')
      .set({ grants: ['property.read', 'property.edit'] })
      .where('id', '=', some)
      .execute();
    expect((await edit(one.id)).name).toBe('Agent was here');
    await expect(edit(two.id)).rejects.toEqual(refused('notFound'));
    await endMandates();
    expect(await list(agent)).toEqual([]);
    for (const when of [{ ends_on: '2020-01-01' }, { starts_on: '2999-01-01' }]) {
      await mandate(['property.read'], when);
      expect(await list(agent)).toEqual([]);
      await endMandates();
    }
  });

  test('staff in teams with properties see only those properties, and staff without a team see all company properties', async () => {
    const { db } = services.database;
    const [mine, other] = [
      await createExampleProperty(services, { company_id: companyOf(owner) }),
      await createExampleProperty(services, { company_id: companyOf(owner) }),
    ];
    const staff = await hire(owner, ['property.read', 'property.edit']);
    expect(await list(staff)).toEqual(expect.arrayContaining([mine.id, other.id]));
    const team = await db
      .insertInto('team')
      .values({ company_id: companyOf(owner), name: 'Here' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('team_member').values({ team_id: team.id, person_id: staff.id }).execute();
    expect(await list(staff)).toEqual(expect.arrayContaining([other.id]));
    const { teams } = await act(owner, (ctx) => property.setTeams(ctx, { id: mine.id, team_ids: [team.id] }));
    expect(teams).toEqual([expect.objectContaining({ id: team.id, here: true, members: 1 })]);
    expect(await list(staff)).toEqual([mine.id]);
    await expect(act(staff, (ctx) => property.update(ctx, { id: other.id, name: 'No' }))).rejects.toEqual(refused('notFound'));
    // The team stays restricted to chosen properties, and none is chosen.
    await act(owner, (ctx) => property.setTeams(ctx, { id: mine.id, team_ids: [] }));
    expect(await list(staff)).toEqual([]);
  });

  test('tenants and signed-out visitors cannot read managed properties', async () => {
    const tenant = await createPerson(services, 'tenant');
    expect(await list(tenant)).toEqual([]);
    const { id } = await createExampleProperty(services, { company_id: companyOf(owner), status: 'verified' });
    await expect(property.details(createTestCtx(services, tenant), { id })).rejects.toEqual(refused('notFound'));
  });

  test('the list filters by name, code, status, county and vacant units, and shows archived properties separately', async () => {
    const { id, code } = await createExampleProperty(services, {
      company_id: companyOf(owner),
      name: 'Zawadi Heights',
      status: 'rejected',
      units: 2,
    });
    expect(await list(owner, { name: 'zawadi' })).toEqual([id]);
    expect(await list(owner, { name: code, status: 'rejected', region: '047', vacant: true })).toEqual([id]);
    await say('occupied', id);
    expect(await list(owner, { name: 'zawadi', vacant: true })).toEqual([]);
    await expect(act(owner, (ctx) => property.archive(ctx, { id, archived: true }))).rejects.toEqual(refused('conflict'));
    await say('vacant', id);
    await act(owner, (ctx) => property.archive(ctx, { id, archived: true }));
    expect([await list(owner, { name: 'zawadi' }), await list(owner, { name: 'zawadi', archived: true })]).toEqual([[], [id]]);
    expect((await property.exportCsv(createTestCtx(services, owner), { sort: 'name', z_filter: { name: 'zawadi', archived: true } })).csv).toContain(
      code,
    );
  });
});

describe('property editing conflict', () => {
  test('refuses the change of the second editor and returns the saved version', async () => {
    const { id } = await createExampleProperty(services, { company_id: companyOf(owner) });
    const { revision } = await property.details(createTestCtx(services, owner), { id });
    await act(owner, (ctx) => property.update(ctx, { id, name: 'First', revision }));
    await expect(act(owner, (ctx) => property.update(ctx, { id, name: 'Second', revision }))).rejects.toEqual(
      refused('conflict', { extra: { current: expect.objectContaining({ name: 'First', revision: revision + 1 }) } }),
    );
    await expect(act(owner, (ctx) => property.updateSettings(ctx, { id, notice_days: 7, revision }))).rejects.toEqual(refused('conflict'));
    expect((await property.details(createTestCtx(services, owner), { id })).name).toBe('First');
  });
});

describe('property verification', () => {
  test('a request needs a unit and a map pin, and a verification expires after six months', async () => {
    const bare = await createExampleProperty(services, { company_id: companyOf(owner), pin: false, units: 0 });
    await expect(act(owner, (ctx) => property.requestVerification(ctx, { id: bare.id, note: '' }))).rejects.toEqual(
      refused('invalid', { extra: { fields: { pin: expect.any(String), units: expect.any(String) } } }),
    );
    const { id } = await createExampleProperty(services, { company_id: companyOf(owner) });
    expect((await act(owner, (ctx) => property.requestVerification(ctx, { id, note: '' }))).status).toBe('pending_verification');
    await expect(act(owner, (ctx) => property.requestVerification(ctx, { id, note: '' }))).rejects.toEqual(refused('wrongState'));
    expect(await listSentNotifications(services, 'property.to_verify')).toContainEqual(expect.objectContaining({ to: { personId: dealer.id } }));
    const done = await act(dealer, (ctx) => property.verify(ctx, { id, move: 'verify', note: 'Seen', checks: onSiteVerificationChecks }));
    expect(done).toMatchObject({ status: 'verified', verified_by: expect.any(String), verification_note: 'Seen' });
    const months = (new Date(done.verification_expires_at ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(months).toBeGreaterThan(179);
    expect(months).toBeLessThan(186);
    expect(await listSentNotifications(services, 'verification.passed')).toContainEqual(
      expect.objectContaining({ to: { personId: owner.id }, page: expect.stringContaining(`/dashboard/owner/properties/${id}/`) }),
    );
    expect(await property.expireDueVerifications(services.database.db)).toBe(0);
    await services.database.db
      .updateTable('property')
      .set({ verification_expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute();
    expect(await property.expireDueVerifications(services.database.db)).toBe(1);
    expect((await property.details(createTestCtx(services, owner), { id })).status).toBe('expired');
    expect((await act(owner, (ctx) => property.requestVerification(ctx, { id, note: '' }))).status).toBe('pending_verification');
  });

  test('a rejection needs a reason, people cannot verify their own property, and a dealer of another county gets 404', async () => {
    const { id } = await createExampleProperty(services, { company_id: companyOf(owner), status: 'pending_verification' });
    await expect(act(admin, (ctx) => property.verify(ctx, { id, move: 'reject', note: '', checks: [] }))).rejects.toEqual(refused('invalid'));
    expect((await act(admin, (ctx) => property.verify(ctx, { id, move: 'reject', note: 'No such plot', checks: [] }))).status).toBe('rejected');
    const own = await createExampleProperty(services, { company_id: companyOf(dealer), status: 'pending_verification' });
    await expect(
      act(dealer, (ctx) => property.verify(ctx, { id: own.id, move: 'verify', note: '', checks: onSiteVerificationChecks })),
    ).rejects.toEqual(refused('forbidden'));
    const away = await createExampleProperty(services, { company_id: companyOf(owner), status: 'pending_verification', region: '001' });
    await expect(
      act(dealer, (ctx) => property.verify(ctx, { id: away.id, move: 'verify', note: '', checks: onSiteVerificationChecks })),
    ).rejects.toEqual(refused('notFound'));
  });

  test('ends when the address, map pin or owner changes, but not when the name changes', async () => {
    const fresh = () =>
      createExampleProperty(services, { company_id: companyOf(owner), status: 'verified', verification_expires_at: new Date(Date.now() + 1e9) });
    const one = await fresh();
    expect((await act(owner, (ctx) => property.update(ctx, { id: one.id, name: 'Renamed', lat: -1.29 }))).status).toBe('verified');
    for (const change of [{ address: 'Other road' }, { lat: -1.3 }, { location_id: await findWardIdOfCounty(services, '001') }]) {
      const { id } = await fresh();
      expect(await act(owner, (ctx) => property.update(ctx, { id, ...change }))).toMatchObject({ status: 'draft', verification_expires_at: null });
    }
    const next = await createPerson(services, 'owner');
    const gone = await act(admin, (ctx) => property.transfer(ctx, { id: one.id, company_id: companyOf(next), reason: 'Sold' }));
    expect(gone).toMatchObject({ status: 'draft', company: { id: companyOf(next) } });
    expect([await list(next), (await list(owner)).includes(one.id)]).toEqual([[one.id], false]);
  });
});

async function hire(boss: TestPerson, grants: readonly string[]): Promise<TestPerson> {
  const { db } = services.database;
  const role = await db
    .insertInto('staff_role')
    .values({ company_id: companyOf(boss), name: `Role ${++n}`, grants: [...grants] })
    .returning('id')
    .executeTakeFirstOrThrow();
  const email = `hired-here${n}@makao.test`;
  const id = await addPerson(services.auth, db, {
    name: `Hired ${n}`,
    email,
    password: testPassword,
    userType: userTypes.staff,
    companyId: companyOf(boss),
    staffRoleId: role.id,
  });
  return reloadTestPerson(services, { id, email });
}
