import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, type Day, monthEnd, monthStart } from '#contract/time/days.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { addCharge } from '#server/tenancy/service.ts';
import { setClock, standStill } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { type ctxOf, inTransaction, somebody } from '#test/world.ts';
import { livedIn, putMoney, unproven } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { waive } from '../credit.ts';
import { chargeLate, feePreview, setPolicy } from '../fees.ts';
import { create } from '../hand.ts';
import { remind } from '../remind.ts';
import { failedIn, issueDue, runChunkOf, runStep, workOnRun } from './run.ts';
import { missingOnes, run, runPreview, runResume, runStart } from './runs.ts';

let house: House;
let here: Place;
let month: Day;
const as = <T>(work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>, who = here.owner) => inTransaction(house, who, work);
const rentOf = (tenancyId: number, of = month) =>
  house.database.db.selectFrom('invoice').selectAll().where('once_key', '=', `rent:${tenancyId}:${of}`).where('status', '<>', 'expired').execute();
const db = () => house.database.db;
beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
});
beforeEach(async () => {
  await setClock(house, null);
  month = addMonths(monthStart(await standStill(house)), 1);
});

describe('a run', () => {
  test('previews with what to look at, issues once, and twice finds everything there', async () => {
    const plain = await livedIn(house, here.property);
    const free = await livedIn(house, here.property, { rentCents: 0 });
    const left = await livedIn(house, here.property);
    const preview = await as((ctx) => runPreview(ctx, { month, page: 1, page_size: 50 }));
    expect(preview).toMatchObject({ count: 3, invoices: 2, total_cents: 6_000_000, warnings: { zero_rent: 1, nothing: 1 }, running: null });
    const started = await as((ctx) => runStart(ctx, { month, property_id: null, except: [left] }));
    expect(started).toMatchObject({ state: 'running', of: 3, done: 0 });
    await expect(as((ctx) => runStart(ctx, { month, property_id: null, except: [] }))).rejects.toMatchObject({ failure: 'conflict' });
    await workOnRun(db(), started.id);
    const after = await as((ctx) => run(ctx, { id: started.id }));
    expect(after).toMatchObject({ state: 'done', done: 3, made: 1, skipped: 2, total_cents: 3_000_000 });
    expect(Object.fromEntries(after.skips.map((skip) => [skip.tenancy.id, skip.why]))).toEqual({ [free]: 'zero_rent', [left]: 'left_out' });
    expect(await rentOf(plain)).toHaveLength(1);
    expect((await as((ctx) => missingOnes(ctx, { month, page: 1, page_size: 50 }))).results.map((row) => row.tenancy.id)).toEqual([left]);
    const again = await as((ctx) => runStart(ctx, { month, property_id: null, except: [] }));
    await workOnRun(db(), again.id);
    expect(await as((ctx) => run(ctx, { id: again.id }))).toMatchObject({ made: 1, skipped: 2 });
    expect(await rentOf(plain)).toHaveLength(1);
    expect(await unproven(house)).toEqual([]);
  });

  test('a tenancy that cannot be worked out keeps nobody else from theirs, and its fault is kept with it', async () => {
    const { property, owner } = await place(house);
    const [good, bad] = [await livedIn(house, property), await livedIn(house, property)];
    // A sum that no rule lets in, and nothing can reckon with.
    await sql`alter table tenancy_term drop constraint tenancy_term_rent_cents_check`.execute(house.database.db);
    const asks = (sum: string) => sql`update tenancy_term set rent_cents = ${sum}::bigint where tenancy_id = ${bad}`.execute(house.database.db);
    await asks('9007199254740993');
    const started = await inTransaction(house, owner, (ctx) => runStart(ctx, { month, property_id: null, except: [] }));
    await workOnRun(db(), started.id);
    const after = await inTransaction(house, owner, (ctx) => run(ctx, { id: started.id }));
    expect(after.skips).toMatchObject([{ tenancy: { id: bad }, why: 'failed', problem: expect.stringContaining('whole cents') }]);
    expect(await rentOf(good)).toHaveLength(1);
    expect(await failedIn(db(), started.id)).toMatchObject([{ tenancy_id: bad, problem: expect.stringContaining('whole cents') }]);
    await asks('0');
  });

  test('killed in its second chunk it goes on where it stood: each once', async () => {
    const property = (await place(house, here.owner)).property;
    const ids = [];
    for (let n = 0; n < 7; n += 1) ids.push(await livedIn(house, property));
    const started = await as((ctx) => runStart(ctx, { month, property_id: property, except: [] }));
    let chunk = 0;
    // The second chunk does all its work, and nothing of it is kept.
    const dies = (on: Db, id: number) =>
      on.transaction().execute(async (tx) => {
        chunk += 1;
        const more = await runChunkOf(tx, id, 3);
        if (chunk === 2) throw new Error('the plug was pulled');
        return more;
      });
    await expect(workOnRun(db(), started.id, dies)).rejects.toThrow('the plug was pulled');
    expect(await as((ctx) => run(ctx, { id: started.id }))).toMatchObject({ state: 'stopped', done: 3, made: 3, problem: 'the plug was pulled' });
    expect((await Promise.all(ids.map((id) => rentOf(id)))).map((rows) => rows.length)).toEqual([1, 1, 1, 0, 0, 0, 0]);
    await as((ctx) => runResume(ctx, { id: started.id }));
    // Two workers take it up at once.
    const small = (on: Db, id: number) => runStep(on, id, 3);
    await Promise.all([workOnRun(db(), started.id, small), workOnRun(db(), started.id, small)]);
    expect(await as((ctx) => run(ctx, { id: started.id }))).toMatchObject({ state: 'done', done: 7, made: 7, total_cents: 21_000_000 });
    expect((await Promise.all(ids.map((id) => rentOf(id)))).map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    expect(await unproven(house)).toEqual([]);
  });

  test('two runs over the same homes at once, and the same month by hand: asked for once', async () => {
    const property = (await place(house, here.owner)).property;
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push(await livedIn(house, property));
    const one = await as((ctx) => runStart(ctx, { month, property_id: property, except: [] }));
    const two = await as((ctx) => runStart(ctx, { month, property_id: null, except: [] }));
    await Promise.all([one, two].map(({ id }) => workOnRun(db(), id)));
    expect((await Promise.all(ids.map((id) => rentOf(id)))).map((rows) => rows.length)).toEqual([1, 1, 1, 1]);
    const lines = [{ kind: 'rent' as const, label: 'Rent', qty: 1, unit_cents: cents(100_000), tax_code: 'A' as const, from: null, last: null }];
    const again = {
      tenancy_id: ids[0] ?? 0,
      kind: 'rent' as const,
      due_on: month,
      period_from: month,
      period_last: monthEnd(month),
      lines,
      note: '',
    };
    await expect(as((ctx) => create(ctx, again))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await unproven(house)).toEqual([]);
  });

  test('a stranger has none of it', async () => {
    const stranger = await somebody(house, 'owner');
    expect(await as((ctx) => runPreview(ctx, { month, page: 1, page_size: 50 }), stranger)).toMatchObject({ count: 0 });
    await expect(as((ctx) => runPreview(ctx, { month, property_id: here.property, page: 1, page_size: 50 }), stranger)).rejects.toMatchObject({
      failure: 'notFound',
    });
    await expect(as((ctx) => run(ctx, { id: 1 }), stranger)).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('every day', () => {
  test('what is due within a week is issued, once; a charge that came later is asked for with the next month', async () => {
    const at = await place(house);
    await setClock(house, '2027-03-20T05:00:00Z');
    const tenancy = await livedIn(house, at.property, { dueDay: 1, opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-03-19' } });
    await issueDue(db());
    expect(await rentOf(tenancy, '2027-04-01')).toHaveLength(0);
    await setClock(house, '2027-03-25T05:00:00Z');
    await issueDue(db());
    await issueDue(db());
    expect(await rentOf(tenancy, '2027-04-01')).toMatchObject([{ total_cents: 3_000_000, due_on: '2027-04-01', issued_on: '2027-03-25' }]);
    await setClock(house, '2027-04-10T05:00:00Z');
    await inTransaction(house, at.owner, (ctx) =>
      addCharge(ctx, { id: tenancy, from: '2027-04-12', label: 'Key', kind: 'other', cents: cents(50_000), often: 'once' }),
    );
    await setClock(house, '2027-04-26T05:00:00Z');
    await issueDue(db());
    expect(await rentOf(tenancy, '2027-05-01')).toMatchObject([{ total_cents: 3_050_000 }]);
    await setClock(house, '2027-05-26T05:00:00Z');
    await issueDue(db());
    expect(await rentOf(tenancy, '2027-06-01')).toMatchObject([{ total_cents: 3_000_000 }]);
  });

  test('reminders come each once, and not while it is disputed or paid', async () => {
    const at = await place(house);
    await setClock(house, '2027-08-20T05:00:00Z');
    const who = await somebody(house, 'tenant');
    const tenancy = await livedIn(house, at.property, { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-08-19' } }, who.id);
    await setClock(house, '2027-08-26T05:00:00Z');
    await issueDue(db());
    const [invoice] = await rentOf(tenancy, '2027-09-01');
    const days = async () =>
      (
        await house.database.db
          .selectFrom('invoice_reminder')
          .select('days')
          .where('invoice_id', '=', invoice?.id ?? 0)
          .orderBy('days')
          .execute()
      ).map((row) => row.days);
    for (const day of ['2027-08-28', '2027-08-29', '2027-08-29', '2027-09-01', '2027-09-02', '2027-09-03', '2027-09-12']) {
      await setClock(house, `${day}T05:00:00Z`);
      await remind(db());
    }
    expect(await days()).toEqual([-3, 0, 1, 7]);
    expect((await told(house, 'invoice.overdue')).filter(({ to }) => to.personId === who.id)).toHaveLength(2);
    await putMoney(house, invoice?.id ?? 0, 3_000_000);
    await setClock(house, '2027-09-16T05:00:00Z');
    await remind(db());
    expect(await days()).toEqual([-3, 0, 1, 7]);
  });

  test('a step that stays is the same step, whatever is taken away or put before it', async () => {
    const at = await place(house);
    const step = (grace_days: number, value: number) => ({ grace_days, every: 'once' as const, kind: 'fixed' as const, value, cap_cents: null });
    const policy = { property_id: null, tenancy_id: null, active: true };
    const put = (tiers: Parameters<typeof setPolicy>[1]['tiers'], revision: number) =>
      inTransaction(house, at.owner, async (ctx) => (await setPolicy(ctx, { ...policy, tiers, revision })).tiers.map(({ id }) => id));
    const [a = 0, b = 0] = await put([step(5, 100), step(9, 200)], 0);
    expect(a).not.toBe(b);
    // By an id, or unsaid by its place; a new one and a stranger's are new.
    expect(await put([{ ...step(9, 300), id: b }], 1)).toEqual([b]);
    expect(await put([step(9, 400)], 2)).toEqual([b]);
    const [fresh, kept, other] = await put(
      [
        { ...step(2, 50), id: null },
        { ...step(9, 400), id: b },
        { ...step(20, 60), id: a },
      ],
      3,
    );
    expect(kept).toBe(b);
    expect([a, b].includes(fresh ?? a) || [a, b].includes(other ?? a)).toBe(false);
  });

  test('being late costs what the nearest policy says, once a step, and can be let go', async () => {
    const at = await place(house);
    await setClock(house, '2027-10-20T05:00:00Z');
    const tenancy = await livedIn(house, at.property, { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-10-19' } });
    await setClock(house, '2027-10-26T05:00:00Z');
    await issueDue(db());
    const [invoice] = await rentOf(tenancy, '2027-11-01');
    const id = invoice?.id ?? 0;
    const tiers = [{ grace_days: 5, every: 'weekly' as const, kind: 'percent' as const, value: 500, cap_cents: cents(200_000) }];
    const policy = { property_id: null, tenancy_id: null, active: true, tiers, revision: 0 };
    await inTransaction(house, at.owner, (ctx) => setPolicy(ctx, policy));
    await expect(inTransaction(house, at.owner, (ctx) => setPolicy(ctx, policy))).rejects.toMatchObject({ failure: 'conflict' });
    await setClock(house, '2027-11-06T05:00:00Z');
    expect(await chargeLate(db())).toBe(0);
    await setClock(house, '2027-11-07T05:00:00Z');
    expect(await inTransaction(house, at.owner, (ctx) => feePreview(ctx, { property_id: null, tiers: null }))).toMatchObject({
      count: 1,
      total_cents: 150_000,
    });
    // Steps of the company change nothing where the property's own are off.
    const off = { property_id: at.property, tenancy_id: null, active: false, tiers, revision: 0 };
    await inTransaction(house, at.owner, (ctx) => setPolicy(ctx, off));
    expect(await inTransaction(house, at.owner, (ctx) => feePreview(ctx, { property_id: null, tiers }))).toMatchObject({ count: 0, total_cents: 0 });
    expect(await inTransaction(house, at.owner, (ctx) => feePreview(ctx, { property_id: at.property, tiers }))).toMatchObject({ count: 1 });
    await inTransaction(house, at.owner, (ctx) => setPolicy(ctx, { ...off, active: true, revision: 1 }));
    expect([await chargeLate(db()), await chargeLate(db())]).toEqual([1, 0]);
    await setClock(house, '2027-11-14T05:00:00Z');
    expect(await chargeLate(db())).toBe(1);
    const fees = await house.database.db
      .selectFrom('late_fee')
      .select(['cents', 'fee_invoice_id'])
      .where('invoice_id', '=', id)
      .orderBy('id')
      .execute();
    expect(fees.map((fee) => fee.cents)).toEqual([150_000, 50_000]);
    const after = await inTransaction(house, at.owner, (ctx) => waive(ctx, { id, reason: 'a good tenant' }));
    expect(after.late_fees).toHaveLength(2);
    const open = await house.database.db
      .selectFrom('invoice')
      .select('open_cents')
      .where('kind', '=', 'late_fee')
      .where('tenancy_id', '=', tenancy)
      .execute();
    expect(open.map((one) => one.open_cents)).toEqual([0, 0]);
    expect(await unproven(house)).toEqual([]);
  });

  test('twice a day: what came between is told like the rest, and a run that stopped goes on where it stood', async () => {
    await setClock(house, '2027-06-26T05:00:00Z');
    const { property } = await place(house);
    const opening = { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-06-25' };
    const told = async () =>
      (
        await sql<{ id: number }>`select jsonb_array_elements_text(data -> 'ids')::bigint as id from job.job where name = 'invoice.issued'`.execute(
          house.database.db,
        )
      ).rows.map((row) => Number(row.id));
    const first = await livedIn(house, property, { opening });
    await issueDue(db());
    const second = await livedIn(house, property, { opening });
    await issueDue(db());
    const ids = (await Promise.all([first, second].map((id) => rentOf(id, '2027-07-01')))).flat().map((row) => row.id);
    expect(ids).toHaveLength(2);
    expect(await told()).toEqual(expect.arrayContaining(ids));
  });

  test('an opening balance is asked for at once', async () => {
    const unitId = await addUnit(house, here.property);
    const tenancy = await livedIn(house, here.property, {
      unitId,
      opening: { balance_cents: 1_250_000, deposit_held_cents: 0, as_of: addDays(clock.today(), -1) },
    });
    expect(await house.database.db.selectFrom('invoice').select(['kind', 'total_cents']).where('tenancy_id', '=', tenancy).execute()).toEqual([
      { kind: 'ad_hoc', total_cents: 1_250_000 },
    ]);
  });
});
