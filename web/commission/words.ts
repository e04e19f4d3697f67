import type { CommissionDetails, CommissionSummary } from '#contract/commission/calls.ts';
import { accumulationPeriodLabels, commissionStatusLabels } from '#contract/commission/labels.ts';
import { toPercent } from '#contract/money/cents.ts';
import { formatKes } from '#web/ui/format.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type CommissionStatus = CommissionSummary['status'];
export const commissionStatusNames = addTones(commissionStatusLabels, { accrued: 'info', paid: 'good', reversed: 'bad' });

/** The terms of a rule in one line. */
export function formatCommissionTerms({ kind, bps, fixed_cents, min_cents, max_cents, vat_bps, per }: CommissionDetails['terms']): string {
  const plain =
    kind === 'rate'
      ? m.commission_terms_rate({ percent: toPercent(bps ?? 0) })
      : kind === 'fixed'
        ? m.commission_terms_fixed({ sum: formatKes(fixed_cents ?? 0) })
        : m.commission_terms_tiers();
  return [
    plain,
    ...(min_cents > 0 ? [m.commission_terms_min({ sum: formatKes(min_cents) })] : []),
    ...(max_cents === null ? [] : [m.commission_terms_max({ sum: formatKes(max_cents) })]),
    ...(vat_bps > 0 ? [m.commission_terms_vat({ percent: toPercent(vat_bps) })] : []),
    accumulationPeriodLabels[per](),
  ].join(', ');
}
