import type { RunningServices } from '#server/kernel/services.ts';
import { payoutAccountService } from './accounts.ts';
import { decideWalletAdjustment, requestWalletAdjustment } from './adjust.ts';
import { exportDepositsCsv, listHeldDeposits } from './deposits.ts';
import { exportEntriesCsv, listWalletEntries } from './entries.ts';
import { listWallets, readOwnWallet, readWalletDetails } from './read.ts';
import { readWalletSettings, updateWalletSettings } from './settings.ts';
import { moveWallet, setWalletReserve } from './wallet-acts.ts';

export {
  formatPayoutAccountLabel,
  isPayoutAccountUsable,
  lockPayoutAccount,
  type PayoutAccountRow,
  readDefaultPayoutAccount,
  readUsablePayoutAccounts,
  unsealPayoutAccountNumber,
} from './accounts.ts';
export { readCallerContact } from './caller-contact.ts';
export { readDepositsInPeriod } from './deposits.ts';
export { formatWalletEntryText } from './entries.ts';
export { readWalletOwner, type WalletOwner, walletEntriesSql } from './holder.ts';
export {
  lockPlatformHeldRent,
  lockWallet,
  lockWalletBalance,
  lockWalletBalances,
  readPayoutSettings,
  readWalletBalance,
  readWalletBalances,
  readWalletDebt,
  readWalletDebts,
  readWalletRow,
} from './wallet-balances.ts';

export const walletService = (services: RunningServices) => ({
  ownWallet: readOwnWallet,
  list: listWallets,
  walletDetails: readWalletDetails,
  listEntries: listWalletEntries,
  entriesCsv: exportEntriesCsv,
  listDeposits: listHeldDeposits,
  depositsCsv: exportDepositsCsv,
  setReserve: setWalletReserve,
  move: moveWallet,
  requestAdjustment: requestWalletAdjustment,
  decideAdjustment: decideWalletAdjustment,
  readSettings: readWalletSettings,
  settingsUpdate: updateWalletSettings,
  ...payoutAccountService(services),
});
