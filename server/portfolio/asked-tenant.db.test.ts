import { expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { addUnit } from '#test/fixtures/market.ts';
import { readUnitStatus, runAs, setTestDay, setUpTenancyTests, startDay, testPlace, testServices } from '#test/fixtures/tenancies.ts';
import { createPerson } from '#test/people.ts';
import * as portfolio from './service.ts';

setUpTenancyTests();

test('tenancy import: a tenant with an account is asked first: the tenancy begins after seven days, and the import can be undone before', async () => {
  const person = await createPerson(testServices, 'tenant');
  const id = await addUnit(testServices, testPlace.property, { name: 'AC1' });
  const property = await testServices.database.db
    .selectFrom('property')
    .select(['name', 'company_id'])
    .where('id', '=', testPlace.property)
    .executeTakeFirstOrThrow();
  const phone = '+254713888777';
  const cells = { name: 'AC1', tenant: 'Jane Wanjiru', since: '1/3/2025', rent: '25,000', phone };
  let n = 0;
  const bring = () =>
    runAs(testPlace.owner, (ctx) =>
      portfolio.importPortfolioRows(ctx, {
        rows: [{ line: 1, sheet: '', property: property.name, cells }],
        client_key: `00000000-0000-4000-8000-00000000000${++n}`,
        file_name: 'tenants.xlsx',
      }),
    );
  const undo = (sheet: number) => runAs(testPlace.owner, (ctx) => portfolio.undoPortfolioImport(ctx, { id: sheet, keep_changed: false }));
  const madeBy = (sheet: number) => testServices.database.db.selectFrom('tenancy').selectAll().where('import_id', '=', sheet).execute();
  await testServices.database.db.updateTable('person').set({ phone, phone_proved_at: clock.now() }).where('id', '=', person.id).execute();
  await testServices.database.db
    .insertInto('tenant')
    .values({ company_id: property.company_id, person_id: person.id, name: cells.tenant, phone })
    .execute();
  const wrong = await bring();
  expect(await madeBy(wrong.id)).toMatchObject([{ status: 'pending', terms_ask: { until: addDays(startDay, 7) } }]);
  expect(await readUnitStatus(id)).toBe('ordered');
  expect(await undo(wrong.id)).toMatchObject({ removed: 1 });
  expect(await readUnitStatus(id)).toBe('vacant');
  const right = await bring();
  const run = () => tenancy.tenancyJobs.find(({ name }) => name === 'tenancy.offers')?.run(testServices.database.db);
  await setTestDay(addDays(startDay, 6));
  await run();
  expect(await madeBy(right.id)).toMatchObject([{ status: 'pending' }]);
  await setTestDay(addDays(startDay, 7));
  await run();
  expect(await madeBy(right.id)).toMatchObject([{ status: 'active', terms_ask: null }]);
  expect(await readUnitStatus(id)).toBe('occupied');
});
