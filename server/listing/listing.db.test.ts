import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { listingMachine } from '#contract/listing/machine.ts';
import { toCents } from '#contract/money/cents.ts';
import { calculateVacancyLoss } from '#contract/unit/vacancy.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addListing, addPictures, addProperty, addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listJobPayloads, listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { listingService } from './service.ts';

let services: TestServices;
let admin: TestPerson;
let service: ReturnType<typeof listingService>;
const draftAt = (at: Pick<OwnerWithUnit, 'property' | 'unit'>, facts: object = {}) =>
  addListing(services, at, { status: 'draft', published_at: null, ...facts });
type Move = keyof typeof listingMachine.moves;
const moved = (who: TestPerson, id: number, name: Move, more: { reason?: string; closed_as?: 'let' | 'sold' | 'withdrawn' } = {}) =>
  runAsPerson(services, who, (ctx) => service.move(ctx, { id, move: name, reason: '', ...more }));
const row = (id: number) => services.database.db.selectFrom('listing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isShown = async (id: number) => (await sql`select 1 from public_listing where id = ${id}`.execute(services.database.db)).rows.length === 1;
const emitted = async (topic: 'listing.published' | 'listing.repriced' | 'listing.closed', listingId: number) =>
  (await listJobPayloads(services, topic)).filter((payload) => payload.listingId === listingId).length;
const setUnit = (id: number, status: 'vacant' | 'occupied' | 'maintenance' | 'ordered') =>
  services.database.db.updateTable('unit').set({ status }).where('id', '=', id).execute();

beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
  service = listingService(services);
});

describe('publishing a listing', () => {
  test('is refused with the list of missing items of the checklist, and writes nothing', async () => {
    const owner = await createPerson(services, 'owner');
    await services.database.db.updateTable('person').set({ verified_status: 'suspended' }).where('id', '=', owner.id).execute();
    const property = await addProperty(services, owner.me.companyId ?? 0, { lat: null, lng: null, status: 'draft', stalled: true });
    const unit = await addUnit(services, property, { status: 'maintenance' });
    await addPictures(services, property, 2);
    const id = await draftAt({ property, unit });
    const { ready, items } = await service.readiness(createTestCtx(services, owner), { id });
    expect(ready).toBe(false);
    expect(items.filter((i) => !i.ok).map((i) => i.key)).toEqual(['pictures', 'pin', 'verified', 'not_stalled', 'holder', 'vacant']);
    expect(items[0]).toMatchObject({ have: 2, need: 3 });
    await expect(moved(owner, id, 'publish')).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('pin') });
    expect((await row(id)).status).toBe('draft');
  });

  test('a complete listing goes live, is public and notified once, and is hidden at once when paused', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await draftAt(at);
    expect(await moved(at.owner, id, 'publish')).toMatchObject({ status: 'live', shown: true });
    expect([await isShown(id), await emitted('listing.published', id)]).toEqual([true, 1]);
    await moved(at.owner, id, 'pause');
    expect(await isShown(id)).toBe(false);
    expect((await moved(at.owner, id, 'resume')).shown).toBe(true);
    expect(await emitted('listing.published', id)).toBe(1);
    await moved(at.owner, id, 'close', { closed_as: 'let' });
    expect([await isShown(id), await emitted('listing.closed', id)]).toEqual([false, 1]);
    await expect(runAsPerson(services, at.owner, (ctx) => service.update(ctx, { id, price_cents: toCents(1) }))).rejects.toMatchObject({
      failure: 'wrongState',
    });
  });

  test('only one of two listings of the same unit published concurrently succeeds, and the other listing is refused', async () => {
    for (let round = 0; round < 4; round++) {
      const at = await createOwnerWithUnit(services);
      const ids = [await draftAt(at), await draftAt(at)];
      const ended = await Promise.allSettled(ids.map((id) => moved(at.owner, id, 'publish')));
      const lost = ended.filter((e) => e.status === 'rejected');
      expect(lost).toHaveLength(1);
      expect(lost[0]?.reason).toMatchObject({
        failure: 'conflict',
        message: expect.stringContaining('Another listing of this type for the same unit is already live'),
      });
      expect((await Promise.all(ids.map(row))).map((r) => r.status).sort()).toEqual(['draft', 'live']);
    }
  });

  test('listings of different types for the same unit can both be live', async () => {
    const at = await createOwnerWithUnit(services);
    await addListing(services, at);
    const sale = await draftAt(at, { listing_type: 2, price_period: 3 });
    expect((await moved(at.owner, sale, 'publish')).status).toBe('live');
  });

  test("a listing over the plan's limit goes live hidden, and becomes visible when another listing is paused", async () => {
    const at = await createOwnerWithUnit(services);
    await services.database.db
      .updateTable('company')
      .set({ listing_limit: 1 })
      .where('id', '=', at.owner.me.companyId ?? 0)
      .execute();
    const first = await draftAt(at);
    const second = await draftAt({ property: at.property, unit: await addUnit(services, at.property) });
    await moved(at.owner, first, 'publish');
    expect(await moved(at.owner, second, 'publish')).toMatchObject({ status: 'live', over_plan: true, shown: false });
    await moved(at.owner, first, 'pause');
    expect([await isShown(first), await isShown(second)]).toEqual([false, true]);
    await moved(at.owner, first, 'resume');
    expect([await isShown(first), await isShown(second)]).toEqual([true, false]);
  });

  test("a listing with images from another owner's listing requires a review, which Makao approves or rejects with a reason", async () => {
    const [theirs, ours] = [await createOwnerWithUnit(services), await createOwnerWithUnit(services)];
    for (const { property } of [theirs, ours])
      await services.database.db.updateTable('media_item').set({ phash: 77 }).where('property_id', '=', property).execute();
    const id = await draftAt(ours);
    expect((await moved(ours.owner, id, 'publish')).status).toBe('review');
    await expect(moved(ours.owner, id, 'approve')).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(moved(admin, id, 'decline')).rejects.toMatchObject({ failure: 'invalid' });
    expect((await moved(admin, id, 'decline', { reason: 'Not your pictures' })).status).toBe('draft');
    await moved(ours.owner, id, 'publish');
    expect((await moved(admin, id, 'approve')).shown).toBe(true);
  });
});

