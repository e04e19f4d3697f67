import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { post } from '#server/ledger/service.ts';
import { accountOf, addAccount, recordAccount } from '#server/treasury/accounts.ts';
import { leave } from '#server/treasury/sweeps.ts';
import type { House } from '#test/db.ts';
import { superadminsLongHere } from '#test/world.ts';
import { paid } from './paying.ts';

let n = 0;
/** A paybill and a bank of the platform's own, each with money in it, and something the clients' fund owes the platform's. */
export async function ownPlaces(house: House): Promise<{ paybill: number; bank: number }> {
  const { db } = house.database;
  const own = { company_id: null, bank_code: null, fund: 'C' } as const;
  const id = `${process.pid % 1000}${++n}`;
  const paybill = await addAccount(db, { ...own, rail: 'mpesa', name: `Paybill ${id}`, number: `7${id}` });
  const bank = await addAccount(db, { ...own, rail: 'bank', name: `Bank ${id}`, number: `01100${id}` });
  const company = (await db.selectFrom('company').select('id').where('kind', '=', 'owner').orderBy('id').executeTakeFirstOrThrow()).id;
  const [came, kept] = [cents(1_000_000), cents(50_000)];
  const owner = { code: accounts.ownerPayable, company } as const;
  await post(db, {
    ...{ key: `own:${id}`, kind: 'adjustment', source: ['test', n], params: { what: 'a test', code: 'T' } },
    // Before any statement: what a bank begins with.
    valueDay: addDays(clock.today(), -10),
    pairs: [
      { fund: 'C', dr: { code: accounts.mpesaPaybill, ref: `collection:${paybill?.id}` }, cr: owner, cents: came },
      { fund: 'C', dr: { code: accounts.clientBank, ref: `collection:${bank?.id}` }, cr: owner, cents: came },
      { fund: 'C', dr: owner, cr: { code: accounts.interfund }, cents: kept },
      { fund: 'P', dr: { code: accounts.interfund }, cr: { code: accounts.commissionRevenue }, cents: kept },
    ],
  });
  return { paybill: paybill?.id ?? 0, bank: bank?.id ?? 0 };
}
/** A bank that says another sum than the books. */
export async function differing(house: House, by = -700): Promise<number> {
  const { bank } = await ownPlaces(house);
  const { db } = house.database;
  const { id } = await db
    .insertInto('statement')
    .values({ account_id: bank, name: 'bank.csv', sha256: Buffer.from(`own ${bank}`), head: ['Date'], status: 'imported' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bank_figure')
    .values({
      ...{ account_id: bank, source: 'statement', statement_id: id, day: clock.today() },
      cents: cents(1_000_000 + by),
      difference_cents: cents(by),
    })
    .execute();
  return bank;
}
export async function correction(house: House): Promise<number> {
  const account_id = await differing(house);
  await superadminsLongHere(house);
  const { id } = await house.database.db
    .insertInto('cash_move')
    .values({ kind: 'correct', account_id, cents: cents(-700), reason: 'Nobody can find it any more' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
export async function swept(house: House): Promise<number> {
  const { paybill, bank } = await ownPlaces(house);
  return house.database.db.transaction().execute(async (tx) => {
    const [from, to] = [await accountOf(tx, paybill), await accountOf(tx, bank)];
    return (await leave(atClock(tx), { from, to, cents: 10_000, proof: `SW${++n}` })).id;
  });
}
/** A reversal of a payment that was partly given back: somebody has to decide. */
export async function doubt(house: House, companyId?: number): Promise<number> {
  const { payment, company } = await paid(house, companyId);
  const { id } = await house.database.db
    .insertInto('payment_doubt')
    .values({
      ...{ kind: 'reversal', account_id: (await recordAccount(house.database.db, company)).id, company_id: company, payment_id: payment },
      ...{ external: `SBK${payment}`, cents: 150_000, at: clock.now(), verified_by: 'pull' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
/** A bank that somebody else asks for as one of the platform's own: another superadmin decides. */
export async function askedAccount(house: House): Promise<{ id: number; at: string }> {
  await superadminsLongHere(house);
  const { db } = house.database;
  const asker = await db.selectFrom('person').select('id').where('company_id', 'is not', null).orderBy('id').executeTakeFirstOrThrow();
  const [number, asked_at] = [`01109${process.pid % 1000}${++n}`, clock.now()];
  const asked = { waiting: true, active: false, asked_number: number, asked_bank_code: '01', asked_by: asker.id, asked_at } as const;
  const row = await addAccount(db, { company_id: null, rail: 'bank', name: 'Another bank', number, bank_code: '01', fund: 'C', ...asked });
  return { id: row?.id ?? 0, at: asked_at.toISOString() };
}
