import { beforeAll, expect, test } from 'vitest';
import { leftDays } from '#contract/importer/limits.ts';
import { intakeCalls } from '#contract/intake/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { propertyOf, unitOf } from '#test/examples/examples-unit.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { sweepLeft } from './left.ts';
import * as intake from './service.ts';

let house: House;
let owner: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  owner = await somebody(house, 'owner');
});

const line = (n: number, cells: Record<string, string>) => ({ line: n, sheet: 'Sheet1', property: 'Left Court', cells });

test('rows that were left out are read afterwards as they were typed, each with why, by who may know; in thirty days they are gone', async () => {
  const { id } = await propertyOf(house, owner.me.companyId, '047', 'Left Court');
  await unitOf(house, id, { name: 'A1' });
  const wrong = { name: 'A3', unit_type: 'castle', tenant: 'Jane Wanjiru', phone: '12' };
  const sheet = intakeCalls.bring.body.parse({
    rows: [line(2, { name: 'A1', rent: '1' }), line(3, { name: 'A2', unit_type: '2BR' }), line(4, wrong)],
    ...{ client_key: '00000000-0000-4000-8000-000000000001', file_name: 'rent roll.xlsx' },
  });
  const made = await inTransaction(house, owner, (ctx) => intake.bring(ctx, sheet));
  expect(made).toMatchObject({ units: 1, refused: 2 });
  const { rows, until } = await intake.left(ctxOf(house, owner), { id: made.id });
  expect(rows).toEqual([
    { line: 2, sheet: 'Sheet1', property: 'Left Court', there: true, cells: { name: 'A1', rent: '1' }, problems: [] },
    {
      ...{ line: 4, sheet: 'Sheet1', property: 'Left Court', there: false, cells: wrong },
      problems: [
        { field: 'unit_type', text: 'castle', problem: expect.any(String) },
        { field: 'phone', text: '12', problem: expect.any(String) },
      ],
    },
  ]);
  const stranger = await somebody(house, 'owner');
  await expect(intake.left(ctxOf(house, stranger), { id: made.id })).rejects.toMatchObject({ failure: 'notFound' });
  // A clerk of the house who may bring units, and not know of tenants.
  const clerk: Somebody = { ...owner, me: { ...owner.me, grants: new Set([...owner.me.grants].filter((one) => !one.startsWith('tenants.'))) } };
  const seen = await intake.left(ctxOf(house, clerk), { id: made.id });
  expect(seen.rows[1]).toMatchObject({ cells: { name: 'A3', unit_type: 'castle' }, problems: [{ text: 'castle' }, { field: 'phone', text: '' }] });
  expect(JSON.stringify(seen)).not.toMatch(/Jane|"12"/);

  await setClock(house, new Date(Date.parse(until) - 60_000).toISOString());
  await sweepLeft(house.database.db as never);
  expect((await intake.left(ctxOf(house, owner), { id: made.id })).rows).toHaveLength(2);
  await setClock(house, new Date(Date.parse(until) + 60_000).toISOString());
  await sweepLeft(house.database.db as never);
  expect((await intake.left(ctxOf(house, owner), { id: made.id })).rows).toEqual([]);
  await setClock(house, null);
  expect(Date.parse(until) - clock.ms()).toBeLessThanOrEqual(leftDays * dayMs);
});
