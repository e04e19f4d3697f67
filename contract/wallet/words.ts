import { m } from '#words/messages.js';

const pocketNames: Readonly<Record<number, () => string>> = {
  2000: m.wallet_pocket_2000,
  2040: m.wallet_pocket_2040,
  2050: m.wallet_pocket_2050,
  2130: m.wallet_pocket_2130,
};
/** What a company has, by the account of the books it stands on. */
export const pocketName = (code: number): string => pocketNames[code]?.() ?? String(code);
