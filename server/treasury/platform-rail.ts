import type { RunningServices } from '#server/kernel/services.ts';
import { makePayoutRail, type PayoutRail } from '#server/transfer/service.ts';
import { buildMpesaCallbackPath, findOrCreatePlatformPaybill } from './accounts.ts';

/** The platform's paybill as the rail of outgoing transfers; nothing is sent where M-Pesa is not set up. */
export const makePlatformRail = (services: RunningServices): PayoutRail =>
  makePayoutRail(services, async (db) => {
    const account = await findOrCreatePlatformPaybill(services, db);
    return (
      account && { id: account.id, results: buildMpesaCallbackPath(account, 'payout'), timeouts: buildMpesaCallbackPath(account, 'payout_timeout') }
    );
  });
