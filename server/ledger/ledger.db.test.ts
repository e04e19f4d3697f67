import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountKinds, accounts, type Pair } from '#contract/ledger/accounts.ts';
import { issued } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthOf, monthStart } from '#contract/time/days.ts';

import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, somebody } from '#test/world.ts';
import { Street } from '#test/worlds/street.ts';
import { closeMonth } from './periods.ts';
import { balance, held, type Journal, post, postMany, undo } from './post.ts';
import { ledgerProofs, prove as proveBy } from './proofs.ts';
import { close, settlementsStopped } from './service.ts';

let house: House;
/** Facts of these tests are no room's: what rooms hold beside the books is not asked. */
const prove = (db: Parameters<typeof proveBy>[0], scope: 'changed' | 'all') => proveBy(db, scope, null, ledgerProofs);
let company = 0;
let other = 0;
let n = 0;
const payer = () => ({ company, ref: `booking:${++n}` });
const fact = (pairs: readonly Pair[], more: Partial<Journal> = {}): Journal => ({
  key: `test:${++n}`,
  kind: 'adjustment',
  source: ['booking', n],
  params: { what: 'a test', code: 'T' },
  pairs,
  ...more,
});
const bill = (who = payer(), sum = 4_500_000) => issued({ fund: 'C', payer: who, cents: sum, depositCents: 0 });
const count = async (table: 'journal' | 'journal_entry' | 'ledger_proof') =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(house.database.db)).rows[0]?.n);

beforeAll(async () => {
  house = await freshHouse();
  company = (await somebody(house, 'owner')).me.companyId ?? 0;
  other = (await somebody(house, 'agent')).me.companyId ?? 0;
});

describe('the books', () => {
  test('know the same accounts as the contract', async () => {
    const rows = await house.database.db.selectFrom('account_kind').selectAll().orderBy('code').execute();
    expect(Object.fromEntries(rows.map(({ code, ...kind }) => [code, kind]))).toEqual(accountKinds);
  });

  test('book a fact once, however often it is told, and refuse another under its key', async () => {
    const { db } = house.database;
    const who = payer();
    const one = fact(bill(who), { companyId: company });
    const ids = await Promise.all(Array.from({ length: 8 }, () => db.transaction().execute((tx) => post(tx, one))));
    expect(new Set(ids).size).toBe(1);
    expect(await balance(db, 'C', { code: accounts.tenantReceivable, ...who })).toBe(4_500_000);
    expect(await balance(db, 'C', { code: accounts.unpaidBillings, ...who })).toBe(4_500_000);
    await expect(post(db, { ...one, pairs: bill(who, 100) })).rejects.toMatchObject({ code: 'LG001' });
    expect(await balance(db, 'C', { code: accounts.tenantReceivable, ...who })).toBe(4_500_000);
  });

  test('undo by the mirror, once', async () => {
    const { db } = house.database;
    const who = payer();
    const one = fact(bill(who));
    await post(db, one);
    const back = { of: one.key, key: `${one.key}:back`, kind: 'adjustment' as const };
    const first = await undo(db, back);
    expect(await undo(db, back)).toBe(first);
    expect(await balance(db, 'C', { code: accounts.tenantReceivable, ...who })).toBe(0);
    await expect(undo(db, { ...back, key: `${one.key}:again` })).rejects.toMatchObject({ code: '23505' });
  });

  test('are written by nobody else and never changed', async () => {
    const { db } = house.database;
    await post(db, fact(bill()));
    await expect(sql`update journal set day = day`.execute(db)).rejects.toMatchObject({ code: 'LG000' });
    await expect(sql`delete from journal_entry`.execute(db)).rejects.toMatchObject({ code: 'LG000' });
    await expect(sql`truncate journal_entry cascade`.execute(db)).rejects.toMatchObject({ code: 'LG000' });
    await expect(sql`update ledger_total set dr = dr + 1`.execute(db)).rejects.toMatchObject({ code: 'LG000' });
    await expect(
      sql`insert into journal (event_key, kind, day, value_day, month, source, source_id, digest) values ('x', 'x', '2027-01-01', '2027-01-01', '2027-01-01', 'x', 1, 'x')`.execute(
        db,
      ),
    ).rejects.toMatchObject({ code: 'LG000' });
  });

  test('owe nobody less than nothing', async () => {
    const { db } = house.database;
    const pairs: Pair[] = [
      { fund: 'C', dr: { code: accounts.ownerPayable, company }, cr: { code: accounts.payoutsInTransit, company }, cents: cents(1) },
    ];
    await expect(post(db, fact(pairs))).rejects.toMatchObject({ constraint: 'ledger_total_floor' });
    const mixed = [{ ...pairs[0], cents: 0 } as Pair];
    await expect(post(db, fact(mixed))).rejects.toMatchObject({ code: '23514' });
  });

  test('are written by many at once on crossing accounts, and none deadlocks', async () => {
    const { db } = house.database;
    const [a, b] = [payer(), payer()];
    const crossing = (k: number): Pair[] => (k % 2 === 0 ? [...bill(a, 100), ...bill(b, 100)] : [...bill(b, 100), ...bill(a, 100)]);
    await Promise.all(Array.from({ length: 40 }, (_, k) => db.transaction().execute((tx) => post(tx, fact(crossing(k))))));
    expect(await balance(db, 'C', { code: accounts.tenantReceivable, ...a })).toBe(4_000);
    await db.transaction().execute(async (tx) => {
      expect(await held(tx, [['C', { code: accounts.tenantReceivable, ...b }]])).toEqual([4_000]);
    });
  });
});

