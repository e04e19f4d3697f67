import { beforeAll, describe, expect, test } from 'vitest';
import { leadMachine } from '#contract/lead/machine.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addListing, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { leadService } from './service.ts';

let services: TestServices;
let service: ReturnType<typeof leadService>;
let n = 0;
const said = (more: object = {}) => ({
  name: 'Wanjiru',
  phone: `07120000${String(++n).padStart(2, '0')}`,
  message: 'Is it free?',
  website: '',
  may_call: false,
  ...more,
});
const ask = (more: object, ip = `10.0.0.${++n}`, who: TestPerson | null = null) =>
  runAsPerson(services, who, (ctx) => service.enquire({ ...ctx, from: { ...ctx.from, ip } }, said(more)));
const leadsOf = (companyId: number | null) =>
  services.database.db.selectFrom('lead').selectAll().where('company_id', '=', companyId).orderBy('id').execute();
const toldTo = async (personId: number, event: string) =>
  (await listSentNotifications(services, event)).filter(({ to }) => to.personId === personId).length;

beforeAll(async () => {
  services = await createTestServices();
  service = leadService(services);
});

describe('enquiry', () => {
  test("is saved for the contact's company with an E.164 phone number, counted for the listing and notified to the contact", async () => {
    const at = await createOwnerWithUnit(services);
    const agent = await createPerson(services, 'agent');
    const id = await addListing(services, at, { contact_id: agent.id });
    await ask({ listing_id: id, phone: '0712 345 678', email: '' });
    expect(await leadsOf(agent.me.companyId)).toMatchObject([
      {
        listing_id: id,
        property_id: at.property,
        unit_id: at.unit,
        phone: '+254712345678',
        email: null,
        assigned_to: agent.id,
        source: 'portal',
        status: 'new',
      },
    ]);
    expect(await leadsOf(at.owner.me.companyId)).toEqual([]);
    const [asked] = await leadsOf(agent.me.companyId);
    expect((await listSentNotifications(services, 'lead.new')).filter(({ to }) => to.personId === agent.id)).toMatchObject([
      { page: `/dashboard/agent/properties/leads?lead=${asked?.id}` },
    ]);
    expect(await services.database.db.selectFrom('listing').select('enquiries').where('id', '=', id).executeTakeFirst()).toEqual({ enquiries: 1 });
    expect(await services.database.db.selectFrom('listing_day').select('enquiries').where('listing_id', '=', id).execute()).toEqual([
      { enquiries: 1 },
    ]);
  });

  test("the owner sees the status of enquiries answered by agents, but not the visitor's identity; other companies see no such enquiries", async () => {
    const at = await createOwnerWithUnit(services);
    const agent = await createPerson(services, 'agent');
    const id = await addListing(services, at, { contact_id: agent.id });
    await ask({ listing_id: id });
    const seenBy = (who: TestPerson) => runAsPerson(services, who, (ctx) => service.listWithAgents(ctx, { page: 1, page_size: 10 }));
    const seen = await seenBy(at.owner);
    expect(seen).toMatchObject({ count: 1, unanswered: 1, results: [{ listing: { id }, status: 'new', first_answer_at: null }] });
    expect(JSON.stringify(seen)).not.toMatch(/Wanjiru|\+2547|Is it free/);
    expect(await seenBy(agent)).toMatchObject({ count: 0 });
    expect(await seenBy(await createPerson(services, 'owner'))).toMatchObject({ count: 0 });
  });

  test('goes to the owner when the contact of the listing is no longer active', async () => {
    const at = await createOwnerWithUnit(services);
    const gone = await createPerson(services, 'agent');
    await services.database.db.updateTable('person').set({ is_active: false }).where('id', '=', gone.id).execute();
    await ask({ listing_id: await addListing(services, at, { contact_id: gone.id }) });
    expect(await leadsOf(at.owner.me.companyId)).toHaveLength(1);
    expect([await toldTo(at.owner.id, 'lead.new'), await toldTo(gone.id, 'lead.new')]).toEqual([1, 0]);
  });

  test('cannot be recorded by a dealer about a listing of the county that is not of their companies', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await addListing(services, at);
    const dealer = await createPerson(services, 'dealer');
    await services.database.db
      .updateTable('company')
      .set({ region: '047' })
      .where('id', '=', dealer.me.companyId ?? 0)
      .execute();
    const record = (who: TestPerson) =>
      runAsPerson(services, who, (ctx) => service.create(ctx, { listing_id: id, name: 'Wanjiru', phone: '+254712345678', message: 'Is it free?' }));
    await expect(record(dealer)).rejects.toMatchObject({ failure: 'notFound' });
    expect(await record(at.owner)).toMatchObject({ listing: { id } });
    await services.database.db
      .insertInto('mandate')
      .values({
        owner_company_id: at.owner.me.companyId ?? 0,
        agent_company_id: dealer.me.companyId ?? 0,
        all_properties: true,
        grants: ['contacts.create'],
      })
      .execute();
    expect(await record(dealer)).toMatchObject({ listing: { id } });
  });

  test('is refused if sent to an unverified agent or about a listing that is not public', async () => {
    const agent = await createPerson(services, 'agent');
    await ask({ agent_id: agent.id });
    expect(await leadsOf(agent.me.companyId)).toMatchObject([{ source: 'agent_page', listing_id: null }]);
    await services.database.db.updateTable('person').set({ verified_status: 'pending' }).where('id', '=', agent.id).execute();
    await expect(ask({ agent_id: agent.id })).rejects.toMatchObject({ failure: 'notFound' });
    const at = await createOwnerWithUnit(services);
    const paused = await addListing(services, at, { status: 'paused' });
    await expect(ask({ listing_id: paused })).rejects.toMatchObject({ failure: 'notFound' });
    await expect(ask({})).rejects.toMatchObject({ failure: 'invalid' });
    await expect(ask({ listing_id: paused, phone: '0712' })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { phone: expect.any(String) } },
    });
  });

  test('is discarded without an error if the hidden field is filled; enquiries per IP address and phone number are limited', async () => {
    const at = await createOwnerWithUnit(services);
    const listing_id = await addListing(services, at);
    expect(await ask({ listing_id, website: 'http://spam' })).toEqual({ sent: true, talk: expect.any(String) });
    expect(await leadsOf(at.owner.me.companyId)).toEqual([]);
    for (let i = 0; i < 10; i++) await ask({ listing_id }, '9.9.9.9');
    await expect(ask({ listing_id }, '9.9.9.9')).rejects.toMatchObject({ failure: 'tooMany', extra: { retry_after: expect.any(Number) } });
    for (let i = 0; i < 6; i++) await ask({ listing_id, phone: '0799 111 222' });
    await expect(ask({ listing_id, phone: '+254 799 111222' })).rejects.toMatchObject({ failure: 'tooMany' });
  });
});

