import { sumCents } from '#contract/money/cents.ts';

type Asked = { readonly due: readonly { readonly kind: string; readonly cents: number }[] };
/**
 * The part of a booking payment that counts for the tenancy: first the agent's part, then rent and charges, then the deposit. The remainder counts
 * for later rent.
 */
export function splitBookingPayment({ due }: Asked, cents: number): { deposit_cents: number; toward_cents: number } {
  const of = (kind: string) => sumCents(due.filter((line) => line.kind === kind).map((line) => line.cents));
  const [fee, held] = [of('agent_fee'), of('deposit')];
  const rest = Math.max(0, cents - fee);
  const rents = Math.min(rest, Math.max(0, sumCents(due.map((line) => line.cents)) - fee - held));
  const deposit_cents = Math.min(held, rest - rents);
  return { deposit_cents, toward_cents: rest - deposit_cents };
}
