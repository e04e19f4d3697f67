import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { registerModules } from '#server/modules.ts';
import {
  addSignedLease,
  countQueuedNotifications,
  createTestTenancy,
  createTestUnit,
  emptyOpeningBalance,
  runAs,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createInvoice, previewInvoice } from '../manual-invoice.ts';
import { issueBatchCharge, issueSplitCost, previewBatchCharge, previewSplitCost } from '../shared-charges.ts';

beforeAll(() => registerModules());
setUpTenancyTests();

const line = { kind: 'service' as const, label: 'Arrears', qty: 1, unit_cents: toCents(7_700_000), tax_code: 'A' as const, from: null, last: null };
const invoice = (tenancy_id: number) => ({
  tenancy_id,
  kind: 'ad_hoc' as const,
  due_on: addDays(clock.today(), 5),
  period_from: null,
  period_last: null,
  lines: [line],
  note: '',
});
const batch = (tenancy_id: number) => ({
  tenancy_ids: [tenancy_id],
  except: [],
  kind: 'service' as const,
  label: 'Arrears',
  cents: toCents(7_700_000),
  tax_code: 'A' as const,
  due_on: addDays(clock.today(), 5),
  from: null,
  last: null,
});
const split = (tenancy_id: number) => ({ ...batch(tenancy_id), by: 'equal' as const, weights: [] });
const as = <T>(work: Parameters<typeof runAs<T>>[1]) => runAs(testPlace.owner, work);
const waysToBill = [
  (id: number) => as((ctx) => previewInvoice(ctx, invoice(id))),
  (id: number) => as((ctx) => previewBatchCharge(ctx, batch(id))),
  (id: number) => as((ctx) => previewSplitCost(ctx, split(id))),
  (id: number) => as((ctx) => createInvoice(ctx, invoice(id))),
  (id: number) => as((ctx) => issueBatchCharge(ctx, batch(id))),
  (id: number) => as((ctx) => issueSplitCost(ctx, split(id))),
];

test('invoice: a tenancy that its payers have not agreed to cannot be billed by hand, by a batch or by a split cost', async () => {
  const typed = await createTestTenancy({ unitId: await createTestUnit(), startsOn: addDays(startDay, 10) });
  const owed = { ...emptyOpeningBalance(), balance_cents: toCents(7_700_000) };
  const asked = await createTestTenancy({ unitId: await createTestUnit(), startsOn: addDays(startDay, -100), opening: owed, asksFirst: true });
  for (const { id } of [typed, asked]) for (const bill of waysToBill) await expect(bill(id)).rejects.toMatchObject({ failure: 'conflict' });
  expect(await testServices.database.db.selectFrom('invoice').select('id').where('tenancy_id', 'in', [typed.id, asked.id]).execute()).toEqual([]);
  expect(await countQueuedNotifications('invoice.issued')).toBe(0);
  await addSignedLease(testServices, typed.id);
  for (const bill of waysToBill) await bill(typed.id);
  // A signed lease does not answer the question about an existing tenancy.
  await addSignedLease(testServices, asked.id);
  for (const bill of waysToBill) await expect(bill(asked.id)).rejects.toMatchObject({ failure: 'conflict' });
});
