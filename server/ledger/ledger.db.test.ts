import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ledgerAccountKinds, ledgerAccounts, type PostingPair } from '#contract/ledger/accounts.ts';
import { buildInvoiceIssuedPostings } from '#contract/ledger/postings.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthOf, monthStart } from '#contract/time/days.ts';

import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { StreetFixture } from '#test/fixtures/street.ts';
import { createPerson, runAsPerson } from '#test/people.ts';
import { ledgerModuleChecks, runLedgerChecks } from './ledger-checks.ts';
import { closeMonth } from './periods.ts';
import { lockAccountBalances, type NewJournal, postJournal, postJournals, readAccountBalance, reverseJournal } from './post-journals.ts';
import { checkAndCloseLedgerMonth, readPayoutsBlockedReason } from './service.ts';

let services: TestServices;
/** The journals of these tests belong to no module, so the checks of other modules are skipped. */
const prove = (db: Parameters<typeof runLedgerChecks>[0], scope: 'changed' | 'all') => runLedgerChecks(db, scope, null, ledgerModuleChecks);
let company = 0;
let other = 0;
let n = 0;
const payer = () => ({ company, ref: `booking:${++n}` });
const fact = (pairs: readonly PostingPair[], more: Partial<NewJournal> = {}): NewJournal => ({
  key: `test:${++n}`,
  kind: 'adjustment',
  source: ['booking', n],
  params: { what: 'a test', code: 'T' },
  pairs,
  ...more,
});
const bill = (who = payer(), sum = 4_500_000) => buildInvoiceIssuedPostings({ fund: 'C', payer: who, cents: sum, depositCents: 0 });
const count = async (table: 'journal' | 'journal_entry' | 'ledger_proof') =>
  Number((await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(services.database.db)).rows[0]?.n);

beforeAll(async () => {
  services = await createTestServices();
  company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  other = (await createPerson(services, 'agent')).me.companyId ?? 0;
});

