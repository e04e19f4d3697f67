import type { House } from '#server/kernel/house.ts';
import { type PayoutRail, payoutRail } from '#server/transfer/service.ts';
import { hookPath, platformAccount } from './accounts.ts';

/** The platform's paybill as the rail of outgoing transfers; nothing leaves where M-Pesa is not set up. */
export const platformRail = (house: House): PayoutRail =>
  payoutRail(house, async (db) => {
    const account = await platformAccount(house, db);
    return account && { id: account.id, results: hookPath(account, 'payout'), timeouts: hookPath(account, 'payout_timeout') };
  });
