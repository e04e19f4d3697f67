import { beforeAll, expect, test } from 'vitest';
import { rejectedRowRetentionDays } from '#contract/importer/limits.ts';
import { intakeCalls } from '#contract/intake/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { setClock } from '#test/clock.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExampleUnit, createPropertyInCounty } from '#test/examples/examples-unit.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { deleteOldRejectedRows } from './rejected-rows.ts';
import * as intake from './service.ts';

let services: TestServices;
let owner: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  owner = await createPerson(services, 'owner');
});

const line = (n: number, cells: Record<string, string>) => ({ line: n, sheet: 'Sheet1', property: 'Left Court', cells });

test('rejected rows: show entered values and reasons for thirty days, without tenant data for staff without permission to see tenants', async () => {
  const { id } = await createPropertyInCounty(services, owner.me.companyId, '047', 'Left Court');
  await createExampleUnit(services, id, { name: 'A1' });
  const wrong = { name: 'A3', unit_type: 'castle', tenant: 'Jane Wanjiru', phone: '12' };
  const sheet = intakeCalls.importSheet.body.parse({
    rows: [line(2, { name: 'A1', rent: '1' }), line(3, { name: 'A2', unit_type: '2BR' }), line(4, wrong)],
    client_key: '00000000-0000-4000-8000-000000000001',
    file_name: 'rent roll.xlsx',
  });
  const made = await runAsPerson(services, owner, (ctx) => intake.importIntakeSheet(ctx, sheet));
  expect(made).toMatchObject({ units: 1, refused: 2 });
  const { rows, until } = await intake.listRejectedRows(createTestCtx(services, owner), { id: made.id });
  expect(rows).toEqual([
    { line: 2, sheet: 'Sheet1', property: 'Left Court', there: true, cells: { name: 'A1', rent: '1' }, problems: [] },
    {
      line: 4,
      sheet: 'Sheet1',
      property: 'Left Court',
      there: false,
      cells: wrong,
      problems: [
        { field: 'unit_type', text: 'castle', problem: expect.any(String) },
        { field: 'phone', text: '12', problem: expect.any(String) },
      ],
    },
  ]);
  const stranger = await createPerson(services, 'owner');
  await expect(intake.listRejectedRows(createTestCtx(services, stranger), { id: made.id })).rejects.toMatchObject({ failure: 'notFound' });
  // Staff who may add units but not see tenants.
  const clerk: TestPerson = { ...owner, me: { ...owner.me, grants: new Set([...owner.me.grants].filter((one) => !one.startsWith('tenants.'))) } };
  const seen = await intake.listRejectedRows(createTestCtx(services, clerk), { id: made.id });
  expect(seen.rows[1]).toMatchObject({ cells: { name: 'A3', unit_type: 'castle' }, problems: [{ text: 'castle' }, { field: 'phone', text: '' }] });
  expect(JSON.stringify(seen)).not.toMatch(/Jane|"12"/);

  await setClock(services, new Date(Date.parse(until) - 60_000).toISOString());
  await deleteOldRejectedRows(services.database.db as never);
  expect((await intake.listRejectedRows(createTestCtx(services, owner), { id: made.id })).rows).toHaveLength(2);
  await setClock(services, new Date(Date.parse(until) + 60_000).toISOString());
  await deleteOldRejectedRows(services.database.db as never);
  expect((await intake.listRejectedRows(createTestCtx(services, owner), { id: made.id })).rows).toEqual([]);
  await setClock(services, null);
  expect(Date.parse(until) - clock.ms()).toBeLessThanOrEqual(rejectedRowRetentionDays * dayMs);
});