describe('pause of a listing by Makao', () => {
  test('requires a reason, notifies the contact, and cannot be ended by the company', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await addListing(services, at, { contact_id: at.owner.id });
    await expect(moved(at.owner, id, 'force', { reason: 'x' })).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(moved(admin, id, 'force')).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { reason: expect.any(String) } } });
    expect(await moved(admin, id, 'force', { reason: 'Reported as taken' })).toMatchObject({ status: 'paused', status_reason: 'Reported as taken' });
    expect((await listSentNotifications(services, 'listing.paused')).filter(({ to }) => to.personId === at.owner.id)).toHaveLength(1);
    expect((await service.details(createTestCtx(services, at.owner), { id })).moves).not.toContain('resume');
    await expect(moved(at.owner, id, 'resume')).rejects.toMatchObject({ failure: 'wrongState' });
    await moved(at.owner, id, 'close', { closed_as: 'withdrawn' });
    await moved(at.owner, id, 'reopen');
    await expect(moved(at.owner, id, 'publish')).rejects.toMatchObject({
      failure: 'conflict',
      message: expect.stringContaining('Makao paused this listing'),
    });
    const twin = await draftAt(at);
    await expect(moved(at.owner, twin, 'publish')).rejects.toMatchObject({ failure: 'conflict' });
    expect((await moved(admin, id, 'publish')).shown).toBe(true);
  });
});

