import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { make } from '#server/tenancy/service.ts';
import type { House } from '#test/db.ts';
import type { Plant, RoomExamples } from '#test/example-kinds.ts';
import { addUnit } from '#test/worlds/market.ts';
import { propertyOf } from './examples-unit.ts';

let n = 0;
const key = () => `00000000-0000-4000-a000-${String(++n).padStart(12, '0')}`;
/** The owner the sweep asks as is the first of them. */
const owner = ({ database: { db } }: House) =>
  db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', 4).orderBy('id').executeTakeFirstOrThrow();

const sheet = async (house: House) => {
  const name = `Portfolio court ${++n}`;
  const property = await propertyOf(house, (await owner(house)).company_id, '047', name);
  await addUnit(house, property.id, { name: 'P1' });
  const cells = { name: 'P1', tenant: `Tenant ${n}`, phone: `0714 ${String(100_000 + n)}`, since: '2025-03-01', rent: '25,000' };
  return { rows: [{ line: 2, property: name, cells }] };
};

async function brought(house: House, company_id: number, property_id: number, by: number, mark = 'example') {
  const { db } = house.database;
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
  const unitId = await addUnit(house, property_id);
  const tenancy = await db.transaction().execute((tx) =>
    make(atClock(tx), {
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
const example = async (house: House) => {
  const { id, company_id } = await owner(house);
  const property = await propertyOf(house, company_id);
  return { id: await brought(house, property.company_id, property.id, id) };
};

const plant: Plant = async (house, { mark, region, people }) => {
  const by = people.owner;
  if (!by) return;
  const property = await propertyOf(house, by.companyId, region, `${mark} portfolio court`);
  await brought(house, property.company_id, property.id, by.id, mark);
};

export const roomExamples: RoomExamples = {
  examples: {
    'portfolio.check': sheet,
    'portfolio.places': async () => ({}),
    'portfolio.bring': async (house) => ({ ...(await sheet(house)), client_key: key(), file_name: 'tenants.xlsx' }),
    'portfolio.goOn': example,
    'portfolio.list': async () => ({ page: 1 }),
    'portfolio.left': example,
    'portfolio.undo': async (house) => ({ ...(await example(house)), keep_changed: false }),
  },
  askers: Object.fromEntries(['check', 'places', 'bring', 'goOn', 'list', 'left', 'undo'].map((call) => [`portfolio.${call}`, 'owner' as const])),
  plant,
};