describe('what must hold of them', () => {
  test('come to what the same facts come to in memory; every proof holds', async () => {
    const { db } = house.database;
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return below < 1 ? 0 : Math.floor((state / 2 ** 32) * below);
    };
    const street = new Street(random);
    // The street's companies are ours; its tenancies are named by a reference, since nobody lives there.
    const placed = ({ company: given, tenancy, ...acct }: Pair['dr']): Pair['dr'] => ({
      ...acct,
      ...(given === undefined ? {} : { company: given % 2 === 0 ? other : company }),
      ref: `${given ?? ''}/${tenancy ?? ''}${acct.ref ?? ''}`,
    });
    const facts = Array.from({ length: 400 }, () => street.next()).filter((pairs) => pairs.length > 0);
    const said = facts.map((pairs) => fact(pairs.map(({ fund, dr, cr, cents: sum }) => ({ fund, dr: placed(dr), cr: placed(cr), cents: sum }))));
    const before = await count('journal');
    for (let from = 0; from < said.length; from += 50) await postMany(db, said.slice(from, from + 50));
    expect(await count('journal')).toBe(before + said.length);
    for (const { fund, code, rest, cents: sum } of street.books.entries()) {
      const [given = '', tenancy = '', ...ref] = rest.split(':');
      const where = placed({
        code,
        ...(given === '' ? {} : { company: Number(given) }),
        ...(tenancy === '' ? {} : { tenancy: Number(tenancy) }),
        ...(ref.join(':') === '' ? {} : { ref: ref.join(':') }),
      });
      expect([rest, code, await balance(db, fund, where)]).toEqual([rest, code, sum]);
    }
    expect(await prove(db, 'all')).toMatchObject({ ok: true, failed: [] });
    expect(await prove(db, 'changed')).toMatchObject({ ok: true });
  });

  test('a proof that fails stops settlements, tells superadmins once, and holds again when mended', async () => {
    const { db } = house.database;
    await somebody(house, 'superadmin');
    const spoil = (by: number) =>
      sql`do $$ begin perform set_config('ledger.posting', '1', true); update ledger_total set dr = dr + ${sql.raw(String(by))} where account_id = (select min(account_id) from ledger_total); end $$`.execute(
        db,
      );
    expect(await settlementsStopped(db)).toBeNull();
    await spoil(1);
    const { ok, failed } = await prove(db, 'all');
    expect(ok).toBe(false);
    expect(failed.map(({ proof }) => proof)).toContain('totals_are_entries');
    expect(await settlementsStopped(db)).toMatch(/did not agree/);
    // Asked for while closing a month: the refusal keeps it, too.
    const head = await somebody(house, 'superadmin');
    const runs = await count('ledger_proof');
    await expect(inTransaction(house, head, (ctx) => close(house)(ctx, { month: '2020-01' }))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await count('ledger_proof')).toBe(runs + 1);
    await spoil(-1);
    expect(await prove(db, 'changed')).toMatchObject({ ok: true });
    expect(await settlementsStopped(db)).toBeNull();
  });
});

describe('a month', () => {
  test('that is closed takes nothing: what comes late stands on the first open day, with its true day', async () => {
    const { db } = house.database;
    // Months of the tests before this one are closed first: they go in their order.
    const months = [0, 1, 2, 3, 4].map((k) => addMonths(monthStart(clock.today()), k));
    const [, , third = '', fourth = '', fifth = ''] = months;
    await setClock(house, `${addDays(fifth, 9)}T09:00:00Z`);
    const who = payer();
    await post(db, fact(bill(who), { day: addDays(third, 14) }));
    const hot = await balance(db, 'C', { code: accounts.unallocatedReceipts });
    const close = (day: string) => db.transaction().execute((tx) => closeMonth(tx, monthOf(day), null, ledgerProofs));
    for (const month of months.slice(0, 3)) await close(month);
    await expect(close(third)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(close(fifth)).rejects.toMatchObject({ failure: 'conflict' });
    const day = addDays(third, 19);
    const id = await post(db, fact(bill(who), { day, valueDay: day }));
    const row = await db.selectFrom('journal').select(['day', 'value_day', 'month']).where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toEqual({ day: fourth, value_day: day, month: fourth });
    const raw = [{ key: 'raw', kind: 'adjustment', day, value_day: day, source: 'x', source_id: 1, pairs: [] }];
    await expect(sql`select * from ledger_post(${JSON.stringify(raw)}::jsonb)`.execute(db)).rejects.toMatchObject({ code: 'LG002' });
    // What is not kept is what was closed and what is open since.
    expect(await balance(db, 'C', { code: accounts.unallocatedReceipts })).toBe(hot);
    expect(await prove(db, 'all')).toMatchObject({ ok: true });
  });
});