describe('listing permissions', () => {
  test('another company cannot see a listing, and an agent can edit a listing only if the mandate allows editing', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await addListing(services, at);
    const stranger = await createPerson(services, 'agent');
    await expect(service.details(createTestCtx(services, stranger), { id })).rejects.toMatchObject({ failure: 'notFound' });
    const grants = ['property.read', 'units.read'];
    const mandate = await services.database.db
      .insertInto('mandate')
      .values({ owner_company_id: at.owner.me.companyId ?? 0, agent_company_id: stranger.me.companyId ?? 0, grants })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await service.details(createTestCtx(services, stranger), { id })).toMatchObject({ may_edit: false, moves: [] });
    await expect(moved(stranger, id, 'pause')).rejects.toMatchObject({ failure: 'forbidden', extra: { missing: 'units.edit' } });
    await services.database.db
      .updateTable('mandate')
      .set({ grants: [...grants, 'units.edit'] })
      .where('id', '=', mandate.id)
      .execute();
    expect((await moved(stranger, id, 'pause')).status).toBe('paused');
  });
});

describe('listing state machine', () => {
  const path = {
    draft: [],
    review: [],
    live: ['publish'],
    paused: ['publish', 'pause'],
    closed: ['publish', 'close'],
    archived: ['publish', 'close', 'archive'],
  } as const satisfies Record<string, readonly Move[]>;
  test.each((Object.keys(listingMachine.moves) as Move[]).filter((n) => !['hold', 'wake', 'unclose', 'submit', 'approve', 'decline'].includes(n)))(
    'the move %s succeeds from its source states and is refused from all other states',
    async (name) => {
      for (const state of ['draft', 'live', 'paused', 'closed', 'archived'] as const) {
        const at = await createOwnerWithUnit(services);
        const id = await draftAt(at);
        for (const before of path[state]) await moved(admin, id, before, before === 'close' ? { closed_as: 'let' } : {});
        const { from, to } = listingMachine.moves[name];
        const go = moved(admin, id, name, { reason: 'because', closed_as: 'let' });
        if (from.includes(state)) expect((await go).status).toBe(to);
        else await expect(go).rejects.toMatchObject({ failure: 'wrongState', extra: { from: state } });
      }
    },
  );
});

