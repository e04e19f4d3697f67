import type { House } from '#server/kernel/house.ts';
import { accountService } from './accounts.ts';
import { move, reserve } from './acts.ts';
import { adjust, adjustDecide } from './adjust.ts';
import { all, deposits, details, entries, own } from './read.ts';
import { settings, settingsUpdate } from './settings.ts';

export { type AccountRow, accountHeld, defaultAccount, isUsable, labelOf, numberOf, ownContact, usableAccounts } from './accounts.ts';
export { pocketHeld, pocketSeen, pocketsOf, settingsNow, walletHeld, walletOf } from './pockets.ts';

export const walletService = (house: House) => ({
  ...{ own, all, details, entries, deposits, reserve, move, adjust, adjustDecide, settings, settingsUpdate },
  ...accountService(house),
});
