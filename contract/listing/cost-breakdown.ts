import { type ListingTypeNumber, listingTypes, monthsByFrequency, toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { prorateCents, sumCents } from '#contract/money/cents.ts';
import { calculatePromotedPrice, type RunningPromotion } from '#contract/promotion/price.ts';
import type { Day } from '#contract/time/days.ts';
import { isDepositCharge } from './charge-name.ts';
import { type BuyerCostEstimate, estimateBuyerCosts, type LocalBuyerRate } from './rates.ts';

/** The price terms of a listing; the price covers `price_period`. */
export type ListingCostTerms = {
  readonly listing_type: number;
  readonly price_cents: number;
  readonly price_period: number;
  readonly deposit_cents: number;
  readonly service_charge_cents: number;
  readonly agent_fee_cents: number;
  readonly other_charges: readonly { readonly label: string; readonly cents: number; readonly often: 'once' | 'monthly' }[];
  /** Discounts of running promotions, and how long they last. */
  readonly discounts: readonly RunningPromotion[];
  /** For a sale: the rates for estimated duty and fees; without them nothing is estimated. */
  readonly rates?: readonly LocalBuyerRate[];
};
export type ListingCostLine = {
  readonly kind: 'price' | 'deposit' | 'service_charge' | 'agent_fee' | 'other';
  readonly label: string;
  readonly cents: number;
};
type Priced = Pick<ListingCostTerms, 'price_cents' | 'price_period'>;

/**
 * The cost of a home. Every place that shows a price uses this, or the value the database computed by the same rule (`bill_first` and
 * `bill_move_in`; a test compares them).
 */
export type ListingCostBreakdown = {
  /** The value for comparing, sorting and filtering: one month of rent or lease, or the full sale price. Promotions do not change it. */
  readonly price_cents: number;
  /** The first payment of the price, after promotions. */
  readonly first_cents: number;
  /** The monthly cost with charges, before promotions; zero if nothing is paid monthly. */
  readonly month_cents: number;
  readonly move_in_cents: number;
  /** Everything paid in the first year except refundable deposits. Null where the price is paid once. */
  readonly year_cents: number | null;
  /** The price of the first `months` months (of the whole, where it is paid once and `months` is 0). */
  readonly promotion: { readonly months: number; readonly cents: number } | null;
  readonly moveIn: readonly ListingCostLine[];
  readonly monthly: readonly ListingCostLine[];
  readonly year: readonly ListingCostLine[];
  /** For a sale: estimated taxes and fees. */
  readonly estimates: readonly BuyerCostEstimate[];
};

const isBuy = (type: number): boolean => (type as ListingTypeNumber) === listingTypes.buy;
const monthsIn = ({ price_period }: Pick<Priced, 'price_period'>): number | null => monthsByFrequency[toPaymentFrequency(price_period)];
/** The price of one month, rounded half up to a whole cent; a price that is paid once has none. */
export function calculateMonthlyPrice(t: Priced): number | null {
  const months = monthsIn(t);
  return months === null ? null : prorateCents(t.price_cents, 1, months);
}

/** The longest promotion, in months (contract/promotion/calls.ts). */
const longest = 60;
/** A line in the nth month, after the promotions that apply to it. */
const lowered = (cents: number, line: RunningPromotion['applies_to'], t: ListingCostTerms, month = 0): number =>
  calculatePromotedPrice(
    cents,
    t.discounts.filter((d) => d.applies_to === line && d.months > month),
  ) ?? cents;

/** The price of the first `months` months; `whole` is the price without promotions. */
function during(months: number, whole: number, month: number, t: ListingCostTerms): number {
  const each = Array.from({ length: months }, (_, n) => lowered(month, 'rent', t, n));
  return month > 0 && each.every((cents) => cents === 0) ? 0 : Math.max(0, whole - sumCents(each.map((cents) => month - cents)));
}

function promotionOf(month: number | null, t: ListingCostTerms): ListingCostBreakdown['promotion'] {
  const full = month ?? t.price_cents;
  const now = lowered(full, 'rent', t);
  if (now >= full) return null;
  let months = 0;
  while (month !== null && months < longest && lowered(month, 'rent', t, months) === now) months += 1;
  return { months, cents: now };
}

const line = (kind: ListingCostLine['kind'], cents: number, label = ''): ListingCostLine[] => (cents > 0 ? [{ kind, label, cents }] : []);
const totalOf = (lines: readonly { readonly cents: number }[]): number => sumCents(lines.map((l) => l.cents));

export function calculateListingCost(t: ListingCostTerms, today: Day): ListingCostBreakdown {
  const buy = isBuy(t.listing_type);
  const period = buy ? null : monthsIn(t);
  const month = buy ? null : calculateMonthlyPrice(t);
  const paidMonthly = period !== null && month !== null;
  const first = paidMonthly ? during(period, t.price_cents, month, t) : lowered(t.price_cents, 'rent', t);
  const agent = lowered(t.agent_fee_cents, 'agent_fee', t);
  /** Everything paid before moving in: the first price, the deposit, one month of charges, one-off fees. */
  const moveIn = [
    ...line('price', first),
    ...(buy ? [] : [...line('deposit', lowered(t.deposit_cents, 'deposit', t)), ...line('service_charge', t.service_charge_cents)]),
    ...line('agent_fee', agent),
    ...t.other_charges.flatMap((c) => line('other', c.cents, c.label)),
  ];
  /** Everything paid every month. */
  const monthly = [
    ...(buy ? [] : line('price', month ?? 0)),
    ...line('service_charge', t.service_charge_cents),
    ...t.other_charges.filter((c) => c.often === 'monthly').flatMap((c) => line('other', c.cents, c.label)),
  ];
  const year = paidMonthly
    ? [
        ...line('price', during(12, (t.price_cents * 12) / period, month, t)),
        ...line('service_charge', 12 * t.service_charge_cents),
        ...line('agent_fee', agent),
        ...t.other_charges
          .filter((c) => c.often === 'monthly' || !isDepositCharge(c.label))
          .flatMap((c) => line('other', c.often === 'monthly' ? 12 * c.cents : c.cents, c.label)),
      ]
    : [];
  return {
    price_cents: month ?? t.price_cents,
    first_cents: first,
    month_cents: totalOf(monthly),
    move_in_cents: totalOf(moveIn),
    year_cents: paidMonthly ? totalOf(year) : null,
    promotion: promotionOf(month, t),
    moveIn,
    monthly,
    year,
    estimates: buy ? estimateBuyerCosts(first, today, t.rates ?? []) : [],
  };
}
