import { kenyanBanks } from '#contract/reference/banks.ts';

type NumberedAccount = { readonly number: string | null; readonly bank_code: string | null };
/** The number of an account with the name of its bank. */
export const describeAccountNumber = ({ number, bank_code }: NumberedAccount): string =>
  [kenyanBanks.find(({ code }) => code === bank_code)?.name, number].filter(Boolean).join(' ');

/**
 * The name and number of an account. A request names both, because a name can be given to another account. The name of a paybill contains its number,
 * and the account for cash has none.
 */
export const describeAccount = ({ name, number, bank_code, rail }: NumberedAccount & { readonly name: string; readonly rail?: string }): string =>
  number === null || rail === 'cash' || name.includes(number) ? name : `${name}, ${describeAccountNumber({ number, bank_code })}`;