const lead = async (owner: TestPerson, facts: object = {}) =>
  (
    await services.database.db
      .insertInto('lead')
      .values({ company_id: owner.me.companyId ?? 0, name: 'Otieno', phone: '+254712345678', ...facts })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

const colleague = async (owner: TestPerson, name: string, grants: string[]) => {
  const { db } = services.database;
  const company_id = owner.me.companyId ?? 0;
  const role = await db.insertInto('staff_role').values({ company_id, name, grants }).returning('id').executeTakeFirstOrThrow();
  return db
    .insertInto('person')
    .values({ name, email: `colleague${++n}@makao.test`, user_type: 6, company_id, staff_role_id: role.id, onboarding: false })
    .returning('id')
    .executeTakeFirstOrThrow();
};

describe('enquiry: stages', () => {
  test.each(Object.keys(leadMachine.moves) as (keyof typeof leadMachine.moves)[])(
    'the move %s is possible from its source stages only',
    async (name) => {
      const owner = await createPerson(services, 'owner');
      for (const status of Object.keys(leadMachine.states) as (keyof typeof leadMachine.states)[]) {
        const id = await lead(owner, { status });
        const go = runAsPerson(services, owner, (ctx) => service.move(ctx, { id, move: name, reason: 'Too dear' }));
        const { from, to } = leadMachine.moves[name];
        if (from.includes(status)) expect(await go).toMatchObject({ status: to, first_answer_at: expect.any(String) });
        else await expect(go).rejects.toMatchObject({ failure: 'wrongState', extra: { from: status } });
      }
    },
  );

  test('marking an enquiry as lost requires a reason, and only the first stage change sets the response time', async () => {
    const owner = await createPerson(services, 'owner');
    const id = await lead(owner, { created_at: new Date(Date.now() - 30 * 60_000) });
    const go = (move: 'contact' | 'lose', reason = '') => runAsPerson(services, owner, (ctx) => service.move(ctx, { id, move, reason }));
    await expect(go('lose')).rejects.toMatchObject({ failure: 'invalid' });
    const { first_answer_at } = await go('contact');
    expect(await go('lose', 'Found another')).toMatchObject({ lost_reason: 'Found another', first_answer_at });
    const { stages, answer_minutes } = await service.board(createTestCtx(services, owner), {});
    expect(answer_minutes).toBe(30);
    expect(stages.filter((s) => s.count > 0).map((s) => [s.status, s.results.length])).toEqual([['lost', 1]]);
  });
});

describe('enquiry: assignment', () => {
  test('only colleagues with a role and teams that allow work on the enquiry are offered and accepted', async () => {
    const { db } = services.database;
    const [at, elsewhere] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
    const { owner } = at;
    const rights = ['contacts.read', 'contacts.edit'];
    await colleague(owner, 'Everywhere', rights);
    const reader = await colleague(owner, 'Reader', ['contacts.read']);
    const [near, far] = [await colleague(owner, 'Near', rights), await colleague(owner, 'Far', rights)];
    for (const [person, property_id] of [
      [near, at.property],
      [far, elsewhere.property],
    ] as const) {
      const team = await db
        .insertInto('team')
        .values({ company_id: owner.me.companyId ?? 0, name: `Team ${++n}`, limited: true })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('team_member').values({ team_id: team.id, person_id: person.id }).execute();
      await db.insertInto('team_property').values({ team_id: team.id, property_id }).execute();
    }
    const id = await lead(owner, { property_id: at.property });
    const { results } = await service.listAssignees(createTestCtx(services, owner), { id });
    expect(results.map((one) => one.name).sort()).toEqual(['Everywhere', 'Near', expect.stringContaining('owner')]);
    for (const other of [reader, far])
      await expect(runAsPerson(services, owner, (ctx) => service.update(ctx, { id, assigned_to: other.id }))).rejects.toMatchObject({
        failure: 'invalid',
        extra: { fields: { assigned_to: expect.any(String) } },
      });
    expect(await runAsPerson(services, owner, (ctx) => service.update(ctx, { id, assigned_to: near.id }))).toMatchObject({
      assigned: { name: 'Near' },
    });
  });

  test('the assigned colleague is notified, and assignment to a person of another company is refused', async () => {
    const [owner, other] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
    const staff = await colleague(owner, 'Colleague', ['contacts.read', 'contacts.edit']);
    const id = await lead(owner);
    const give = (assigned_to: number, revision?: number) =>
      runAsPerson(services, owner, (ctx) => service.update(ctx, { id, assigned_to, ...(revision ? { revision } : {}) }));
    await expect(give(other.id)).rejects.toMatchObject({ failure: 'invalid' });
    expect(await give(staff.id, 1)).toMatchObject({ assigned: { name: 'Colleague' } });
    const tellings = (await listSentNotifications(services, 'lead.assigned')).filter(({ to }) => to.personId === staff.id);
    expect(tellings).toMatchObject([{ page: `/dashboard/owner/properties/leads?lead=${id}` }]);
    await expect(give(owner.id, 1)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(service.details(createTestCtx(services, other), { id })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await service.list(createTestCtx(services, other), { page: 1, page_size: 10, sort: 'name' })).count).toBe(0);
  });
});
