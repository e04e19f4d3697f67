import { beforeAll, expect, test } from 'vitest';
import { deleteStatementRule, saveStatementRule } from '#server/bank-statement/rules.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { makeAccountsEstablished, runAsPerson } from '#test/people.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
beforeAll(async () => {
  w = await createBankFixture();
  await makeAccountsEstablished(w.services, w.head);
});
const db = () => w.services.database.db;

async function home(cents: number): Promise<number> {
  const at = await createOwnerWithUnit(w.services);
  await setTrustMode(w.services, at.owner.me.companyId ?? 0);
  const id = await createOccupiedTenancy(w.services, at.property, { unitId: await addUnit(w.services, at.property) });
  await runAsPerson(w.services, at.owner, (ctx) => issueRentInvoice(ctx, id, cents));
  return id;
}
const linesOf = (statementId: number) =>
  db()
    .selectFrom('statement_line as l')
    .leftJoin('payment as p', 'p.id', 'l.payment_id')
    .select(['l.tenancy_id as by_rule', 'l.rule_by', 'p.tenancy_id', 'p.match', 'p.credited_cents'])
    .where('l.statement_id', '=', statementId)
    .orderBy('l.n')
    .execute();

test('statement rule: on an account of Makao suggests lines with its whole words and allocates none, and its author stays known after it is removed', async () => {
  const tenancy = await home(2_000_000);
  const account = await w.bank();
  const rule = await w.as((ctx) => saveStatementRule(ctx, { contains: 'GIFT A10', act: 'tenancy', tenancy_id: tenancy }));
  const read = await w.take(account, 0, [
    ['2027-03-08', 'EFT GIFT A101', 'RL1', 1_500_000],
    ['2027-03-08', 'EFT GIFT A10', 'RL2', 1_500_000],
    ['2027-03-08', 'EFT GIFT A10', 'RL3', 1_500_000],
  ]);
  await w.as((ctx) => deleteStatementRule(ctx, { id: rule.id }));
  const [other, own, beyond] = await linesOf(read.id);
  expect(other).toMatchObject({ by_rule: null, rule_by: null, tenancy_id: null });
  expect(own).toMatchObject({ by_rule: tenancy, rule_by: w.head.id, tenancy_id: null, credited_cents: 0 });
  expect(beyond).toMatchObject({ by_rule: tenancy, tenancy_id: null, credited_cents: 0 });
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});
