/** How a bank sends a transfer: PesaLink at once, EFT in one or two days, RTGS on the same day. */
export const bankChannels = ['pesalink', 'eft', 'rtgs'] as const;
export type BankChannel = (typeof bankChannels)[number];
export type BankChannelLimits = { readonly pesalink: number; readonly eft: number };
/** Whose account a bank file debits: the clients' account, or the account of Makao's own money. */
export const bankFileFunds = ['C', 'P'] as const;

/** The amounts of a channel: above `over` and up to `upto` cents. Each amount has exactly one channel, and RTGS has no limit. */
export function getBankChannelRange({ pesalink, eft }: BankChannelLimits, channel: BankChannel): { readonly over: number; readonly upto: number } {
  if (channel === 'pesalink') return { over: 0, upto: pesalink };
  if (channel === 'eft') return { over: pesalink, upto: Math.max(pesalink, eft) };
  return { over: Math.max(pesalink, eft), upto: Number.MAX_SAFE_INTEGER };
}
