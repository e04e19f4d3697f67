import { sql } from 'kysely';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthEnd, monthOf, monthStart } from '#contract/time/days.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addProperty, addUnit } from '#test/fixtures/market.ts';

let n = 0;
const first = (services: TestServices, user_type: number) =>
  services.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
/** A new property of the first owner, so that its months are independent of other examples. */
const property = async (services: TestServices) => addProperty(services, (await first(services, 4)).company_id ?? 0);
const lastMonth = () => addMonths(monthStart(clock.today()), -1);
const month = () => monthOf(lastMonth());
const since = () => addMonths(lastMonth(), -3);

const meter = async (services: TestServices, facts: object = {}) => {
  const property_id = await property(services);
  const unit_id = await addUnit(services, property_id);
  const row = await services.database.db
    .insertInto('meter')
    .values({ property_id, unit_id, kind: 'water', number: `E-${++n}`, installed_on: since(), ...facts })
    .returning(['id', 'property_id', 'unit_id', 'number'])
    .executeTakeFirstOrThrow();
  return row;
};
const cycle = async (services: TestServices, property_id: number, on: string, status: 'open' | 'review' | 'locked' = 'open') =>
  (
    await services.database.db
      .insertInto('meter_cycle')
      .values({ property_id, kind: 'water', month: on, status })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
/** A meter with a reading of the last month, in a month of the given state. */
const reading = async (services: TestServices, status: 'open' | 'review' | 'locked' = 'open', reads: 'submitted' | 'accepted' = 'submitted') => {
  const { id: meter_id, property_id, unit_id, number } = await meter(services);
  const cycle_id = await cycle(services, property_id, lastMonth(), status);
  const day = monthEnd(lastMonth());
  const row = await services.database.db
    .insertInto('meter_reading')
    .values({ property_id, meter_id, cycle_id, value: 12_000, on_day: day, covers: day, source: 'caretaker', status: reads, used: 12_000, days: 60 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, meter_id, property_id, unit_id, number, cycle_id };
};
/** The meters that the tenant of the sweep is billed by. */
const measured = async (services: TestServices) => {
  const { db } = services.database;
  const at = await reading(services, 'locked', 'accepted');
  const [owner, tenant] = [await first(services, 4), await first(services, 0)];
  const company_id = owner.company_id ?? 0;
  const known = await db.selectFrom('tenant').select('id').where('company_id', '=', company_id).where('person_id', '=', tenant.id).executeTakeFirst();
  const relation =
    known ?? (await db.insertInto('tenant').values({ company_id, person_id: tenant.id, name: 'Achieng' }).returning('id').executeTakeFirstOrThrow());
  const tenancy = await db
    .insertInto('tenancy')
    .values({
      company_id,
      property_id: at.property_id,
      unit_id: at.unit_id ?? 0,
      starts_on: since(),
      term_type: 'periodic',
      listing_type: 0,
      status: 'active',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tenancy_person')
    .values({ tenancy_id: tenancy.id, tenant_id: relation.id, role: 'lead', share_bp: 10_000, since: since() })
    .execute();
  const line = await db
    .insertInto('meter_line')
    .values({
      property_id: at.property_id,
      unit_id: at.unit_id,
      meter_id: at.meter_id,
      cycle_id: at.cycle_id,
      tenancy_id: tenancy.id,
      reading_id: at.id,
      from_day: since(),
      last_day: monthEnd(lastMonth()),
      used: 12_000,
      cents: 156_000,
      ask_until: new Date(clock.ms() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...at, line: line.id, tenancy: tenancy.id, person: tenant.id };
};
const asked = async (services: TestServices) => {
  const { line, tenancy, property_id, person } = await measured(services);
  const row = await services.database.db
    .insertInto('meter_query')
    .values({ property_id, tenancy_id: tenancy, line_id: line, person_id: person, text: 'We were away' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, property_id };
};
const bands = [{ upto: null, rate_cents: 13_000 }];
const tariff = async (services: TestServices) =>
  (
    await services.database.db
      .insertInto('meter_tariff')
      .values({ property_id: await property(services), kind: 'water', valid_from: clock.today(), bands: JSON.stringify(bands) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const purchase = async (services: TestServices) =>
  (
    await services.database.db
      .insertInto('meter_purchase')
      .values({
        property_id: await property(services),
        kind: 'water',
        source: 'tanker',
        on_day: clock.today(),
        quantity: 10_000,
        cents: toCents(350_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const sheet = async (services: TestServices) => {
  const { property_id, number } = await meter(services);
  return { property_id, kind: 'water', month: month(), csv: `meter,reading\n${number},12.5` };
};
const water = async (services: TestServices) => ({ property_id: (await meter(services)).property_id, kind: 'water' });

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'meter.list': async (services) => ({ property_id: (await meter(services)).property_id, page: 1 }),
  'meter.create': async (services) => ({ property_id: await property(services), kind: 'water', number: 'W-1', installed_on: clock.today() }),
  'meter.createFromUnits': async (services) => ({ property_id: await property(services), kind: 'water', installed_on: clock.today() }),
  'meter.update': async (services) => ({ id: (await meter(services)).id, place: 'Behind the gate' }),
  'meter.replace': async (services) => ({ id: (await meter(services)).id, on_day: clock.today(), final: 9_000, number: 'W-2' }),
  'meter.move': async (services) => ({ id: (await meter(services)).id, move: 'archive' }),
  'meter.listMonth': async (services) => ({ ...(await water(services)), month: month(), page: 1 }),
  'meter.history': async (services) => ({ id: (await reading(services)).meter_id, page: 1 }),
  'meter.addReading': async (services) => ({ meter_id: (await meter(services)).id, month: month(), value: 12_500, on_day: monthEnd(lastMonth()) }),
  'meter.addReadingPhoto': async (services) => ({ id: (await reading(services)).id, photo: png }),
  'meter.reviewReadings': async (services) => ({ ids: [(await reading(services)).id], accept: true }),
  'meter.estimateReading': async (services) => {
    const { id: meter_id, property_id } = await meter(services);
    const before = addMonths(lastMonth(), -1);
    const cycle_id = await cycle(services, property_id, before, 'locked');
    const day = monthEnd(before);
    await services.database.db
      .insertInto('meter_reading')
      .values({
        property_id,
        meter_id,
        cycle_id,
        value: 9_000,
        on_day: day,
        covers: day,
        source: 'caretaker',
        status: 'accepted',
        used: 9_000,
        days: 60,
      })
      .execute();
    return { meter_id, month: month() };
  },
  'meter.changeCycleStatus': async (services) => ({ ...(await water(services)), month: month(), move: 'review' }),
  'meter.listTariffs': async (services) => ({ property_id: await property(services) }),
  'meter.addTariff': async (services) => ({ property_id: await property(services), kind: 'water', valid_from: clock.today(), bands }),
  'meter.removeTariff': async (services) => ({ id: await tariff(services) }),
  'meter.listPurchases': async (services) => ({ property_id: await property(services), page: 1 }),
  'meter.addPurchase': async (services) => ({
    property_id: await property(services),
    kind: 'water',
    source: 'tanker',
    on_day: addDays(clock.today(), -1),
    quantity: 10_000,
    cents: 350_000,
  }),
  'meter.removePurchase': async (services) => ({ id: await purchase(services) }),
  'meter.loss': water,
  'meter.importCheck': sheet,
  'meter.importReadings': sheet,
  'meter.listMine': async (services) => {
    await measured(services);
    return { page: 1 };
  },
  'meter.raiseQuery': async (services) => ({ id: (await measured(services)).line, text: 'We were away all month' }),
  'meter.withdraw': async (services) => ({ id: (await asked(services)).id }),
  'meter.listQueries': async (services) => ({ property_id: (await asked(services)).property_id, page: 1 }),
  'meter.answer': async (services) => ({ id: (await asked(services)).id, answer: 'We read it again: it is right' }),
};
const tenants = ['meter.listMine', 'meter.raiseQuery', 'meter.withdraw'];

export const moduleExamples: ModuleExamples = {
  examples,
  askers: Object.fromEntries(Object.keys(examples).map((key) => [key, tenants.includes(key) ? ('tenant' as const) : ('owner' as const)])),
  seed: async (services, { mark, companies, people }) => {
    const [company = 0] = companies;
    const words = (what: string) => `${mark} ${what}`.slice(0, 40);
    const at = sql`(select max(id) from property where company_id = ${company})`;
    const newest = (table: string) => sql`(select max(id) from ${sql.table(table)})`;
    const rows = [
      sql`meter (property_id, kind, number, place, installed_on) values (${at}, 'water', ${words('meter')}, ${words('place')}, '2026-01-01')`,
      sql`meter_tariff (property_id, kind, valid_from, bands, note) values (${at}, 'water', '2026-01-01', '[]', ${words('price')})`,
      sql`meter_purchase (property_id, kind, source, on_day, quantity, cents, supplier) values (${at}, 'water', 'tanker', '2026-01-02', 1, 1, ${words('tanker')})`,
      sql`meter_cycle (property_id, kind, month, status) values (${at}, 'water', '2026-01-01', 'locked')`,
      sql`meter_reading (property_id, meter_id, cycle_id, value, on_day, covers, source, status, used, days, note)
        values (${at}, ${newest('meter')}, ${newest('meter_cycle')}, 1, '2026-01-31', '2026-01-31', 'caretaker', 'accepted', 1, 30, ${words('reading')})`,
    ];
    for (const row of rows) await sql`insert into ${row}`.execute(services.database.db);
    const { rows: of } = await sql<{ id: number }>`select ${at} as id`.execute(services.database.db);
    const property = Number(of[0]?.id);
    const tenancy = {
      id: await createOccupiedTenancy(services, property, { unitId: await addUnit(services, property, { name: words('measured') }) }),
    };
    const later = [
      sql`meter_line (property_id, meter_id, cycle_id, tenancy_id, reading_id, from_day, last_day, used, cents)
        values (${at}, ${newest('meter')}, ${newest('meter_cycle')}, ${tenancy.id}, ${newest('meter_reading')}, '2026-01-01', '2026-01-31', 1, 1)`,
      sql`meter_query (property_id, tenancy_id, line_id, person_id, text) values (${at}, ${tenancy.id}, ${newest('meter_line')}, ${people.tenant?.id ?? null}, ${words('question')})`,
    ];
    for (const row of later) await sql`insert into ${row}`.execute(services.database.db);
  },
};
