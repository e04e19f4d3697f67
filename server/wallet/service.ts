import type { House } from '#server/kernel/house.ts';
import { accountService } from './accounts.ts';
import { move, reserve } from './acts.ts';
import { adjust, adjustDecide } from './adjust.ts';
import { deposits, depositsCsv, entries, entriesCsv } from './entries.ts';
import { all, details, own } from './read.ts';
import { settings, settingsUpdate } from './settings.ts';

export { type AccountRow, accountHeld, defaultAccount, isUsable, labelOf, numberOf, ownContact, usableAccounts } from './accounts.ts';
export { debtOf, debtsOf, hereHeld, pocketHeld, pocketSeen, pocketsHeld, pocketsOf, settingsNow, walletHeld, walletOf } from './pockets.ts';

export const walletService = (house: House) => ({
  ...{ own, all, details, entries, entriesCsv, deposits, depositsCsv, reserve, move, adjust, adjustDecide, settings, settingsUpdate },
  ...accountService(house),
});
