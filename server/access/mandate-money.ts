import type { Mandate } from '#contract/access/mandate-calls.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

type Terms = Pick<
  Mandate,
  'scope' | 'all_properties' | 'starts_on' | 'ends_on' | 'may_sign' | 'may_collect' | 'approval_limit_cents' | 'commission_bp'
>;
type Reach = { readonly terms: Terms; readonly propertyIds: readonly number[] };

/** Terms by which the agent gets money of the owner, or spends it. */
const hasMoney = ({ may_sign, may_collect, approval_limit_cents, commission_bp }: Terms): boolean =>
  may_sign || may_collect || approval_limit_cents > 0 || (commission_bp ?? 0) > 0;

const isWider = (was: Reach, now: Reach): boolean => {
  const [before, after] = [was.terms, now.terms];
  return (
    after.scope !== before.scope ||
    after.starts_on !== before.starts_on ||
    (before.ends_on !== null && (after.ends_on === null || after.ends_on > before.ends_on)) ||
    (after.may_sign && !before.may_sign) ||
    (after.may_collect && !before.may_collect) ||
    after.approval_limit_cents > before.approval_limit_cents ||
    (after.commission_bp ?? 0) > (before.commission_bp ?? 0) ||
    (after.all_properties && !before.all_properties) ||
    (!before.all_properties && now.propertyIds.some((id) => !was.propertyIds.includes(id)))
  );
};

/**
 * Only the owner gives an agent a part of the owner's rent, or the right to collect, sign or spend. One person of Makao could otherwise give all rent of
 * a company to an agency. Makao may narrow and end such a mandate.
 */
export function assertOwnerGivesMoneyTerms(ctx: Pick<Ctx, 'me'>, before: Reach | null, after: Reach): void {
  if (ctx.me.companyId !== null || !hasMoney(after.terms)) return;
  if (before === null || isWider(before, after)) throw new Refusal('forbidden', m.access_refusal_mandate_money());
}
