import { clock } from '#contract/time/clock.ts';
import { seal } from '#server/kernel/seal.ts';
import { balance } from '#server/ledger/service.ts';
import { retry } from '#server/settlement/again.ts';
import { approve } from '#server/settlement/approve.ts';
import { run } from '#server/settlement/run-batches.ts';
import { platformAccount } from '#server/treasury/service.ts';
import { longHere, somebody } from '#test/world.ts';
import { mpesaHouse } from './mpesa-house.ts';
import { addMoney, addPayoutAccount } from './payouts.ts';

export const payingOut = { sum: 500_000 } as const;
/** A house where one superadmin makes payouts by M-Pesa and another approves them. */
export async function payoutWorld(now?: string | null) {
  const w = await mpesaHouse(now);
  const { house, db } = w;
  const [maker, other] = [await somebody(house, 'superadmin'), await somebody(house, 'superadmin')];
  await longHere(house, maker, other);
  await platformAccount(house, db);
  // The cost of sending is there.
  await addMoney(house, (await somebody(house, 'owner')).me.companyId ?? 0);
  const transfersOf = (id: number) => db.selectFrom('settlement_transaction').selectAll().where('settlement_id', '=', id).orderBy('id').execute();
  const errorOf = (transfer: number) =>
    db.selectFrom('settlement_error').selectAll().where('transaction_id', '=', transfer).orderBy('id', 'desc').executeTakeFirst();
  const payoutOf = (id: number) => db.selectFrom('settlement_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const ok = (id: number, net_cents: number) => w.as(other, (ctx) => approve(ctx, { id, net_cents }));
  /** An owner with money, and a phone or bank account it is paid to. */
  const payee = async (facts: object = {}) => {
    const owner = await somebody(house, 'owner');
    const company = owner.me.companyId ?? 0;
    await addMoney(house, company, payingOut.sum);
    return { owner, company, account: await addPayoutAccount(house, company, { is_default: true, ...facts }) };
  };
  return {
    ...{ ...w, maker, other, transfersOf, errorOf, payoutOf, ok, payee },
    at: (company: number, code: 2000 | 2080) => balance(db, 'C', { code, company }),
    paidOut: (id: number) => w.paidUnder(`S${id}-`),
    /** Approved by a second person, and not sent yet. */
    approved: async (number?: string, facts: object = {}) => {
      const one = await payee({ ...(number ? { sealed: seal({ number: `+${number}` }) } : {}), ...facts });
      await w.as(maker, (ctx) => run(ctx, { cut_off: clock.today() }));
      const draft = await db.selectFrom('settlement_payment').selectAll().where('company_id', '=', one.company).executeTakeFirstOrThrow();
      await ok(draft.id, draft.net_cents);
      const [transfer] = await transfersOf(draft.id);
      if (!transfer) throw new Error('no transfer');
      return { ...one, id: draft.id, draft, transfer };
    },
    /** What the desk does about the last error of a transfer. */
    again: async (transfer: number, payout_account_id: number | null = null) => {
      const error = await errorOf(transfer);
      return w.as(maker, (ctx) => retry(ctx, { id: error?.id ?? 0, revision: error?.revision ?? 0, payout_account_id }));
    },
  };
}
export type PayoutWorld = Awaited<ReturnType<typeof payoutWorld>>;
