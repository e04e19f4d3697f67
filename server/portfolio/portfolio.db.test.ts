import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { onUnitStatusChange } from '#server/listing/scheduled-jobs.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { addListing, addUnit } from '#test/fixtures/market.ts';
import { readUnitStatus, runAs, setTestDay, setUpTenancyTests, startDay, testPlace, testServices } from '#test/fixtures/tenancies.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import * as portfolio from './service.ts';

setUpTenancyTests();

/** A small part size, so that a sheet of a few rows is imported in several parts. */
const part = 5;
let n = 0;
let court = '';
type Cells = Parameters<typeof portfolio.checkPortfolioRows>[1]['rows'][number]['cells'];
const line = (cells: Cells) => ({ line: ++n, sheet: '', property: court, cells });
const unit = (name: string, facts: object = {}) => addUnit(testServices, testPlace.property, { name, ...facts });
const key = () => `00000000-0000-4000-8000-${String(++n).padStart(12, '0')}`;
const jane = { tenant: 'Jane Wanjiru', since: '1/3/2025', rent: '25,000' };
const phone = () => `0713 ${String(500_000 + ++n)}`;
const check = (rows: ReturnType<typeof line>[], by: TestPerson = testPlace.owner) => runAs(by, (ctx) => portfolio.checkPortfolioRows(ctx, { rows }));
const bring = (rows: ReturnType<typeof line>[], client_key = key(), by: TestPerson = testPlace.owner) =>
  runAs(by, (ctx) => portfolio.importPortfolioRows(ctx, { rows, client_key, file_name: 'tenants.xlsx' }, part));
const undo = (id: number, keep_changed = false) => runAs(testPlace.owner, (ctx) => portfolio.undoPortfolioImport(ctx, { id, keep_changed }, part));
const madeBy = (id: number) => testServices.database.db.selectFrom('tenancy').selectAll().where('import_id', '=', id).orderBy('unit_id').execute();
const messages = async () =>
  (await sql<{ n: number }>`select count(*)::int as n from job.job_common where name = 'notification.deliver'`.execute(testServices.database.db))
    .rows[0]?.n;
const company = async () =>
  (await testServices.database.db.selectFrom('property').select('company_id').where('id', '=', testPlace.property).executeTakeFirstOrThrow())
    .company_id;

beforeEach(async () => {
  court = `Court ${++n}`;
  await testServices.database.db.updateTable('property').set({ name: court }).where('id', '=', testPlace.property).execute();
});

describe('tenancy import with similar names', () => {
  test('suggests similar names from the same company only, and never applies a suggestion automatically', async () => {
    court = `Kilimani Heights ${++n}`;
    await testServices.database.db.updateTable('property').set({ name: court }).where('id', '=', testPlace.property).execute();
    await unit('Penthouse');
    await unit('B07');
    const wrong = async (cells: Cells) => (await check([line({ ...jane, phone: phone(), ...cells })])).rows[0];
    const slipped = court.replace('Heights', 'Hieghts');
    expect((await wrong({ name: 'B07', property: slipped }))?.problems).toMatchObject([{ field: 'property', text: slipped, meant: court }]);
    expect((await wrong({ name: 'House B7' }))?.problems).toMatchObject([{ field: 'name', meant: 'B07' }]);
    expect((await wrong({ name: 'Pent hous' }))?.problems).toMatchObject([{ field: 'name', meant: 'Penthouse' }]);
    expect((await wrong({ name: 'B08' }))?.problems[0]).not.toHaveProperty('meant');
    await expect(bring([line({ ...jane, name: 'House B7', phone: phone() })])).rejects.toMatchObject({ failure: 'invalid' });
    const stranger = await createPerson(testServices, 'owner');
    const [foreign] = (await check([line({ ...jane, name: 'B07', property: slipped, phone: phone() })], stranger)).rows;
    expect(foreign?.problems[0]).not.toHaveProperty('meant');
  });
});

