import type { RunningServices } from '#server/kernel/services.ts';
import { type PayoutRail, payoutRail } from '#server/transfer/service.ts';
import { mpesaCallbackPath, readPlatformAccount } from './accounts.ts';

/** The platform's paybill as the rail of outgoing transfers; nothing is sent where M-Pesa is not set up. */
export const platformRail = (services: RunningServices): PayoutRail =>
  payoutRail(services, async (db) => {
    const account = await readPlatformAccount(services, db);
    return account && { id: account.id, results: mpesaCallbackPath(account, 'payout'), timeouts: mpesaCallbackPath(account, 'payout_timeout') };
  });
