import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { recordPayment } from '#server/collection/record.ts';
import { closeMonth } from '#server/ledger/periods.ts';
import { isCorrectable } from '#server/matching/correction-values.ts';
import * as payments from '#server/payment/acts.ts';
import { readPaymentDetails } from '#server/payment/payment-detail.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { payForTenancy, readPlatformPaybillAccount } from '#test/fixtures/incoming-payments.ts';
import { createOccupiedTenancy } from '#test/fixtures/invoices.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { findFailedLedgerChecks, issueRentInvoice, setTrustMode } from '#test/fixtures/payments.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';

let services: TestServices;
let trust: OwnerWithUnit;
let boss: TestPerson;
let other: TestPerson;
let payer: TestPerson;
const reason = 'The clerk is careless';
const as = <T>(by: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, by, work);
const home = async (at: OwnerWithUnit, personId: number | null = null) =>
  createOccupiedTenancy(services, at.property, { unitId: await addUnit(services, at.property) }, personId);
type Changed = { cents?: ReturnType<typeof toCents>; tenancy_id?: number; on?: string; besides?: number };
const preview = (by: TestPerson, id: number, changed: Changed) =>
  as(by, (ctx) => payments.previewCorrection(ctx, { id, cause: 'typed', ...changed }));
const correct = (by: TestPerson, id: number, changed: Changed) =>
  as(by, (ctx) => payments.correctPayment(ctx, { id, cause: 'typed', reason, ...changed }));
const detail = (by: TestPerson, id: number) => readPaymentDetails(createTestCtx(services, by), id);
const later = (id: number) => services.database.db.selectFrom('payment').selectAll().where('corrects', '=', id).executeTakeFirstOrThrow();
const sent = async (events = ['payment.corrected', 'payment.reversed', 'payment.received']) =>
  (await listSentNotifications(services)).filter(({ event }) => events.includes(event));
const ask = (id: number) =>
  services.database.db
    .selectFrom('approval_request')
    .selectAll()
    .where('subject_id', '=', id)
    .where('status', '=', 'asked')
    .executeTakeFirstOrThrow();
const approve = async (by: TestPerson, id: number) => as(by, async (ctx) => decideApprovalRequest(services)(ctx, { id, approve: true, reason: '' }));

beforeAll(async () => {
  services = await createTestServices();
  await setClock(services, '2027-03-03T09:00:00Z');
  trust = await createOwnerWithUnit(services);
  [boss, other] = [await createPerson(services, 'admin'), await createPerson(services, 'admin')];
  payer = await createPerson(services, 'tenant');
  await makeAccountsEstablished(services, boss, other);
  await setTrustMode(services, trust.owner.me.companyId ?? 0);
});
afterAll(() => setClock(services, null));

describe('payment correction: client money', () => {
  /** Cash that the owner company took for Makao's clients, confirmed with the payer's code. */
  async function takenCash(cents: number) {
    // The codes that a number receives are limited.
    await services.database.db.deleteFrom('throttle').execute();
    const tenancy = await home(trust, payer.id);
    await as(boss, (ctx) => issueRentInvoice(ctx, tenancy, 90_000));
    const { id } = await as(trust.owner, (ctx) =>
      recordPayment(ctx, { how: 'cash', tenancy_id: tenancy, cents: toCents(cents), on: clock.today(), external: '', note: '' }),
    );
    const { code } = ((await listSentNotifications(services, 'payment.cash_code')).at(-1)?.params as { code: string } | undefined) ?? { code: '' };
    await as(trust.owner, (ctx) => payments.confirmCash(services)(ctx, { id, code }));
    return id;
  }

  test('is requested with the exact messages, and another person approves it', async () => {
    const id = await takenCash(9_000);
    expect((await detail(trust.owner, id)).may).toMatchObject({ correct: true, correct_asks: true });
    expect(await preview(trust.owner, id, { cents: toCents(90_000) })).toMatchObject({ asks: true });
    const before = (await sent()).length;
    await correct(trust.owner, id, { cents: toCents(90_000) });
    expect(await detail(trust.owner, id)).toMatchObject({ status: 'completed', request: { own: true }, may: { correct: false } });
    expect((await sent()).length).toBe(before);
    const asked = await ask(id);
    const shown = JSON.stringify(await listSentNotifications(services, 'approval.asked'));
    expect(shown).toContain('Your payment of KES 90 was corrected to KES 900');
    await approve(other, asked.id);
    const after = await later(id);
    expect(after).toMatchObject({ cents: 90_000, fund: 'C', holder_id: trust.owner.me.companyId, status: 'completed' });
    // Requester, recorder and approver are behind the money, so none of them approves its payout.
    const logged = await services.database.db.selectFrom('audit_log').select('actor_id').where('record_code', '=', after.code).execute();
    expect(logged.map((row) => row.actor_id)).toContain(asked.asked_by);
    expect((await sent()).slice(before).map(({ event }) => event)).toEqual(['payment.corrected']);
    expect(await findFailedLedgerChecks(services)).toEqual([]);
  });

  test('the approval is refused after a reversal in between, and the requester cannot approve', async () => {
    const id = await takenCash(8_000);
    await correct(boss, id, { cents: toCents(80_000) });
    const asked = await ask(id);
    await expect(approve(boss, asked.id)).rejects.toMatchObject({ failure: 'forbidden' });
    await services.database.db.updateTable('payment').set({ status: 'reversed' }).where('id', '=', id).execute();
    await expect(approve(other, asked.id)).rejects.toMatchObject({ failure: 'wrongState' });
    await services.database.db.updateTable('payment').set({ status: 'completed' }).where('id', '=', id).execute();
  });

  test('a payment that M-Pesa confirmed keeps its amount and date, because they are facts', async () => {
    const tenancy = await home(trust);
    const id = await payForTenancy(services, tenancy, { account: await readPlatformPaybillAccount(services), cents: 50_000 });
    expect((await detail(boss, id)).may).toMatchObject({ correct: false });
    for (const changed of [{ cents: toCents(60_000) }, { on: addDays(clock.today(), -1) }])
      await expect(correct(boss, id, changed)).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('unallocate it') });
  });

  test('a day in a closed month is refused', async () => {
    const id = await takenCash(6_000);
    await services.database.db.transaction().execute((tx) => closeMonth(tx, '2027-02', null));
    for (const act of [preview, correct])
      await expect(act(boss, id, { on: '2027-02-20' })).rejects.toMatchObject({ failure: 'conflict', message: expect.stringContaining('closed') });
  });

  test('banked cash and refunded money are refused', async () => {
    const id = await takenCash(7_000);
    await services.database.db
      .updateTable('payment')
      .set({ refunded_cents: toCents(100), allocated_cents: toCents(6_900) })
      .where('id', '=', id)
      .execute();
    await expect(correct(boss, id, { cents: toCents(5_000) })).rejects.toMatchObject({ failure: 'conflict' });
    await services.database.db
      .updateTable('payment')
      .set({ refunded_cents: toCents(0), allocated_cents: toCents(7_000) })
      .where('id', '=', id)
      .execute();
    const row = await services.database.db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(isCorrectable(row)).toBe(true);
    expect(isCorrectable({ ...row, banked_line_id: 1 })).toBe(false);
  });
});
