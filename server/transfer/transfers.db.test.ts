import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildMpesaCallbackPath, createCollectionAccount } from '#server/treasury/accounts.ts';
import { buildFailedPayoutResult, findFailedLedgerChecks, processPaymentCallbacks } from '#test/fixtures/payments.ts';
import { type TransferFixture, transferFixtures } from '#test/fixtures/transfer-fixtures.ts';
import { createPerson } from '#test/people.ts';

const [good, bad] = ['254712345678', '254712000000'];
/** M-Pesa's result with another amount, a shilling more than was sent. */
const withMore = (body: Buffer, cents: number): Buffer => Buffer.from(String(body).replaceAll(String(cents / 100), String(cents / 100 + 1)));
const forged = (key: string, code: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      Result: {
        ResultType: 0,
        ResultCode: code,
        ResultDesc: 'x',
        OriginatorConversationID: key,
        ConversationID: 'AG_x',
        TransactionID: 'XX11223345',
      },
    }),
  );

describe.each(Object.entries(transferFixtures))('transfer of %s', (name, open) => {
  let w: TransferFixture;
  beforeAll(async () => {
    w = await open();
  });
  afterAll(() => w.close());
  beforeEach(() => w.sim.faults({ lost: false, queueTimeout: false, outOfOrder: false }));
  const statuses = async (id: number) => (await w.transfersOf(id)).map(({ status }) => status);

  test('remains unknown after a queue timeout, is not sent a second time, and is resolved by a status query under its key', async () => {
    const { id, transfer } = await w.approved();
    w.sim.faults({ queueTimeout: true });
    await w.send(transfer.id);
    await w.deliver();
    w.sim.faults({ queueTimeout: false });
    expect([await statuses(id), await w.error(id), await w.inTransit(id)]).toEqual([['unknown'], 'timeout', w.sum]);
    // Staff query under the same key, and no second attempt is made while the outcome is unknown.
    await w.askAgain(id);
    expect(await w.transfersOf(id)).toHaveLength(1);
    await w.later(1);
    await w.askDue();
    await w.deliver();
    expect(await w.transfersOf(id)).toMatchObject([{ status: 'confirmed', key: transfer.key }]);
    expect([w.paidOut(id).length, await w.inTransit(id), await w.error(id)]).toEqual([1, 0, null]);
    expect(await findFailedLedgerChecks(w.services)).toEqual([]);
  });

  test.each([
    ['confirmed', good],
    ['failed', bad],
  ])('becomes %s by a status query when its result was lost', async (status, phone) => {
    const { id, transfer } = await w.approved(phone);
    w.sim.faults({ lost: true });
    await w.send(transfer.id);
    await w.deliver();
    w.sim.faults({ lost: false });
    expect(await statuses(id)).toEqual(['sent']);
    await w.later(70);
    await w.askDue();
    await w.deliver();
    expect([await statuses(id), await w.inTransit(id)]).toEqual([[status], status === 'confirmed' ? 0 : w.afterFailure]);
    expect(await findFailedLedgerChecks(w.services)).toEqual([]);
  });

  test('is confirmed once when its result arrives before the response', async () => {
    const { id, transfer } = await w.approved();
    w.sim.faults({ outOfOrder: true });
    const pay: typeof w.rail.pay = async (what) => {
      const said = await w.rail.pay(what);
      await w.deliver();
      return said;
    };
    await w.send(transfer.id, { ...w.rail, pay });
    await w.deliver();
    expect([await statuses(id), await w.inTransit(id), w.paidOut(id).length]).toEqual([['confirmed'], 0, 1]);
  });

  test('ignores results sent to the callback address of a company paybill or under another key', async () => {
    const { id, transfer } = await w.approved();
    await w.send(transfer.id);
    const real = await w.arrived();
    const company = (await createPerson(w.services, 'owner')).me.companyId ?? 0;
    const number = name === 'payouts' ? '600123' : '600124';
    const own = await createCollectionAccount(w.db, { company_id: company, rail: 'mpesa', name: 'Ours', number, bank_code: null, fund: 'M' });
    const secret =
      buildMpesaCallbackPath({ id: own?.id ?? 0 }, 'payout')
        .split('/')
        .at(-1) ?? '';
    for (const code of [2001, 0])
      await processPaymentCallbacks(w.services, [
        { channel: 'payout', secret, body: forged(transfer.key, code) },
        { channel: 'payout', secret: real[0]?.secret ?? '', body: forged(`${transfer.key.slice(0, -4)}zzzz`, code) },
      ]);
    expect([await statuses(id), await w.inTransit(id)]).toEqual([['sent'], w.sum]);
    await processPaymentCallbacks(w.services, real);
    expect(await statuses(id)).toEqual(['confirmed']);
  });

  test('remains unknown after a report of another amount and a later report of failure, is queried, and is not sent a second time', async () => {
    const { id, transfer } = await w.approved();
    await w.send(transfer.id);
    const [real] = await w.arrived();
    if (!real) throw new Error('no result');
    await processPaymentCallbacks(w.services, [{ ...real, body: withMore(real.body, transfer.cents) }]);
    expect([await statuses(id), await w.error(id), await w.inTransit(id)]).toEqual([['unknown'], 'amount_mismatch', w.sum]);
    for (let said = 0; said < 2; said++) {
      await processPaymentCallbacks(w.services, [{ ...real, body: buildFailedPayoutResult(transfer.key) }]);
      expect([await statuses(id), await w.error(id), await w.inTransit(id)]).toEqual([['unknown'], 'callback_lost', w.sum]);
    }
    await w.askAgain(id);
    await w.later(1);
    await w.askDue();
    await w.deliver();
    expect([await statuses(id), await w.inTransit(id), w.paidOut(id).length, await w.error(id)]).toEqual([['confirmed'], 0, 1, null]);
    expect(await findFailedLedgerChecks(w.services)).toEqual([]);
  });

  test('is sent once by the recovery sweep after the sending job crashed', async () => {
    const { id } = await w.approved();
    await w.later(700);
    await w.sendQueued();
    await w.sendQueued();
    await w.deliver();
    expect([await w.state(id), await w.inTransit(id), w.paidOut(id).length]).toEqual(['paid', 0, 1]);
  });
});