describe('listing changes', () => {
  test('a draft starts with its unit’s terms, and a price change is recorded and, for a live listing, notified', async () => {
    const at = await createOwnerWithUnit(services);
    await services.database.db
      .updateTable('unit')
      .set({ deposit_cents: toCents(900_000), service_charge_cents: toCents(5_000) })
      .where('id', '=', at.unit)
      .execute();
    const made = await runAsPerson(services, at.owner, (ctx) =>
      service.create(ctx, { property_id: at.property, unit_id: at.unit, listing_type: 0, price_cents: toCents(4_500_000) }),
    );
    expect(made).toMatchObject({ status: 'draft', deposit_cents: 900_000, service_charge_cents: 5_000, contact: { id: at.owner.id } });
    expect(made.title).toContain(' at Place');
    await moved(at.owner, made.id, 'publish');
    const change = (price_cents: number, revision?: number) =>
      runAsPerson(services, at.owner, (ctx) =>
        service.update(ctx, { id: made.id, price_cents: toCents(price_cents), ...(revision === undefined ? {} : { revision }) }),
      );
    const { revision } = await change(4_200_000);
    await change(4_200_000);
    expect((await service.performance(createTestCtx(services, at.owner), { id: made.id })).prices.map((p) => p.price_cents)).toEqual([
      4_200_000, 4_500_000,
    ]);
    expect(await emitted('listing.repriced', made.id)).toBe(1);
    await expect(change(4_000_000, revision)).rejects.toMatchObject({ failure: 'conflict', extra: { current: { price_cents: 4_200_000 } } });
  });

  test('contradictory terms are rejected with the name of the field', async () => {
    const at = await createOwnerWithUnit(services);
    const id = await draftAt(at);
    const stranger = await createPerson(services, 'agent');
    const change = (more: object) => runAsPerson(services, at.owner, (ctx) => service.update(ctx, { id, ...more }));
    await expect(change({ price_period: 3 })).rejects.toMatchObject({ extra: { fields: { price_period: expect.any(String) } } });
    await expect(change({ available_from: '2020-01-01' })).rejects.toMatchObject({ extra: { fields: { available_from: expect.any(String) } } });
    await expect(change({ contact_id: stranger.id })).rejects.toMatchObject({ extra: { fields: { contact_id: expect.any(String) } } });
  });

  test('bulk creation publishes complete listings and leaves incomplete listings as drafts', async () => {
    const at = await createOwnerWithUnit(services);
    const more = [await addUnit(services, at.property), await addUnit(services, at.property)];
    await addListing(services, at);
    const many = (unit_ids: number[]) =>
      runAsPerson(services, at.owner, (ctx) =>
        service.createMany(ctx, { property_id: at.property, unit_ids, listing_type: 0, price_cents: toCents(4_500_000), publish: true }),
      );
    const { made } = await many([at.unit, ...more]);
    expect(made.map((l) => [l.status, l.missing])).toEqual([
      ['draft', ['only']],
      ['live', []],
      ['live', []],
    ]);
    await setUnit(more[0] ?? 0, 'occupied');
    await expect(many(more)).rejects.toMatchObject({ failure: 'invalid' });
    const foreign = await createOwnerWithUnit(services);
    await expect(many([foreign.unit])).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('listing lists and analytics', () => {
  test('the list filters by type, status, property, price, days live and text, and the export matches the list', async () => {
    const at = await createOwnerWithUnit(services);
    const old = await addListing(services, at, {
      title: 'Old 100% offer',
      published_at: new Date(Date.now() - 40 * 86_400_000),
      last_confirmed_at: new Date(Date.now() - 40 * 86_400_000),
    });
    const dear = await draftAt(at, { price_cents: 9_000_000, title: 'Dear' });
    const ids = async (z_filter: object) =>
      (await service.list(createTestCtx(services, at.owner), { page: 1, page_size: 10, sort: 'price_cents', z_filter })).results.map((l) => l.id);
    expect(await ids({})).toEqual([old, dear]);
    expect(await ids({ status: 'draft' })).toEqual([dear]);
    expect(await ids({ min: 5_000_000 })).toEqual([dear]);
    expect(await ids({ days: 30 })).toEqual([old]);
    expect(await ids({ unconfirmed: true })).toEqual([old]);
    expect(await ids({ q: '100%' })).toEqual([old]);
    expect(await ids({ property_id: at.property + 1 })).toEqual([]);
    expect((await service.exportCsv(createTestCtx(services, at.owner), { sort: 'title', z_filter: { status: 'draft' } })).count).toBe(1);
  });

  test('analytics contain sums, the funnel, vacancy cost, and the median price of three other listings in the county', async () => {
    const at = await createOwnerWithUnit(services);
    await services.database.db
      .updateTable('unit')
      .set({ status_since: new Date(Date.now() - 30.5 * 86_400_000), rent_cents: toCents(3_000_000) })
      .where('id', '=', at.unit)
      .execute();
    const id = await addListing(services, at, { price_cents: 13_500_000, price_period: 4 });
    await sql`insert into listing_day (listing_id, day, views, saves, enquiries) select ${id}, (now() at time zone 'Africa/Nairobi')::date - d, 10, 2, 1 from generate_series(0, 44) d`.execute(
      services.database.db,
    );
    const answer = await service.analytics(createTestCtx(services, at.owner), { id: at.property, days: 30 });
    expect(answer.now).toMatchObject({ views: 300, saves: 60, enquiries: 30 });
    expect(answer.before).toMatchObject({ views: 150 });
    expect(answer.days).toHaveLength(30);
    // The amount equals that on the unit's page: a year's rent divided by days.
    expect(answer.units[0]).toMatchObject({ days: 30, cost_cents: calculateVacancyLoss(3_000_000, 30) });
    expect(answer.market[0]).toMatchObject({ cents: 4_500_000, others: expect.any(Number) });
    expect(answer.quality[0]?.tips).toContain('pictures');
    const year = await service.analytics(createTestCtx(services, at.owner), { id: at.property, days: 365 });
    expect(year.days.reduce((n, d) => n + d.views, 0)).toBe(450);
  });
});
