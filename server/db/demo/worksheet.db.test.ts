import { expect, test } from 'vitest';
import { readAccountReconciliation } from '#server/bank-statement/service.ts';
import { createTestServices } from '#test/db.ts';
import { createOwnAccounts } from '#test/fixtures/own-accounts.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { createPerson, makeSuperadminsEstablished } from '#test/people.ts';
import { fillDemoWorksheet } from './worksheet.ts';

test('demo: the paybill has a worksheet of the end of the last month, signed by two people and without a difference', async () => {
  const services = await createTestServices();
  const { db } = services.database;
  const [, second] = [await createPerson(services, 'superadmin'), await createPerson(services, 'superadmin'), await createPerson(services, 'owner')];
  await db.updateTable('person').set({ email: 'superadmin@makao.test' }).where('id', '=', second.id).execute();
  await makeSuperadminsEstablished(services);
  const { paybill } = await createOwnAccounts(services);
  await fillDemoWorksheet(services.database);
  const sheet = await db.selectFrom('account_worksheet').selectAll().executeTakeFirstOrThrow();
  expect(sheet).toMatchObject({ account_id: paybill, status: 'signed', difference_cents: 0 });
  expect(sheet.prepared_by).not.toBe(sheet.decided_by);
  expect((await readAccountReconciliation(db, paybill, sheet.day)).difference_cents).toBe(0);
  expect(await findFailedLedgerChecks(services)).toEqual([]);
});
