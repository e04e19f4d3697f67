import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import {
  agreeOnShortNotice,
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  createTestTenancy,
  endTenancy,
  giveNotice,
  newTenantInput,
  readTenancy,
  readTenantStatus,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import * as jobs from '../clock.ts';
import * as tenancy from '../service.ts';

setUpTenancyTests();

describe('move-out', () => {
  test('counts the notice period from the day of the notice, and a shorter period needs mutual agreement', async () => {
    const { id } = await createActiveTenancy({
      startsOn: addDays(startDay, -20),
      people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
    });
    await expect(giveNotice(id, addDays(startDay, 10), { given_on: addDays(startDay, -10) })).rejects.toMatchObject({
      extra: { fields: { on: expect.stringMatching(/21 March 2027.*Mutual agreement/) } },
    });
    await expect(giveNotice(id, addDays(startDay, 60), { given_on: addDays(startDay, 1) })).rejects.toMatchObject({
      extra: { fields: { given_on: expect.any(String) } },
    });
    await expect(giveNotice(id, startDay, { given_on: addDays(startDay, -30) })).rejects.toMatchObject({
      extra: { fields: { given_on: expect.stringContaining('9 February 2027') } },
    });
    expect(await giveNotice(id, addDays(startDay, 20), { given_on: addDays(startDay, -10) })).toMatchObject({
      leaving: { given_on: addDays(startDay, -10) },
    });
    // The landlord alone cannot date the notice of a tenant who has an account: it runs from today.
    const answers = await createActiveTenancy({ startsOn: addDays(startDay, -20) });
    await expect(giveNotice(answers.id, addDays(startDay, 20), { given_on: addDays(startDay, -10) })).rejects.toMatchObject({
      extra: { fields: { on: expect.stringContaining('31 March 2027') } },
    });
  });

  test('needs a notice with a document, and the notice cannot be withdrawn after the next tenant has reserved the unit', async () => {
    const { id, unitId } = await createActiveTenancy();
    await expect(giveNotice(id, addDays(startDay, 10))).rejects.toMatchObject({
      extra: { fields: { on: expect.stringContaining('31 March 2027') } },
    });
    await expect(giveNotice(id, addDays(startDay, -1))).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const day = addDays(startDay, 40);
    expect(await giveNotice(id, day)).toMatchObject({
      stage: 'ending',
      leaving_on: day,
      next: { what: 'leave', on: day },
      leaving: { file: 'notice.pdf' },
    });
    const papers = await testServices.database.db
      .selectFrom('tenancy_file')
      .select(['kind', 'name', 'visible_to'])
      .where('tenancy_id', '=', id)
      .execute();
    expect(papers).toEqual([{ kind: 'notice', name: 'notice.pdf', visible_to: ['manager', 'tenant'] }]);
    await runAs(testPlace.owner, (ctx) => tenancy.cancelNotice(ctx, { id, reason: 'they stay' }));
    expect(await readTenancy(id)).toMatchObject({ stage: 'normal', leaving_on: null });
    await giveNotice(id, day);
    const next = await createTestTenancy({
      unitId,
      startsOn: addDays(day, 1),
      endsOn: addDays(day, 300),
      people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
    });
    await expect(runAs(testPlace.owner, (ctx) => tenancy.cancelNotice(ctx, { id, reason: 'they stay' }))).rejects.toMatchObject({
      failure: 'conflict',
    });
    // The tenants do not leave: every day their stay and the next stay are moved by a day, and the next tenant is notified once a day.
    await setTestDay(addDays(day, 3));
    const before = await countQueuedNotifications('tenancy.delayed');
    for (const _ of [1, 2]) await jobs.extendOverstays(testServices.database.db);
    expect(await countQueuedNotifications('tenancy.delayed')).toBe(before + 1);
    const stays = await sql<{
      during: string;
    }>`select during::text from stay where unit_id = ${unitId} and released_at is null order by lower(during)`.execute(testServices.database.db);
    expect(stays.rows.map((row) => row.during)).toEqual([`[${startDay},${addDays(day, 4)})`, `[${addDays(day, 4)},)`]);
    expect(await readTenancy(next.id)).toMatchObject({ status: 1, missing: expect.arrayContaining(['unit']) });
    expect(await endTenancy(id)).toMatchObject({ status: 4, termination: { kind: 'notice' } });
    expect([await readUnitStatus(unitId), await readTenantStatus(ashaUser)]).toEqual(['ordered', 'past']);
    expect((await readTenancy(next.id)).missing).not.toContain('unit');
  });

  test('needs returned keys, meter readings, and either an inspection or a reason for its absence', async () => {
    const { id, unitId } = await createActiveTenancy();
    await expect(endTenancy(id)).rejects.toMatchObject({ failure: 'conflict' });
    expect((await readTenancy(id)).acts).not.toContain('end');
    await expect(giveNotice(id, startDay, { kind: 'expired' })).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
    await expect(giveNotice(id, startDay, { kind: 'mutual' })).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
    await agreeOnShortNotice(id, startDay, 'both signed it');
    expect((await readTenancy(id)).acts).toContain('end');
    const wrong = endTenancy(id, { keys: false, readings: false, no_inspection: '', on: addDays(startDay, 1), kind: 'mutual' });
    await expect(wrong).rejects.toMatchObject({
      extra: {
        fields: {
          keys: expect.any(String),
          readings: expect.any(String),
          no_inspection: expect.any(String),
          on: expect.any(String),
          reason: expect.any(String),
        },
      },
    });
    await expect(endTenancy(id, { kind: 'notice' })).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
    await endTenancy(id, { after: 'works', kind: 'mutual', reason: 'both signed it' });
    expect(await readUnitStatus(unitId)).toBe('maintenance');
    const full = await readTenancy(id);
    expect(full.schedule).toEqual([]);
    expect(full.terms.at(-1)?.last).toBe(startDay);
    await expect(endTenancy(id)).rejects.toMatchObject({ failure: 'wrongState', extra: { allowed: [] } });
  });

  test('cannot be dated before the recorded move-out day, or before the end of the term', async () => {
    const { id } = await createActiveTenancy({ startsOn: addDays(startDay, -150), endsOn: addDays(startDay, 200) });
    const day = addDays(startDay, 31);
    await giveNotice(id, day);
    expect((await readTenancy(id)).acts).not.toContain('end');
    await expect(endTenancy(id)).rejects.toMatchObject({ extra: { fields: { on: expect.stringContaining('1 April 2027') } } });
    await setTestDay(addDays(day, 2));
    await expect(endTenancy(id, { on: addDays(startDay, -100) })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    expect(await endTenancy(id, { on: day })).toMatchObject({ status: 4, termination: { on: day } });
    await setTestDay(startDay);
    const other = await createActiveTenancy({ endsOn: addDays(startDay, 30), holdover: 'stop' });
    await setTestDay(addDays(startDay, 40));
    await jobs.finishEndedTerms(testServices.database.db);
    await expect(endTenancy(other.id)).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
    await expect(endTenancy(other.id, { kind: 'expired', on: addDays(startDay, 29) })).rejects.toMatchObject({
      extra: { fields: { on: expect.any(String) } },
    });
    expect(await endTenancy(other.id, { kind: 'expired' })).toMatchObject({ status: 4 });
  });

  test('notifies the next tenant when the move-out day changes', async () => {
    const { id, unitId } = await createActiveTenancy();
    await giveNotice(id, addDays(startDay, 40));
    await createTestTenancy({
      unitId,
      startsOn: addDays(startDay, 60),
      endsOn: addDays(startDay, 400),
      people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }],
    });
    const before = await countQueuedNotifications('tenancy.next_free');
    await giveNotice(id, addDays(startDay, 50));
    expect(await countQueuedNotifications('tenancy.next_free')).toBe(before + 1);
  });
});
