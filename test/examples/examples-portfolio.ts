import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { hashTermsToken, makeTermsToken } from '#server/tenancy/people/terms-request.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import type { TestServices } from '#test/db.ts';
import type { ExampleRowSeeder, ModuleExamples } from '#test/example-kinds.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
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
      unitId,
      startsOn: addDays(clock.today(), -60),
      endsOn: null,
      termType: 'periodic',
      rentCents: 100,
      period: 2,
      depositCents: 0,
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

/** The link of a person without an account who is asked to confirm an imported tenancy. */
const termsLink = async (services: TestServices): Promise<string> => {
  const { unit: unitId } = await createOwnerWithUnit(services);
  const { db } = services.database;
  const today = clock.today();
  const somebody = { personId: null, name: 'Achieng', phone: null, email: 'achieng@example.com' };
  const { id } = await db.transaction().execute((tx) =>
    createTenancy(asClock(tx), {
      unitId,
      startsOn: today,
      endsOn: addDays(today, 300),
      rentCents: 4_500_000,
      period: 2,
      depositCents: 0,
      people: [{ somebody, role: 'lead', shareBp: 10_000 }],
    }),
  );
  const place = await db.selectFrom('tenancy_person').select('id').where('tenancy_id', '=', id).executeTakeFirstOrThrow();
  const token = makeTermsToken(place.id);
  const ask = { version: 1, asked: [place.id], yes: [], until: null, links: { [place.id]: hashTermsToken(token) }, by: null, at: clock.now() };
  await db
    .updateTable('tenancy')
    .set({ terms_ask: JSON.stringify(ask) })
    .where('id', '=', id)
    .execute();
  return token;
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
    'tenancyTerms.readTerms': async (services) => ({ token: await termsLink(services) }),
    'tenancyTerms.answerTerms': async (services) => ({ token: await termsLink(services), answer: 'not_me' }),
    'portfolio.undo': async (services) => ({ ...(await example(services)), keep_changed: false }),
  },
  askers: Object.fromEntries(
    ['checkRows', 'listPlaces', 'importRows', 'continueImport', 'list', 'skippedRows', 'undo'].map((call) => [`portfolio.${call}`, 'owner' as const]),
  ),
  seed,
};
