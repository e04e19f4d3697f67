import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addDays, startOfDay, toNairobiDay } from '#contract/time/days.ts';
import { createVacancy, listJobOpenings, moveVacancy } from '#server/careers/service.ts';
import { closeExpiredInvitations, invitationService } from '#server/invitation/service.ts';
import { readPropertyAnalytics } from '#server/listing/analytics.ts';
import { requestListingConfirmations } from '#server/listing/scheduled-jobs.ts';
import { advancePromotions } from '#server/promotion/clock.ts';
import * as property from '#server/property/service.ts';
import { expireDueVerifications } from '#server/property/service.ts';
import { setClock } from './clock.ts';
import type { TestServices } from './db.ts';
import { createTestServices } from './db.ts';
import { addListing, addProperty, createOwnerWithUnit } from './fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from './people.ts';

let services: TestServices;
let owner: TestPerson;
let agent: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  [owner, agent] = [await createPerson(services, 'owner'), await createPerson(services, 'agent')];
});
afterEach(() => setClock(services, null));

const lateInDecember = '2026-12-31T20:59:00Z';
/** Half past midnight in Nairobi; UTC still writes December. */
const newYear = '2026-12-31T21:30:00Z';

describe('days begin at midnight in Nairobi', () => {
  test('the test clock gives every database connection the same time', async () => {
    await setClock(services, newYear);
    const asked = 'select app.now() as now, app.today() as today';
    const answers = [...(await sql<{ now: Date; today: string }>`select app.now() as now, app.today() as today`.execute(services.database.db)).rows];
    for (const pool of [services.database.pool, services.database.reads])
      answers.push(...(await pool.query<{ now: Date; today: string }>(asked)).rows);
    expect(answers).toEqual(answers.map(() => ({ now: new Date(newYear), today: '2027-01-01' })));
  });

  test('database rows are dated in Nairobi time', async () => {
    const { rows } = await services.database.pool.query(`select table_name, column_name from information_schema.columns
      where table_schema = 'public' and table_name <> 'schema_migration' and column_default ~ '(^|[^.])(now\\(\\)|CURRENT_)'`);
    expect(rows).toEqual([]);
  });

  test('a mandate begins and ends at midnight in Nairobi', async () => {
    const mine = await addProperty(services, owner.me.companyId ?? 0);
    const give = (days: object) =>
      services.database.db
        .insertInto('mandate')
        .values({ owner_company_id: owner.me.companyId ?? 0, agent_company_id: agent.me.companyId ?? 0, grants: ['property.read'], ...days })
        .returning('id')
        .executeTakeFirstOrThrow();
    const seen = async () =>
      (await property.list(createTestCtx(services, agent), { page: 1, page_size: 10, sort: '-updated_at', z_filter: {} })).results.map((p) => p.id);
    const { id: next } = await give({ starts_on: '2027-01-01' });
    await setClock(services, lateInDecember);
    expect(await seen()).toEqual([]);
    await setClock(services, newYear);
    expect(await seen()).toEqual([mine]);
    await services.database.db.updateTable('mandate').set({ starts_on: null, ends_on: '2026-12-31' }).where('id', '=', next).execute();
    expect(await seen()).toEqual([]);
    await setClock(services, lateInDecember);
    expect(await seen()).toEqual([mine]);
  });

  test('a job vacancy is open until the end of its last day in Nairobi', async () => {
    const admin = await createPerson(services, 'admin');
    const text = { title: 'Surveyor', department: '', place: 'Voi', kind: 'contract' as const, body: 'Measures plots.', closes_on: '2026-12-31' };
    const job = await runAsPerson(services, admin, (ctx) => createVacancy(ctx, text));
    await runAsPerson(services, admin, (ctx) => moveVacancy(ctx, { id: job.id, move: 'publish' }));
    const shown = async () => (await listJobOpenings(createTestCtx(services, null))).results.length;
    await setClock(services, lateInDecember);
    expect(await shown()).toBe(1);
    await setClock(services, newYear);
    expect(await shown()).toBe(0);
  });

  test('an invitation is dated with the Nairobi day on which it was sent', async () => {
    const invitations = invitationService(services);
    await setClock(services, newYear);
    const { id } = await runAsPerson(services, owner, (ctx) =>
      invitations.send(ctx, { kind: 'agent', message: '', locale: 'en', email: 'late@makao.test' }),
    );
    const row = await services.database.db.selectFrom('invitation').select('sent_on').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.sent_on).toBe('2027-01-01');
  });

  test('analytics count an enquiry on the Nairobi day on which it was received', async () => {
    const at = await createOwnerWithUnit(services);
    const won = async (days: number) => (await readPropertyAnalytics(createTestCtx(services, at.owner), { id: at.property, days })).now.won;
    await addListing(services, at);
    await services.database.db
      .insertInto('lead')
      .values({
        property_id: at.property,
        company_id: at.owner.me.companyId ?? 0,
        name: 'Kioko',
        phone: '+254712345678',
        status: 'won',
        source: 'manual',
        created_at: newYear,
      })
      .execute();
    // On 30 January the last thirty days begin on 1 January; in UTC the enquiry would be on the day before.
    await setClock(services, startOfDay('2027-01-30').toISOString());
    expect(await won(30)).toBe(1);
    await setClock(services, startOfDay('2027-01-31').toISOString());
    expect(await won(30)).toBe(0);
  });
});