describe('tenancy import from a spreadsheet', () => {
  test('the check reports errors by cell and saves nothing', async () => {
    await unit('D1');
    await unit('D2');
    await unit('D3');
    await unit('D4', { status: 'maintenance' });
    const number = phone();
    const wrong: [Cells, string][] = [
      [{ ...jane, name: 'Z9', phone: phone() }, 'name'],
      [{ ...jane, name: 'D4', phone: phone() }, 'name'],
      [{ ...jane, name: 'D1', property: 'Nowhere Flats' }, 'property'],
      [{ ...jane, name: 'D1', tenant: 'Vacant' }, 'tenant'],
      [{ name: 'D1', since: '1/3/2025', rent: '25,000' }, 'tenant'],
      [{ ...jane, name: 'D1', phone: '12' }, 'phone'],
      [{ ...jane, name: 'D1', email: 'jane at home' }, 'email'],
      [{ ...jane, name: 'D1', since: 'long ago' }, 'since'],
      [{ ...jane, name: 'D1', since: addDays(startDay, 30) }, 'since'],
      [{ ...jane, name: 'D1', since: '0001-01-01' }, 'since'],
      [{ tenant: 'Jane', rent: '25,000', name: 'D1' }, 'since'],
      [{ ...jane, name: 'D1', until: '1/1/2024' }, 'until'],
      [{ ...jane, name: 'D1', rent: 'cheap' }, 'rent'],
      [{ ...jane, name: 'D1', deposit: 'yes' }, 'deposit'],
      [{ ...jane, name: 'D1', balance: 'some' }, 'balance'],
      [{ ...jane, name: 'D1', as_of: addDays(startDay, 5) }, 'as_of'],
    ];
    for (const [cells, field] of wrong) {
      const { rows } = await check([line(cells)]);
      expect(
        rows[0]?.problems.map((one) => one.field),
        JSON.stringify(cells),
      ).toEqual([field]);
      expect(rows[0]?.problems[0]?.problem).toMatch(/\w{3}/);
    }
    const twice = await check([
      line({ ...jane, name: 'D1', phone: number }),
      line({ ...jane, name: 'd 1', phone: phone(), tenant: 'Peter' }),
      line({ ...jane, name: 'D2', phone: number, tenant: 'Somebody else' }),
      line({ ...jane, name: 'D3', phone: number }),
    ]);
    expect(twice.rows.map((row) => row.problems.map((one) => one.field))).toEqual([[], ['name'], ['phone'], []]);
    const nameless = await check([line({ ...jane, name: 'D1' }), line({ ...jane, name: 'D2' })]);
    expect(nameless.rows.map((row) => row.problems.map((one) => one.field))).toEqual([[], ['tenant']]);
    expect(await testServices.database.db.selectFrom('tenancy').select('id').where('property_id', '=', testPlace.property).execute()).toEqual([]);
  });

  test('reads three date formats, asks tenants with a contact first, and begins the tenancy of one without a contact', async () => {
    const [a, b, c] = [await unit('D1'), await unit('D2'), await unit('D3', { rent_cents: 900_000 })];
    const told = await messages();
    const sheet = await bring([
      line({
        ...jane,
        name: 'D1',
        phone: phone(),
        since: '2025-03-01',
        until: '2028-02-29',
        deposit: '25,000',
        balance: '2,500',
        as_of: '28/2/2027',
      }),
      line({ name: 'D2', tenant: 'Peter Otieno', phone: phone(), since: '45717', until: '31/12/2025', rent: 'KSh 12k', balance: '(1,000)' }),
      line({ name: 'D3', tenant: 'Amina', since: '1 Mar 2025' }),
      line({ ...jane, name: 'B7', phone: phone() }),
    ]);
    expect(sheet).toMatchObject({ tenancies: 3, waiting: 0, left_out: 1 });
    const made = await madeBy(sheet.id);
    expect(made.map((t) => [t.unit_id, t.status, t.starts_on, t.ends_on, t.term_type])).toEqual([
      [a, 'pending', '2025-03-01', '2028-02-29', 'fixed'],
      [b, 'pending', '2025-03-01', null, 'periodic'],
      [c, 'active', '2025-03-01', null, 'periodic'],
    ]);
    expect(made[0]).toMatchObject({
      opening: { balance_cents: 250_000, deposit_held_cents: 2_500_000, as_of: '2027-02-28' },
      deposit_cents: 2_500_000,
    });
    expect(made[1]).toMatchObject({ opening: { balance_cents: -100_000, as_of: clock.today() } });
    expect((await tenancy.details(createTestCtx(testServices, testPlace.owner), { id: made[2]?.id ?? 0 })).rent_cents).toBe(900_000);
    expect([await readUnitStatus(a), await readUnitStatus(b), await readUnitStatus(c)]).toEqual(['ordered', 'ordered', 'occupied']);
    expect(await messages()).toBe((told ?? 0) + 2);
    const left = await runAs(testPlace.owner, (ctx) => portfolio.readSkippedRows(ctx, { id: sheet.id }));
    expect(left.rows).toMatchObject([{ cells: { name: 'B7' }, problems: [{ field: 'name' }] }]);
    // A second import of the same rows finds every unit occupied.
    const again = await check([line({ ...jane, name: 'D1', phone: phone() })]);
    expect(again.rows[0]?.problems.map((one) => one.field)).toEqual(['name']);
  });

  test('matches a known phone number to the existing tenant only if the name is the same', async () => {
    await unit('D1');
    await unit('D2');
    const number = phone();
    const sheet = await bring([line({ ...jane, name: 'D1', phone: number }), line({ ...jane, name: 'D2', phone: number })]);
    const ids = await madeBy(sheet.id);
    const people = await testServices.database.db
      .selectFrom('tenancy_person')
      .select('tenant_id')
      .distinct()
      .where(
        'tenancy_id',
        'in',
        ids.map((t) => t.id),
      )
      .execute();
    expect(people).toHaveLength(1);
    await unit('D3');
    const other = await check([line({ ...jane, name: 'D3', phone: number, tenant: 'Mary' })]);
    expect(other.rows[0]?.problems).toMatchObject([{ field: 'phone', problem: expect.stringContaining('Jane Wanjiru') }]);
  });

  test('turns a recorded occupant with arrears into a tenancy, and undo restores the occupant and the arrears', async () => {
    const id = await unit('D1', { status: 'occupied', occupied_said: true });
    const { db } = testServices.database;
    const place = { company_id: await company(), property_id: testPlace.property, unit_id: id };
    const one = await db
      .insertInto('occupant')
      .values({ ...place, name: 'Jane Wanjiru', phone: '+254713600001', since: '2024-05-01', rent_cents: toCents(1_800_000) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('opening_balance')
      .values({ ...place, occupant_id: one.id, cents: toCents(420_000), as_of: '2027-01-31' })
      .execute();
    const { rows } = await check([line({ name: 'D1' })]);
    expect(rows[0]).toMatchObject({
      ...{ tenant: 'Jane Wanjiru', phone: '+254713600001', starts_on: '2024-05-01', rent_cents: 1_800_000, balance_cents: 420_000 },
      ...{ as_of: '2027-01-31', takes_up: true, problems: [] },
    });
    // A tenant without a contact cannot be asked, so the tenancy begins at once.
    await db.updateTable('occupant').set({ phone: null }).where('id', '=', one.id).execute();
    const sheet = await bring([line({ name: 'D1' })]);
    const kept = () =>
      db
        .selectFrom('occupant')
        .innerJoin('opening_balance', 'opening_balance.occupant_id', 'occupant.id')
        .select(['ended_at', 'occupant.taken_up_at', 'opening_balance.taken_up_at as owed_up_at'])
        .where('occupant.id', '=', one.id)
        .executeTakeFirstOrThrow();
    expect(await kept()).toEqual({ ended_at: expect.any(Date), taken_up_at: expect.any(Date), owed_up_at: expect.any(Date) });
    await undo(sheet.id);
    expect(await kept()).toEqual({ ended_at: null, taken_up_at: null, owed_up_at: null });
    expect(await db.selectFrom('unit').select(['status', 'occupied_said']).where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      ...{ status: 'occupied', occupied_said: true },
    });
  });

  test('runs in batches, resumes after an interruption, and imports nothing twice when the request is repeated', async () => {
    const rows = [];
    for (let at = 1; at <= 8; at++) {
      await unit(`N${at}`);
      rows.push(line({ name: `N${at}`, tenant: `Tenant ${at}`, phone: phone(), since: '2026-01-01', rent: '9000' }));
    }
    const mine = key();
    const first = await bring(rows, mine);
    expect(first).toMatchObject({ tenancies: 5, waiting: 3 });
    // The response was lost or the process crashed: the same request again changes nothing.
    expect(await bring(rows, mine)).toMatchObject({ id: first.id, tenancies: 5, waiting: 3 });
    // Another user lets the unit manually in between: its row is skipped with the reason.
    const taken = await testServices.database.db
      .selectFrom('unit')
      .select('id')
      .where('property_id', '=', testPlace.property)
      .where('name', '=', 'N7')
      .executeTakeFirstOrThrow();
    await runAs(testPlace.owner, (ctx) =>
      tenancy.createTenancy(ctx, {
        ...{ unitId: taken.id, startsOn: clock.today(), endsOn: addDays(clock.today(), 300), rentCents: 100, period: 2, depositCents: 0 },
        people: [{ somebody: { personId: null, name: 'First', phone: '+254713699999', email: null }, role: 'lead', shareBp: 10_000 }],
      }),
    );
    const next = await runAs(testPlace.owner, (ctx) => portfolio.continuePortfolioImport(ctx, { id: first.id }, part));
    expect(next).toMatchObject({ tenancies: 7, waiting: 0, left_out: 1 });
    const repeated = await runAs(testPlace.owner, (ctx) => portfolio.continuePortfolioImport(ctx, { id: first.id }, part));
    expect(repeated).toMatchObject({ tenancies: 7, waiting: 0 });
    expect(await undo(first.id)).toMatchObject({ removed: 5, kept: 0, left: 2, undone_at: null });
    expect(await undo(first.id, true)).toMatchObject({ removed: 2, kept: 0, left: 0, undone_at: expect.any(String) });
    expect(await madeBy(first.id)).toEqual([]);
  });

  test('undo removes the imported tenancies within seven days, except tenancies changed since the import', async () => {
    const [a, b] = [await unit('D1'), await unit('D2')];
    const sheet = await bring([line({ ...jane, name: 'D1', phone: phone() }), line({ ...jane, tenant: 'Peter', name: 'D2' })]);
    const [one, two] = await madeBy(sheet.id);
    await runAs(testPlace.owner, (ctx) =>
      tenancy.addCharge(ctx, { id: two?.id ?? 0, label: 'Garbage', kind: 'garbage', cents: toCents(30_000), often: 'once', from: clock.today() }),
    );
    await expect(undo(sheet.id)).rejects.toMatchObject({ failure: 'conflict', extra: { units: [{ name: 'D2' }] } });
    expect(await undo(sheet.id, true)).toMatchObject({ removed: 1, kept: 1 });
    expect([await readUnitStatus(a), await readUnitStatus(b)]).toEqual(['vacant', 'occupied']);
    expect((await madeBy(sheet.id)).map((t) => t.id)).toEqual([two?.id]);
    expect(
      await testServices.database.db
        .selectFrom('tenant')
        .select('name')
        .where('company_id', '=', await company())
        .execute(),
    ).toEqual([{ name: 'Peter' }]);
    expect(
      await testServices.database.db
        .selectFrom('stay')
        .select('id')
        .where('tenancy_id', '=', one?.id ?? 0)
        .execute(),
    ).toEqual([]);
    await expect(undo(sheet.id)).rejects.toMatchObject({ failure: 'conflict' });
    // The unit is vacant again, as before the import.
    const second = await bring([line({ ...jane, name: 'D1', phone: phone() })]);
    await setTestDay(addDays(startDay, 8));
    await expect(undo(second.id)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('7') });
  });

  test('undo makes the unit vacant from its former date and restores the former status of its listings', async () => {
    const since = new Date('2027-01-10T09:00:00Z');
    const id = await unit('E1', { status_since: since });
    const [live, stopped] = [
      await addListing(testServices, { property: testPlace.property, unit: id }),
      await addListing(testServices, { property: testPlace.property, unit: id }, { status: 'paused', paused_by: 'company', listing_type: 1 }),
    ];
    const { db } = testServices.database;
    const listed = async (one: number) => (await db.selectFrom('listing').select('status').where('id', '=', one).executeTakeFirstOrThrow()).status;
    const sheet = await bring([line({ ...jane, name: 'E1' })]);
    await onUnitStatusChange(db, id);
    expect([await listed(live), await listed(stopped)]).toEqual(['closed', 'closed']);
    await undo(sheet.id);
    await onUnitStatusChange(db, id);
    expect([await listed(live), await listed(stopped)], 'what its owner had stopped is stopped again').toEqual(['live', 'paused']);
    expect(await db.selectFrom('unit').select(['status', 'status_since', 'status_reason']).where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
      ...{ status: 'vacant', status_since: since, status_reason: '' },
    });
  });

  test('is visible only to its company, and includes only units for which the caller may create tenancies', async () => {
    await unit('D1');
    const sheet = await bring([line({ ...jane, name: 'D1', phone: phone() })]);
    const stranger = await createPerson(testServices, 'owner');
    await expect(runAs(stranger, (ctx) => portfolio.undoPortfolioImport(ctx, { id: sheet.id, keep_changed: false }))).rejects.toMatchObject({
      failure: 'notFound',
    });
    await expect(runAs(stranger, (ctx) => portfolio.readSkippedRows(ctx, { id: sheet.id }))).rejects.toMatchObject({ failure: 'notFound' });
    const foreign = await check([line({ ...jane, name: 'D1', phone: phone() })], stranger);
    expect(foreign.rows[0]?.problems.map((one) => one.field)).toEqual(['property']);
  });
});
