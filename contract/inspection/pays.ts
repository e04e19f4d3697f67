import { type Cents, sum } from '#contract/money/cents.ts';
import type { InspectionStatus } from './kinds.ts';
import type { Answer, InspectionFull } from './shapes.ts';

/** How an item stands between the two sides: what nobody spoke against is agreed once the whole is. */
export type Stand = 'agreed' | 'disputed' | 'waits';
const standOf = (status: InspectionStatus, answer: Answer['answer']): Stand => {
  if (status === 'agreed') return 'agreed';
  return answer ?? 'waits';
};

/**
 * Who pays what of the repairs when somebody leaves: whoever leaves their share of what they are charged with, whoever owns it the rest.
 * What is charged to nobody is not listed.
 */
export function paysOf({ status, answers, proposals, baseline }: Pick<InspectionFull, 'status' | 'answers' | 'proposals' | 'baseline'>) {
  if (baseline === null) return [];
  const share = new Map(proposals.map((one) => [one.item, one]));
  return answers.flatMap(({ item, cost_cents, charge_to, answer }) => {
    if (!cost_cents || charge_to === 'none') return [];
    const proposal = share.get(item) ?? null;
    const tenant_cents = proposal?.cents ?? 0;
    return [{ item, cost_cents, proposal, tenant_cents, owner_cents: cost_cents - tenant_cents, stand: standOf(status, answer) }];
  });
}
export type Pays = ReturnType<typeof paysOf>[number];

/** What each side comes to; of whoever leaves, apart what they have not agreed to. */
export const sumsOf = (all: readonly Pays[]): { readonly agreed: Cents; readonly open: Cents; readonly owner: Cents } => ({
  agreed: sum(all.filter(({ stand }) => stand === 'agreed').map((one) => one.tenant_cents)),
  open: sum(all.filter(({ stand }) => stand !== 'agreed').map((one) => one.tenant_cents)),
  owner: sum(all.map((one) => one.owner_cents)),
});
