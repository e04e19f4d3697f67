import type { RunningServices } from '#server/kernel/services.ts';
import { accountService } from './accounts.ts';
import { decideAdjustment, requestAdjustment } from './adjust.ts';
import { depositsCsv, listDeposits } from './deposits.ts';
import { entriesCsv, listEntries } from './entries.ts';
import { list, ownWallet, walletDetails } from './read.ts';
import { readSettings, settingsUpdate } from './settings.ts';
import { move, setReserve } from './wallet-acts.ts';

export { type AccountRow, defaultAccount, isUsable, labelOf, lockPayoutAccount, numberOf, ownContactAccount, usableAccounts } from './accounts.ts';
export { depositsIn } from './deposits.ts';
export { entryTextOf } from './entries.ts';
export { entriesOf, holderOf, type WalletHolder } from './holder.ts';
export {
  currentSettings,
  debtOf,
  debtsOf,
  lockPlatformHeldRent,
  lockWallet,
  lockWalletBalance,
  lockWalletBalances,
  readWalletBalance,
  walletBalances,
  walletOf,
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
