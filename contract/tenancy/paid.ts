import { sum } from '#contract/money/cents.ts';

type Asked = { readonly due: readonly { readonly kind: string; readonly cents: number }[] };
/**
 * Of what was paid for a booking, what counts for its tenancy: first what an agent had of it, then rent and charges, then the deposit. What is over
 * counts for the rent to come.
 */
export function paidBefore({ due }: Asked, cents: number): { deposit_cents: number; toward_cents: number } {
  const of = (kind: string) => sum(due.filter((line) => line.kind === kind).map((line) => line.cents));
  const [fee, held] = [of('agent_fee'), of('deposit')];
  const rest = Math.max(0, cents - fee);
  const rents = Math.min(rest, Math.max(0, sum(due.map((line) => line.cents)) - fee - held));
  const deposit_cents = Math.min(held, rest - rents);
  return { deposit_cents, toward_cents: rest - deposit_cents };
}
