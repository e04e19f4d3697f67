import { type Cents, sumCents } from '#contract/money/cents.ts';
import type { InspectionStatus } from './kinds.ts';
import type { InspectionAnswer, InspectionDetails } from './shapes.ts';

/** The state of an item between the two sides. Items without a dispute are agreed once the whole inspection is. */
export type DisputeState = 'agreed' | 'disputed' | 'waits';
const standOf = (status: InspectionStatus, answer: InspectionAnswer['answer']): DisputeState => {
  if (status === 'agreed') return 'agreed';
  return answer ?? 'waits';
};

/**
 * Who pays for the repairs at a move-out: the departing tenant pays their share of charged items, the owner the rest. Items without a charge are not
 * listed.
 */
export function listRepairShares({ status, answers, proposals, baseline }: Pick<InspectionDetails, 'status' | 'answers' | 'proposals' | 'baseline'>) {
  if (baseline === null) return [];
  const share = new Map(proposals.map((one) => [one.item, one]));
  return answers.flatMap(({ item, cost_cents, charge_to, answer }) => {
    if (!cost_cents || charge_to === 'none') return [];
    const proposal = share.get(item) ?? null;
    const tenant_cents = proposal?.cents ?? 0;
    return [{ item, cost_cents, proposal, tenant_cents, owner_cents: cost_cents - tenant_cents, stand: standOf(status, answer) }];
  });
}
export type RepairShare = ReturnType<typeof listRepairShares>[number];

/** The total of each side; the tenant's share that is not agreed yet is separate. */
export const sumRepairShares = (all: readonly RepairShare[]): { readonly agreed: Cents; readonly open: Cents; readonly owner: Cents } => ({
  agreed: sumCents(all.filter(({ stand }) => stand === 'agreed').map((one) => one.tenant_cents)),
  open: sumCents(all.filter(({ stand }) => stand !== 'agreed').map((one) => one.tenant_cents)),
  owner: sumCents(all.map((one) => one.owner_cents)),
});
