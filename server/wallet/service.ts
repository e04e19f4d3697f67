import type { RunningServices } from '#server/kernel/services.ts';
import { accountService } from './accounts.ts';
import { decideAdjustment, requestAdjustment } from './adjust.ts';
import { depositsCsv, listDeposits } from './deposits.ts';
import { entriesCsv, listEntries } from './entries.ts';
import { list, ownWallet, walletDetails } from './read.ts';
import { readSettings, settingsUpdate } from './settings.ts';
import { move, setReserve } from './wallet-acts.ts';

export {
  type AccountRow,
  isPayoutAccountUsable,
  lockPayoutAccount,
  payoutAccountLabel,
  payoutAccountNumber,
  readDefaultAccount,
  readOwnContactAccount,
  readUsableAccounts,
} from './accounts.ts';
export { readDepositsIn } from './deposits.ts';
export { walletEntryText } from './entries.ts';
export { readWalletHolder, type WalletHolder, walletEntriesSql } from './holder.ts';
export {
  lockPlatformHeldRent,
  lockWallet,
  lockWalletBalance,
  lockWalletBalances,
  readDebt,
  readDebts,
  readPayoutSettings,
  readWalletBalance,
  readWalletBalances,
  readWalletRow,
} from './wallet-balances.ts';

export const walletService = (services: RunningServices) => ({
  ...{
    ownWallet,
    list,
    walletDetails,
    listEntries,
    entriesCsv,
    listDeposits,
    depositsCsv,
    setReserve,
    move,
    requestAdjustment,
    decideAdjustment,
    readSettings,
    settingsUpdate,
  },
  ...accountService(services),
});
