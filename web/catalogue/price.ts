import { type PaymentFrequency, paymentFrequencyOf } from '#contract/catalogue/kinds.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export const periodNames: Readonly<Record<PaymentFrequency, () => string>> = {
  month: m.listing_period_month,
  once: m.listing_period_once,
  quarterly: m.listing_period_quarterly,
  half_year: m.listing_period_half_year,
  annually: m.listing_period_annually,
};

/** KES 45,000 a month; a sale has no period. */
export const priced = ({ price_cents, price_period }: { price_cents: number; price_period: number }): string => {
  const name = paymentFrequencyOf(price_period);
  return name === 'once' ? kes(price_cents) : `${kes(price_cents)} ${periodNames[name]()}`;
};
