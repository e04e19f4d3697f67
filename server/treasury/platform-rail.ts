import type { RunningServices } from '#server/kernel/services.ts';
import { type PayoutRail, payoutRail } from '#server/transfer/service.ts';
import { callbackPath, platformAccount } from './accounts.ts';

/** The platform's paybill as the rail of outgoing transfers; nothing is sent where M-Pesa is not set up. */
export const platformRail = (services: RunningServices): PayoutRail =>
  payoutRail(services, async (db) => {
    const account = await platformAccount(services, db);
    return account && { id: account.id, results: callbackPath(account, 'payout'), timeouts: callbackPath(account, 'payout_timeout') };
  });
