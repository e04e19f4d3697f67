import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import {
  createActiveTenancy,
  createTestUnit,
  newTenantInput,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { finishEndedTerms } from '../clock.ts';
import { carryOutDueTransfers } from '../people/transfer.ts';
import * as tenancy from '../service.ts';

setUpTenancyTests();

const ends = addDays(startDay, 10);
const after = addDays(ends, 1);
const holdovers = ['roll', 'stop'] as const;
const rents = [null, 2_700_000] as const;
/** The day of the transfer, and the day on which the jobs run: the same day, or days later after an outage. */
const days = [
  [after, after],
  [after, addDays(after, 9)],
  [addDays(after, 4), addDays(after, 9)],
] as const;
const cases = holdovers.flatMap((holdover) =>
  rents.flatMap((rent) => days.flatMap(([on, ran]) => [true, false].map((moveFirst) => ({ holdover, rent, on, ran, moveFirst })))),
);

describe('unit transfer after the end of a term', () => {
  test.each(cases)(
    'continues the tenancy regardless of the order of the transfer job and the end-of-term job: %o',
    async ({ holdover, rent, on, ran, moveFirst }) => {
      const { db } = testServices.database;
      const { id } = await createActiveTenancy({
        startsOn: addDays(startDay, -100),
        endsOn: ends,
        holdover,
        people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
      });
      const to = await createTestUnit();
      await runAs(testPlace.owner, (ctx) =>
        tenancy.transfer(ctx, {
          id,
          unit_id: to,
          on,
          reason: 'a larger one',
          after: 'vacant',
          ...(rent === null ? {} : { rent_cents: rent as never }),
        }),
      );
      await setTestDay(ran);
      for (const _ of [1, 2])
        for (const job of moveFirst ? [carryOutDueTransfers, finishEndedTerms] : [finishEndedTerms, carryOutDueTransfers]) await job(db);
      const full = await readTenancy(id);
      const rolls = holdover === 'roll';
      expect(full).toMatchObject({
        unit: { id: to },
        transfer: null,
        ...(rolls ? { status: 2, term_type: 'periodic', ends_on: null } : { status: 3, stage: 'holdover', ends_on: ends }),
      });
      const between = { from: after, last: addDays(on, -1), rent_cents: 3_000_000, why: 'roll' };
      expect(full.terms.slice(1)).toMatchObject([
        ...(rent === null && rolls ? [{ from: after, last: null, rent_cents: 3_000_000, why: 'roll' }] : []),
        ...(rent !== null && on > after ? [between] : []),
        ...(rent === null ? [] : [{ from: on, last: null, rent_cents: rent, why: 'transfer' }]),
      ]);
    },
  );
});
