import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import type { TestServices } from '#test/db.ts';
import type { ExampleRowSeeder, ModuleExamples } from '#test/example-kinds.ts';
import { addUnit } from '#test/fixtures/market.ts';
import { createPropertyInCounty } from './examples-unit.ts';

let n = 0;
const key = () => `00000000-0000-4000-a000-${String(++n).padStart(12, '0')}`;
/** The first owner, whose account the sweep uses. */
const owner = ({ database: { db } }: TestServices) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();

const sheet = async (services: TestServices) => {
  const name = `Portfolio court ${++n}`;
  const property = await createPropertyInCounty(services, (await owner(services)).company_id, '047', name);
  await addUnit(services, property.id, { name: 'P1' });
  const cells = { name: 'P1', tenant: `Tenant ${n}`, phone: `0714 ${String(100_000 + n)}`, since: '2025-03-01', rent: '25,000' };
  return { rows: [{ line: 2, property: name, cells }] };
};

async function brought(services: TestServices, company_id: number, property_id: number, by: number, mark = 'example') {
  const { db } = services.database;
  const { id } = await db
    .insertInto('portfolio')
    .values({ company_id, holder_id: company_id, client_key: key(), file_name: `${mark}.xlsx`, as_of: clock.today(), created_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  const line = { portfolio_id: id, property: `${mark} court`, problems: '[]' };
  await db
    .insertInto('portfolio_row')
    .values({ ...line, line: 3, cells: JSON.stringify({ name: `${mark} door` }), state: 'wrong' })
    .execute();
  const unitId = await addUnit(services, property_id);
  const tenancy = await db.transaction().execute((tx) =>
    createTenancy(asClock(tx), {
      ...{ unitId, startsOn: addDays(clock.today(), -60), endsOn: null, termType: 'periodic', rentCents: 100, period: 2, depositCents: 0 },
      people: [
        {
          somebody: { personId: null, name: `${mark} tenant`, phone: `+25471${String(4_000_000 + ++n)}`, email: null },
          role: 'lead',
          shareBp: 10_000,
        },
      ],
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: clock.today() },
      importId: id,
    }),
  );
  await db
    .insertInto('portfolio_row')
    .values({ ...line, line: 4, state: 'brought', tenancy_id: tenancy.id })
    .execute();
  return id;
}
const example = async (services: TestServices) => {
  const { id, company_id } = await owner(services);
  const property = await createPropertyInCounty(services, company_id);
  return { id: await brought(services, property.company_id, property.id, id) };
};

const seed: ExampleRowSeeder = async (services, { mark, region, people }) => {
  const by = people.owner;
  if (!by) return;
  const property = await createPropertyInCounty(services, by.companyId, region, `${mark} portfolio court`);
  await brought(services, property.company_id, property.id, by.id, mark);
};

export const moduleExamples: ModuleExamples = {
  examples: {
    'portfolio.checkRows': sheet,
    'portfolio.listPlaces': async () => ({}),
    'portfolio.importRows': async (services) => ({ ...(await sheet(services)), client_key: key(), file_name: 'tenants.xlsx' }),
    'portfolio.continueImport': example,
    'portfolio.list': async () => ({ page: 1 }),
    'portfolio.skippedRows': example,
    'portfolio.undo': async (services) => ({ ...(await example(services)), keep_changed: false }),
  },
  askers: Object.fromEntries(
    ['checkRows', 'listPlaces', 'importRows', 'continueImport', 'list', 'skippedRows', 'undo'].map((call) => [`portfolio.${call}`, 'owner' as const]),
  ),
  seed,
};
