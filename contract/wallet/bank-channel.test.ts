import { expect, test } from 'vitest';
import { bankChannels, getBankChannelRange } from './bank-channel.ts';

const channelsOf = (limits: { pesalink: number; eft: number }, cents: number) =>
  bankChannels.filter((channel) => {
    const { over, upto } = getBankChannelRange(limits, channel);
    return cents > over && cents <= upto;
  });

test('bank channel: each amount has one channel, by the limits of PesaLink and EFT', () => {
  const limits = { pesalink: 50_000_000, eft: 99_999_900 };
  expect([100, 50_000_000, 50_000_001, 99_999_900, 99_999_901, 500_000_000].map((cents) => channelsOf(limits, cents))).toEqual([
    ['pesalink'],
    ['pesalink'],
    ['eft'],
    ['eft'],
    ['rtgs'],
    ['rtgs'],
  ]);
});

test('bank channel: EFT is not used if its limit is not above the limit of PesaLink', () => {
  const limits = { pesalink: 99_999_900, eft: 50_000_000 };
  expect([50_000_000, 99_999_900, 99_999_901].map((cents) => channelsOf(limits, cents))).toEqual([['pesalink'], ['pesalink'], ['rtgs']]);
});
