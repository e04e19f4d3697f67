import { beforeAll, describe, expect, test } from 'vitest';
import { type LedgerAccount, type LedgerFund, ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { postJournal } from '#server/ledger/service.ts';
import * as people from '#server/people/service.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { findClosingObstacles } from './closing.ts';

let services: TestServices;
let admin: TestPerson;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'superadmin');
});
const db = () => services.database.db;
const booked = (company: number, fund: LedgerFund, dr: LedgerAccount, cr: LedgerAccount) =>
  postJournal(db(), {
    key: `test:${++n}`,
    kind: 'adjustment',
    source: ['company', company],
    params: {},
    pairs: [{ fund, dr, cr, cents: toCents(12_345) }],
  });
/** Returns why the person cannot close the account, and whether an admin can. */
async function closing(who: TestPerson) {
  const reasons = (await findClosingObstacles(db(), who.id)).map(String);
  const { code } = await services.database.db.selectFrom('person').select('code').where('id', '=', who.id).executeTakeFirstOrThrow();
  const removed = await runAsPerson(services, admin, (ctx) => people.remove(ctx, { user_id: who.id, user_code: code, reason: 'asked for it' })).then(
    () => 'removed',
    (refused: Error) => refused.message,
  );
  return { reasons, removed };
}

describe('closing an account, requested by the account holder or by an admin', () => {
  test('succeeds if no obstacle exists', async () => {
    const owner = await createPerson(services, 'owner');
    expect(await closing(owner)).toEqual({ reasons: [], removed: 'removed' });
  });
  test('is refused while the wallet contains money', async () => {
    const owner = await createPerson(services, 'owner');
    const company = owner.me.companyId ?? 0;
    await booked(company, 'C', { code: ledgerAccounts.clientBank, ref: 'test' }, { code: ledgerAccounts.ownerPayable, company });
    const { reasons, removed } = await closing(owner);
    expect(reasons).toEqual([expect.stringContaining('123.45')]);
    expect(removed).toBe(reasons[0]);
  });
  test('is refused while the company has a debt to Makao', async () => {
    const owner = await createPerson(services, 'owner');
    const company = owner.me.companyId ?? 0;
    await booked(company, 'P', { code: ledgerAccounts.platformReceivable, company }, { code: ledgerAccounts.planRevenue });
    const { reasons, removed } = await closing(owner);
    expect(reasons).toEqual([expect.stringMatching(/owes.*123\.45/)]);
    expect(removed).toBe(reasons[0]);
  });
  test('is refused while a unit has a current tenancy; the message names the tenancy code', async () => {
    const { owner, property } = await createOwnerWithUnit(services);
    const tenancy = await createOccupiedTenancy(services, property);
    const { code } = await services.database.db.selectFrom('tenancy').select('code').where('id', '=', tenancy).executeTakeFirstOrThrow();
    const { reasons, removed } = await closing(owner);
    expect(reasons).toEqual([expect.stringContaining(code)]);
    expect(removed).toContain(code);
  });
});
