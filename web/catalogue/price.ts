import { toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { paymentFrequencyLabels } from '#contract/catalogue/labels.ts';
import { formatKes } from '#web/ui/format.ts';

/** KES 45,000 a month; a sale has no period. */
export const formatListingPrice = ({ price_cents, price_period }: { price_cents: number; price_period: number }): string => {
  const name = toPaymentFrequency(price_period);
  return name === 'once' ? formatKes(price_cents) : `${formatKes(price_cents)} ${paymentFrequencyLabels[name]()}`;
};