test('timed jobs over a year: unconfirmed listings are paused, promotions start and end, verifications and invitations expire', async () => {
  const { db } = services.database;
  const first = '2027-02-01';
  await setClock(services, startOfDay(first).toISOString());
  const at = await createOwnerWithUnit(services);
  const offer = await addListing(services, at, { published_at: startOfDay(first), last_confirmed_at: startOfDay(first) });
  await db
    .updateTable('property')
    .set({ verification_expires_at: startOfDay('2027-08-01') })
    .where('id', '=', at.property)
    .execute();
  const days = { starts_at: startOfDay('2027-02-10'), ends_at: startOfDay('2027-02-20') };
  const promotion = await db
    .insertInto('promotion')
    .values({ company_id: at.owner.me.companyId ?? 0, name: 'February', discount_type: 1, value: 1000, status: 'scheduled', ...days })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('promotion_listing').values({ promotion_id: promotion.id, listing_id: offer }).execute();
  const invited = await runAsPerson(services, at.owner, (ctx) =>
    invitationService(services).send(ctx, { kind: 'agent', message: '', locale: 'en', email: 'year@makao.test' }),
  );
  const statuses = async (): Promise<Record<string, string>> =>
    (
      await sql<Record<'listing' | 'promotion' | 'property' | 'invitation', string>>`select
        (select status from listing where id = ${offer}) as listing, (select status from promotion where id = ${promotion.id}) as promotion,
        (select status from property where id = ${at.property}) as property, (select status from invitation where id = ${invited.id}) as invitation`.execute(
        db,
      )
    ).rows[0] ?? {};
  const said: Record<string, string[]> = {};
  const seen = new Map<string, string>();
  for (let n = 0; n < 365; n++) {
    const day = addDays(first, n);
    await setClock(services, startOfDay(day).toISOString());
    await requestListingConfirmations(services, db);
    await advancePromotions(db);
    await expireDueVerifications(db);
    await closeExpiredInvitations(db);
    for (const [table, status] of Object.entries(await statuses())) {
      if (seen.get(table) !== status) said[table] = [...(said[table] ?? []), `${day} ${status}`];
      seen.set(table, status);
    }
  }
  const { asked_at } = await db.selectFrom('listing').select('asked_at').where('id', '=', offer).executeTakeFirstOrThrow();
  expect(toNairobiDay(asked_at ?? 0)).toBe('2027-03-03');
  expect(said).toEqual({
    listing: [`${first} live`, '2027-03-10 paused'],
    promotion: [`${first} scheduled`, '2027-02-10 running', '2027-02-20 ended'],
    property: [`${first} verified`, '2027-08-01 expired'],
    invitation: [`${first} pending`, '2027-02-11 closed'],
  });
});
