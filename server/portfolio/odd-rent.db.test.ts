import { beforeEach, expect, test } from 'vitest';
import { addUnit } from '#test/fixtures/market.ts';
import { runAs, setUpTenancyTests, testPlace, testServices } from '#test/fixtures/tenancies.ts';
import * as portfolio from './service.ts';

setUpTenancyTests();

const court = 'Rent court';
beforeEach(() => testServices.database.db.updateTable('property').set({ name: court }).where('id', '=', testPlace.property).execute());
let n = 0;
const row = (name: string, rent: string) => ({
  line: ++n,
  sheet: '',
  property: court,
  cells: { name, rent, tenant: `Jane ${n}`, since: '1/3/2025', phone: `0713 ${600_000 + n}` },
});
const unit = (name: string, rent_cents: number | null) => addUnit(testServices, testPlace.property, { name, rent_cents });

test('tenancy import: skips a row whose rent is far from the asking rent until the user confirms the row', async () => {
  for (const name of ['R1', 'R2']) await unit(name, 25_100_000);
  await unit('R3', null);
  const rows = [row('R1', '7'), row('R2', '240,000'), row('R3', '0')];
  const check = (given: typeof rows) => runAs(testPlace.owner, (ctx) => portfolio.checkPortfolioRows(ctx, { rows: given }));
  const seen = await check(rows);
  expect(seen).toMatchObject({ good: 1, look: 2, bad: 0 });
  expect(seen.rows.map(({ problems }) => problems)).toMatchObject([
    [{ field: 'rent', text: '7', look: true, problem: expect.stringContaining('KES 251,000') }],
    [],
    [{ field: 'rent', look: true }],
  ]);
  // The confirmation of one row does not apply to any other row.
  const given = { rows, sure: [0], client_key: '00000000-0000-4000-8000-00000000aa01', file_name: 'tenants.xlsx' };
  const brought = await runAs(testPlace.owner, (ctx) => portfolio.importPortfolioRows(ctx, given));
  expect(brought).toMatchObject({ tenancies: 2, left_out: 1 });
  const { rows: left } = await runAs(testPlace.owner, (ctx) => portfolio.readSkippedRows(ctx, { id: brought.id }));
  expect(left.map(({ cells }) => cells.name)).toEqual(['R3']);
  expect(await check([row('R3', '7')])).toMatchObject({ good: 1, look: 0 });
});