describe('ledger: posting', () => {
  test('the database and the API contract have the same ledger accounts', async () => {
    const rows = await services.database.db.selectFrom('account_kind').selectAll().orderBy('code').execute();
    expect(Object.fromEntries(rows.map(({ code, ...kind }) => [code, kind]))).toEqual(ledgerAccountKinds);
  });

  test('a repeated posting creates one journal entry, and a different posting with the same key is rejected', async () => {
    const { db } = services.database;
    const who = payer();
    const one = fact(bill(who), { companyId: company });
    const ids = await Promise.all(Array.from({ length: 8 }, () => db.transaction().execute((tx) => postJournal(tx, one))));
    expect(new Set(ids).size).toBe(1);
    expect(await readAccountBalance(db, 'C', { code: ledgerAccounts.tenantReceivable, ...who })).toBe(4_500_000);
    expect(await readAccountBalance(db, 'C', { code: ledgerAccounts.unpaidBillings, ...who })).toBe(4_500_000);
    await expect(postJournal(db, { ...one, pairs: bill(who, 100) })).rejects.toMatchObject({ code: 'LG001' });
    expect(await readAccountBalance(db, 'C', { code: ledgerAccounts.tenantReceivable, ...who })).toBe(4_500_000);
  });

  test('a journal entry is reversed only once', async () => {
    const { db } = services.database;
    const who = payer();
    const one = fact(bill(who));
    await postJournal(db, one);
    const back = { of: one.key, key: `${one.key}:back`, kind: 'adjustment' as const };
    const first = await reverseJournal(db, back);
    expect(await reverseJournal(db, back)).toBe(first);
    expect(await readAccountBalance(db, 'C', { code: ledgerAccounts.tenantReceivable, ...who })).toBe(0);
    await expect(reverseJournal(db, { ...back, key: `${one.key}:again` })).rejects.toMatchObject({ code: '23505' });
  });

  test('journal entries are written only by the posting function and cannot be changed', async () => {
    const { db } = services.database;
    await postJournal(db, fact(bill()));
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

  test('a posting that would make a liability negative is rejected', async () => {
    const { db } = services.database;
    const pairs: PostingPair[] = [
      { fund: 'C', dr: { code: ledgerAccounts.ownerPayable, company }, cr: { code: ledgerAccounts.payoutsInTransit, company }, cents: toCents(1) },
    ];
    await expect(postJournal(db, fact(pairs))).rejects.toMatchObject({ constraint: 'ledger_total_floor' });
    const mixed = [{ ...pairs[0], cents: 0 } as PostingPair];
    await expect(postJournal(db, fact(mixed))).rejects.toMatchObject({ code: '23514' });
  });

  test('concurrent postings on the same accounts do not deadlock', async () => {
    const { db } = services.database;
    const [a, b] = [payer(), payer()];
    const crossing = (k: number): PostingPair[] => (k % 2 === 0 ? [...bill(a, 100), ...bill(b, 100)] : [...bill(b, 100), ...bill(a, 100)]);
    await Promise.all(Array.from({ length: 40 }, (_, k) => db.transaction().execute((tx) => postJournal(tx, fact(crossing(k))))));
    expect(await readAccountBalance(db, 'C', { code: ledgerAccounts.tenantReceivable, ...a })).toBe(4_000);
    await db.transaction().execute(async (tx) => {
      expect(await lockAccountBalances(tx, [['C', { code: ledgerAccounts.tenantReceivable, ...b }]])).toEqual([4_000]);
    });
  });
});

describe('ledger: invariants', () => {
  test('after random postings, account balances equal those of a model and every ledger check passes', async () => {
    const { db } = services.database;
    let state = 7;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return below < 1 ? 0 : Math.floor((state / 2 ** 32) * below);
    };
    const street = new StreetFixture(random);
    // The companies of the fixture exist. Its tenancies do not, so they are named by a reference.
    const placed = ({ company: given, tenancy, ...acct }: PostingPair['dr']): PostingPair['dr'] => ({
      ...acct,
      ...(given === undefined ? {} : { company: given % 2 === 0 ? other : company }),
      ref: `${given ?? ''}/${tenancy ?? ''}${acct.ref ?? ''}`,
    });
    const facts = Array.from({ length: 400 }, () => street.next()).filter((pairs) => pairs.length > 0);
    const said = facts.map((pairs) => fact(pairs.map(({ fund, dr, cr, cents: sum }) => ({ fund, dr: placed(dr), cr: placed(cr), cents: sum }))));
    const before = await count('journal');
    for (let from = 0; from < said.length; from += 50) await postJournals(db, said.slice(from, from + 50));
    expect(await count('journal')).toBe(before + said.length);
    for (const { fund, code, rest, cents: sum } of street.books.entries()) {
      const [given = '', tenancy = '', ...ref] = rest.split(':');
      const where = placed({
        code,
        ...(given === '' ? {} : { company: Number(given) }),
        ...(tenancy === '' ? {} : { tenancy: Number(tenancy) }),
        ...(ref.join(':') === '' ? {} : { ref: ref.join(':') }),
      });
      expect([rest, code, await readAccountBalance(db, fund, where)]).toEqual([rest, code, sum]);
    }
    expect(await prove(db, 'all')).toMatchObject({ ok: true, failed: [] });
    expect(await prove(db, 'changed')).toMatchObject({ ok: true });
  });

  test('a failed ledger check blocks payouts and notifies super admins once; the check passes after a correction', async () => {
    const { db } = services.database;
    await createPerson(services, 'superadmin');
    const spoil = (by: number) =>
      sql`do $$ begin perform set_config('ledger.posting', '1', true); update ledger_total set dr = dr + ${sql.raw(String(by))} where account_id = (select min(account_id) from ledger_total); end $$`.execute(
        db,
      );
    expect(await readPayoutsBlockedReason(db)).toBeNull();
    await spoil(1);
    const { ok, failed } = await prove(db, 'all');
    expect(ok).toBe(false);
    expect(failed.map(({ proof }) => proof)).toContain('totals_are_entries');
    expect(await readPayoutsBlockedReason(db)).toMatch(/last ledger check failed/);
    // Closing a month runs the checks, and the rejection stores their result.
    const head = await createPerson(services, 'superadmin');
    const runs = await count('ledger_proof');
    await expect(runAsPerson(services, head, (ctx) => checkAndCloseLedgerMonth(services)(ctx, { month: '2020-01' }))).rejects.toMatchObject({
      failure: 'conflict',
    });
    expect(await count('ledger_proof')).toBe(runs + 1);
    await spoil(-1);
    expect(await prove(db, 'changed')).toMatchObject({ ok: true });
    expect(await readPayoutsBlockedReason(db)).toBeNull();
  });
});

describe('ledger: closing a month', () => {
  test('a late journal entry for a closed month is posted on the first open day and has its own value date', async () => {
    const { db } = services.database;
    // The months of earlier tests are closed first, in order.
    const months = [0, 1, 2, 3, 4].map((k) => addMonths(monthStart(clock.today()), k));
    const [, , third = '', fourth = '', fifth = ''] = months;
    await setClock(services, `${addDays(fifth, 9)}T09:00:00Z`);
    const who = payer();
    await postJournal(db, fact(bill(who), { day: addDays(third, 14) }));
    const hot = await readAccountBalance(db, 'C', { code: ledgerAccounts.unallocatedReceipts });
    const close = (day: string) => db.transaction().execute((tx) => closeMonth(tx, monthOf(day), null, ledgerModuleChecks));
    for (const month of months.slice(0, 3)) await close(month);
    await expect(close(third)).rejects.toMatchObject({ failure: 'conflict' });
    await expect(close(fifth)).rejects.toMatchObject({ failure: 'conflict' });
    const day = addDays(third, 19);
    const id = await postJournal(db, fact(bill(who), { day, valueDay: day }));
    const row = await db.selectFrom('journal').select(['day', 'value_day', 'month']).where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toEqual({ day: fourth, value_day: day, month: fourth });
    const raw = [{ key: 'raw', kind: 'adjustment', day, value_day: day, source: 'x', source_id: 1, pairs: [] }];
    await expect(sql`select * from ledger_post(${JSON.stringify(raw)}::jsonb)`.execute(db)).rejects.toMatchObject({ code: 'LG002' });
    // A balance without a stored total is the closed totals plus the open entries.
    expect(await readAccountBalance(db, 'C', { code: ledgerAccounts.unallocatedReceipts })).toBe(hot);
    expect(await prove(db, 'all')).toMatchObject({ ok: true });
  });
});
