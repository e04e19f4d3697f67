import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { createCollectionAccount } from '#server/treasury/accounts.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder } from '#test/example-kinds.ts';
import { createRentedHome, nextNumber } from '#test/fixtures/payment-rows.ts';

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const reason = 'The wrong day';

/** A bank account of Makao, and cash that a company took for clients. */
async function createHeldCash(services: TestServices, companyId?: number) {
  const { db } = services.database;
  const at = await createRentedHome(services, companyId);
  const account = await createCollectionAccount(db, {
    company_id: null,
    rail: 'bank',
    name: 'Clients',
    number: `0118${100_000 + nextNumber()}`,
    bank_code: '01',
    fund: 'C',
  });
  const { id } = await db
    .insertInto('payment')
    .values({
      purpose: 1,
      how: 'cash',
      fund: 'C',
      status: 'completed',
      cents: toCents(50_000),
      company_id: at.company,
      holder_id: at.company,
      tenancy_id: at.tenancy_id,
      property_id: at.property,
      paid_on: clock.today(),
      match: 'matched',
      looked_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { account: account?.id ?? 0, payment: id, company: at.company };
}
export async function addDeposit(services: TestServices, companyId?: number) {
  const { db } = services.database;
  const { account, payment, company } = await createHeldCash(services, companyId);
  const file = await db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', company_id: company, name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('cash_deposit')
    .values({
      company_id: company,
      account_id: account,
      cents: toCents(50_000),
      paid_on: clock.today(),
      reference: `SLIP-${nextNumber()}`,
      slip_file_id: file.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('cash_deposit_payment').values({ deposit_id: id, payment_id: payment }).execute();
  return { id, account };
}
/** A line of Makao's bank of the amount of a declared deposit, as an unallocated payment. */
async function addUnallocatedLine(services: TestServices) {
  const { db } = services.database;
  const deposit = await addDeposit(services);
  const payment = await db
    .insertInto('payment')
    .values({
      purpose: 1,
      how: 'bank',
      fund: 'C',
      status: 'completed',
      cents: toCents(50_000),
      account_id: deposit.account,
      paid_on: clock.today(),
      looked_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const statement = await db
    .insertInto('statement')
    .values({
      account_id: deposit.account,
      name: 'bank.csv',
      sha256: Buffer.from(`cash ${nextNumber()}`.padEnd(32)),
      head: ['Date'],
      status: 'imported',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('statement_line')
    .values({
      statement_id: statement.id,
      n: 1,
      cells: [clock.today()],
      day: clock.today(),
      cents: toCents(50_000),
      details: 'CASH',
      external_id: `a${deposit.account}:cash`,
      fate: 'new',
      payment_id: payment.id,
    })
    .execute();
  return { id: payment.id, deposit_id: deposit.id };
}

/** An input for each call about cash of clients. */
export const cashExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'payment.heldCash': async (services) => {
    await createHeldCash(services);
    return {};
  },
  'payment.listDeposits': async (services) => {
    await addDeposit(services);
    return { page: 1 };
  },
  'payment.declareDeposit': async (services) => {
    const { account, payment } = await createHeldCash(services);
    return { account_id: account, payment_ids: [payment], paid_on: clock.today(), reference: 'SLIP-1' };
  },
  'payment.addSlip': async (services) => ({ id: (await addDeposit(services)).id, slip: png }),
  'payment.withdrawDeposit': async (services) => ({ id: (await addDeposit(services)).id, reason }),
  'payment.withdrawCompanyDeposit': async (services) => ({ id: (await addDeposit(services)).id, reason }),
  'payment.depositCandidates': async (services) => ({ id: (await addUnallocatedLine(services)).id }),
  'payment.bankedCash': async (services) => {
    const { id, deposit_id } = await addUnallocatedLine(services);
    // The journal of the receipt, which the act reverses, does not exist, so the payment has no receipt either.
    return { id, deposit_id, reason: 'The slip has the stamp of this day' };
  },
};
