import { type ListingTypeNumber, listingTypes, monthsOf, paymentFrequencyOf } from '#contract/catalogue/kinds.ts';
import { portion, sum } from '#contract/money/cents.ts';

/** What an offer asks for; the price covers `price_period`. */
export type Terms = {
  readonly listing_type: number;
  readonly price_cents: number;
  readonly price_period: number;
  readonly deposit_cents: number;
  readonly service_charge_cents: number;
  readonly agent_fee_cents: number;
  readonly other_charges: readonly { readonly label: string; readonly cents: number; readonly often: 'once' | 'monthly' }[];
};
export type CostLine = {
  readonly kind: 'price' | 'deposit' | 'service_charge' | 'agent_fee' | 'other';
  readonly label: string;
  readonly cents: number;
};

const isBuy = (type: number): boolean => (type as ListingTypeNumber) === listingTypes.buy;
/** The price of one month, rounded half up to a whole cent; a price that is paid once has none. */
export function monthlyPrice({ price_cents, price_period }: Pick<Terms, 'price_cents' | 'price_period'>): number | null {
  const months = monthsOf[paymentFrequencyOf(price_period)];
  return months === null ? null : portion(price_cents, 1, months);
}

const line = (kind: CostLine['kind'], cents: number, label = ''): CostLine[] => (cents > 0 ? [{ kind, label, cents }] : []);

/** Everything that is paid before the door opens: the first price, the deposit, one month of charges, fees that are paid once. */
export const moveInLines = (t: Terms): CostLine[] => [
  ...line('price', t.price_cents),
  ...(isBuy(t.listing_type) ? [] : [...line('deposit', t.deposit_cents), ...line('service_charge', t.service_charge_cents)]),
  ...line('agent_fee', t.agent_fee_cents),
  ...t.other_charges.flatMap((c) => line('other', c.cents, c.label)),
];

/** Everything that is paid every month. */
export const monthlyLines = (t: Terms): CostLine[] => [
  ...(isBuy(t.listing_type) ? [] : line('price', monthlyPrice(t) ?? 0)),
  ...line('service_charge', t.service_charge_cents),
  ...t.other_charges.filter((c) => c.often === 'monthly').flatMap((c) => line('other', c.cents, c.label)),
];

const totalOf = (lines: readonly CostLine[]): number => sum(lines.map((l) => l.cents));
export const moveInTotal = (t: Terms): number => totalOf(moveInLines(t));
export const monthlyTotal = (t: Terms): number => totalOf(monthlyLines(t));
