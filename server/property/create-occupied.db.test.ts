import { expect, test } from 'vitest';
import { propertyCalls } from '#contract/property/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { calculateVacancyLoss } from '#contract/unit/vacancy.ts';
import { countPendingTask } from '#server/kernel/pending-tasks.ts';
import { details as unitDetails } from '#server/unit/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices } from '#test/db.ts';
import { buildPropertyInput, findTaxonIdByCode } from '#test/examples/examples-property.ts';
import { createPerson, createTestCtx, runAsPerson } from '#test/people.ts';
import * as property from './service.ts';

test('property creation: units marked as occupied start as occupied, have a status log entry, and count no lost rent', async () => {
  const services = await createTestServices();
  const owner = await createPerson(services, 'owner');
  const unit_type_id = await findTaxonIdByCode(services, 'unit_type', 'bedsitter');
  const form = {
    ...(await buildPropertyInput(services)),
    structure: [
      { blocks: [], floors: null, pattern: 'A{1..3}', unit_type_id, rent_cents: 1_000_000, occupied: true },
      { blocks: [], floors: null, pattern: 'B{1..2}', unit_type_id, rent_cents: 1_000_000 },
    ],
  };
  const made = await runAsPerson(services, owner, (ctx) => property.create(ctx, propertyCalls.create.body.parse(form)));
  expect(made.units).toEqual({ total: 5, vacant: 2, occupied: 3 });
  const { db } = services.database;
  const lived = await db.selectFrom('unit').select('id').where('property_id', '=', made.id).where('occupied_said', '=', true).execute();
  const ids = lived.map((row) => row.id);
  expect(await db.selectFrom('move_log').select(['move', 'to_state']).where('subject', '=', 'unit').where('subject_id', 'in', ids).execute()).toEqual(
    ids.map(() => ({ move: 'occupy_said', to_state: 'occupied' })),
  );
  const vacant = await db.selectFrom('unit').select('id').where('property_id', '=', made.id).where('id', 'not in', ids).execute();
  await setClock(services, new Date(clock.ms() + 30 * dayMs).toISOString());
  const lost = async (id: number) => (await unitDetails(createTestCtx(services, owner), { id })).lost_cents_year;
  expect(await Promise.all(ids.map(lost))).toEqual([0, 0, 0]);
  const each = calculateVacancyLoss(1_000_000, 30);
  expect(await Promise.all(vacant.map(({ id }) => lost(id)))).toEqual([each, each]);
  expect(await countPendingTask(createTestCtx(services, owner), 'vacant')).toEqual({ count: 2, cents: 2 * each });
  await setClock(services, null);
});
