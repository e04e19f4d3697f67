import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { livingService } from '#server/living/service.ts';
import { readTenancyDocuments } from '#server/paper/service.ts';
import {
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  giveNotice,
  newTenantInput,
  readTenancy,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import * as jobs from '../clock.ts';
import * as tenancy from '../service.ts';

setUpTenancyTests();

const soon = addDays(startDay, 10);
const ask = (id: number, more: object = {}) =>
  runAs(testPlace.owner, (ctx) => tenancy.requestShortNotice(ctx, { id, on: soon, kind: 'mutual', reason: 'work upcountry', ...more }));
/** Accepts the current version of the request, or an earlier one. */
const agree = async (ctx: Ctx, id: number, before = 0) => {
  const { rows } = await sql<{
    version: number | null;
  }>`/* unscoped: a test */ select (leaving_ask ->> 'version')::int as version from tenancy where id = ${id}`.execute(ctx.db);
  return tenancy.acceptShortNotice(ctx, { id, version: (rows[0]?.version ?? 0) - before });
};
const stayOf = async (id: number) =>
  (await testServices.database.db.selectFrom('stay').select('during').where('tenancy_id', '=', id).where('released_at', 'is', null).execute()).map(
    (one) => one.during,
  );

describe('short notice', () => {
  test('applies only after the tenant consents, and then without further steps', async () => {
    const { id, unitId } = await createActiveTenancy();
    await expect(giveNotice(id, soon)).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    const open = await stayOf(id);
    expect(await ask(id)).toMatchObject({ leaving_on: null, stage: 'normal', leaving_ask: { on: soon, kind: 'mutual' }, asks: true });
    expect(await stayOf(id)).toEqual(open);
    expect(await countQueuedNotifications('tenancy.leaving_asked', id)).toBe(1);
    expect(await countQueuedNotifications('tenancy.leaving', id)).toBe(0);
    expect((await readTenancy(id)).acts).toContain('withdraw_ask');
    const theirs = await readTenancy(id, ashaUser);
    expect(theirs.acts).toEqual(expect.arrayContaining(['agree_leaving', 'refuse_leaving']));
    const stranger = await createPerson(testServices, 'tenant');
    for (const by of [testPlace.owner, stranger]) await expect(runAs(by, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'notFound' });
    // Consent to an earlier version of the request is refused.
    await expect(runAs(ashaUser, (ctx) => agree(ctx, id, 1))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await runAs(ashaUser, (ctx) => agree(ctx, id))).toMatchObject({
      leaving_on: soon,
      stage: 'ending',
      leaving_ask: null,
      leaving: { on: soon, kind: 'mutual', file: null },
    });
    expect(await stayOf(id)).toEqual([`[${startDay},${addDays(soon, 1)})`]);
    const unit = await testServices.database.db.selectFrom('unit').select('let_from').where('id', '=', unitId).executeTakeFirstOrThrow();
    expect(unit.let_from).toBe(addDays(soon, 1));
    expect(await countQueuedNotifications('tenancy.leaving', id)).toBe(2);
    await expect(runAs(ashaUser, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(ask(id)).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('leaves the tenancy unchanged when the request is declined, withdrawn or expired', async () => {
    const { id } = await createActiveTenancy();
    await ask(id);
    await runAs(ashaUser, (ctx) => tenancy.refuseShortNotice(ctx, { id, reason: 'my children are in school' }));
    expect(await readTenancy(id)).toMatchObject({ leaving_ask: null, leaving_on: null, stage: 'normal' });
    expect(await countQueuedNotifications('tenancy.leaving_off', id)).toBe(2);
    await ask(id);
    await runAs(testPlace.owner, (ctx) => tenancy.withdrawShortNotice(ctx, { id }));
    await expect(runAs(ashaUser, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'conflict' });
    await ask(id);
    await setTestDay(soon);
    await jobs.expireShortNoticeRequests(testServices.database.db);
    expect((await readTenancy(id)).leaving_ask).not.toBeNull();
    await setTestDay(addDays(soon, 7));
    await expect(runAs(ashaUser, (ctx) => agree(ctx, id))).rejects.toMatchObject({ failure: 'gone' });
    await Promise.all([jobs.expireShortNoticeRequests(testServices.database.db), jobs.expireShortNoticeRequests(testServices.database.db)]);
    expect((await readTenancy(id)).leaving_ask).toBeNull();
    // A person who withdraws it themselves is not notified.
    expect(await countQueuedNotifications('tenancy.leaving_off', id)).toBe(5);
  });

  test('cannot be recorded by the landlord for a tenant who can answer the request, regardless of document and day', async () => {
    const { id } = await createActiveTenancy();
    const open = await stayOf(id);
    for (const on of [soon, addDays(startDay, 90)])
      await expect(giveNotice(id, on, { kind: 'mutual', reason: 'both signed' })).rejects.toMatchObject({ failure: 'conflict' });
    // Tenants reported as absent have their notice period to object.
    await expect(giveNotice(id, soon, { kind: 'abandoned', reason: 'nobody opens' })).rejects.toMatchObject({
      extra: { fields: { on: expect.stringContaining('31 March 2027') } },
    });
    expect(await readTenancy(id)).toMatchObject({ leaving_on: null, leaving: null });
    expect(await stayOf(id)).toEqual(open);
    // A requested mutual agreement applies once the tenant accepts it.
    const late = addDays(startDay, 90);
    await ask(id, { on: late, kind: 'mutual', reason: 'work upcountry' });
    await runAs(ashaUser, (ctx) => agree(ctx, id));
    expect(await readTenancy(id, ashaUser)).toMatchObject({ leaving_on: late, leaving: { kind: 'mutual', reason: 'work upcountry', file: null } });
    expect(await countQueuedNotifications('tenancy.leaving_written', id)).toBe(0);
  });

  test('can be recorded with a document if no payer can answer, and an SMS names the author and explains how to object', async () => {
    const somebodyElse = newTenantInput();
    const { id } = await createActiveTenancy({ people: [{ ...somebodyElse, role: 'lead', shareBp: 10_000 }] });
    expect(await giveNotice(id, soon, { kind: 'mutual', reason: 'both signed' })).toMatchObject({
      leaving_on: soon,
      leaving: { file: 'notice.pdf' },
    });
    const written = (await listSentNotifications(testServices, 'tenancy.leaving_written')).filter(
      ({ to }) => 'phone' in to && to.phone === somebodyElse.somebody.phone,
    );
    expect(written).toMatchObject([{ params: { day: soon, kind: 'mutual', by: expect.any(String), help: expect.stringContaining('@') } }]);
    expect(written[0]?.params.by).not.toBe('');
  });

  test('has a document that tenants can open on the home page and in the document list', async () => {
    const { id } = await createActiveTenancy();
    await giveNotice(id, addDays(startDay, 40));
    const [paper] = (await readTenancyDocuments(testServices, createTestCtx(testServices, ashaUser), id)).results;
    expect(paper).toMatchObject({ kind: 'notice', name: 'notice.pdf', standing: 'ok', file: expect.stringContaining('/') });
    const home = await livingService(testServices).home(createTestCtx(testServices, ashaUser), { tenancy_id: id });
    expect(home.leaving_paper).toMatchObject({ name: 'notice.pdf', file: expect.stringContaining('/') });
    expect(await countQueuedNotifications('tenancy.leaving_written', id)).toBe(1);
  });

  test('cannot be requested if no payer can answer, for a past day or without a reason', async () => {
    const { id } = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    await expect(ask(id)).rejects.toMatchObject({ failure: 'conflict' });
    const other = await createActiveTenancy();
    await expect(ask(other.id, { on: addDays(startDay, -1) })).rejects.toMatchObject({ extra: { fields: { on: expect.any(String) } } });
    await expect(ask(other.id, { kind: 'mutual', reason: '' })).rejects.toMatchObject({ extra: { fields: { reason: expect.any(String) } } });
  });
});
