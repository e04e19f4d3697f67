import { beforeEach, expect, test } from 'vitest';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { readAccountBalance } from '#server/ledger/service.ts';
import type { CollectionAccountRow } from '#server/treasury/accounts.ts';
import { createBankFixture } from '#test/fixtures/bank-fixture.ts';
import { findFailedLedgerChecks } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { findSecondPerson } from '#test/statement-imports.ts';
import * as doubts from './payment-exceptions.ts';

let w: Awaited<ReturnType<typeof createBankFixture>>;
let bank: CollectionAccountRow;
/** Receives the notifications. */
let reader: TestPerson;
beforeEach(async () => {
  w = await createBankFixture();
  bank = await w.bank();
  reader = await createPerson(w.services, 'superadmin');
});
const db = () => w.services.database.db;
const states = async () => (await db().selectFrom('payment').select('status').orderBy('id').execute()).map(({ status }) => status);
const open = () => w.as((ctx) => doubts.listPaymentExceptions(ctx, { page: 1, page_size: 20, z_filter: { status: 'open' } }));

const order = (day: string) => [day, 'STANDING ORDER ASHA', 'RENTA4', 3_000_000] as const;
const bounce = ['2027-03-03', 'REVERSAL RENTA4', 'RV1', -3_000_000] as const;

test('bounced payment: reverses one payment once although several statements contain the reversal, and never a later payment', async () => {
  await w.take(bank, 0, [order('2027-03-01'), bounce, order('2027-03-05')]);
  expect(await states()).toEqual(['reversed', 'completed']);
  await w.take(bank, 3_000_000, [bounce, order('2027-03-05'), ['2027-03-06', 'INTEREST', 'IN1', 100]]);
  expect(await states()).toEqual(['reversed', 'completed', 'completed']);
  expect((await open()).count).toBe(0);
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});

test('bounced payment: with several matching payments nothing is reversed until a person selects one', async () => {
  const came = [order('2027-02-01'), order('2027-03-01')] as const;
  const cash = () => readAccountBalance(db(), 'C', { code: ledgerAccounts.clientBank, ref: `collection:${bank.id}` });
  await w.take(bank, 0, [...came, bounce]);
  expect(await states()).toEqual(['completed', 'completed']);
  expect(await cash()).toBe(6_000_000);
  // The same reversal in the next file is the same exception.
  await w.take(bank, 3_000_000, [came[1], bounce, ['2027-03-05', 'INTEREST', 'IN1', 100]]);
  expect(await states()).toEqual(['completed', 'completed', 'completed']);
  const [doubt, ...more] = (await open()).results;
  expect(more).toEqual([]);
  expect(doubt).toMatchObject({ kind: 'which', external: 'RV1', cents: 3_000_000, among: [{ day: '2027-02-01' }, { day: '2027-03-01' }] });
  const told = (await listSentNotifications(w.services, 'payment.doubt')).filter(({ to }) => to.personId === reader.id);
  expect(told.map(({ params }) => (params as { kind: string }).kind)).toEqual(['which']);
  const [first, later] = doubt?.among ?? [];
  const decide = (payment_id?: number) =>
    w.as((ctx) =>
      doubts.resolvePaymentException(ctx, {
        id: doubt?.id ?? 0,
        decision: 'taken',
        reason: 'The bank named it',
        ...(payment_id ? { payment_id } : {}),
      }),
    );
  await expect(decide()).rejects.toMatchObject({ failure: 'invalid' });
  const interest = await db().selectFrom('payment').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await expect(decide(interest.id)).rejects.toMatchObject({ failure: 'conflict' });
  // One person only requests the reversal; another person approves it.
  expect(await decide(first?.id)).toMatchObject({ status: 'open', request: { own: true } });
  expect(await states()).toEqual(['completed', 'completed', 'completed']);
  const second = await findSecondPerson(w.services);
  const request = await db().selectFrom('approval_request').select('id').where('kind', '=', 'platformLoss').executeTakeFirstOrThrow();
  await runAsPerson(w.services, second, (ctx) => decideApprovalRequest(w.services)(ctx, { id: request.id, approve: true, reason: '' }));
  expect(await states()).toEqual(['reversed', 'completed', 'completed']);
  expect(await cash()).toBe(3_000_100);
  // The decision is known, so the file read again reverses no other payment.
  await w.take(bank, 3_000_000, [bounce]);
  expect(await states()).toEqual(['reversed', 'completed', 'completed']);
  expect((await open()).count).toBe(0);
  await expect(decide(later?.id)).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await findFailedLedgerChecks(w.services)).toEqual([]);
});
