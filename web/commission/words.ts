import type { CommissionFull, CommissionHead } from '#contract/commission/calls.ts';
import type { Basis, Beneficiary, HeapKind, RuleKind } from '#contract/commission/kinds.ts';
import { statusWords } from '#contract/commission/words.ts';
import { toPercent } from '#contract/money/cents.ts';
import { kes } from '#web/ui/format.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type Status = CommissionHead['status'];
export const statusNames: Readonly<Record<Status, { label: () => string; tone: Tone }>> = {
  accrued: { label: statusWords.accrued, tone: 'info' },
  paid: { label: statusWords.paid, tone: 'good' },
  reversed: { label: statusWords.reversed, tone: 'bad' },
};
export const beneficiaryNames: Readonly<Record<Beneficiary, () => string>> = {
  platform: m.commission_beneficiary_platform,
  agent: m.commission_beneficiary_agent,
  dealer: m.commission_beneficiary_dealer,
};
export const basisNames: Readonly<Record<Basis, () => string>> = {
  rent_collected: m.commission_basis_rent_collected,
  first_rent: m.commission_basis_first_rent,
  plan_payment: m.commission_basis_plan_payment,
  featured_payment: m.commission_basis_featured_payment,
};
export const kindNames: Readonly<Record<RuleKind, () => string>> = {
  rate: m.commission_kind_rate,
  fixed: m.commission_kind_fixed,
  tiers: m.commission_kind_tiers,
};
export const perNames: Readonly<Record<HeapKind, () => string>> = {
  invoice: m.commission_per_invoice,
  month: m.commission_per_month,
  tenancy: m.commission_per_tenancy,
};

/** What a rule says, in one line. */
export function termsText({ kind, bps, fixed_cents, min_cents, max_cents, vat_bps, per }: CommissionFull['terms']): string {
  const plain =
    kind === 'rate'
      ? m.commission_terms_rate({ percent: toPercent(bps ?? 0) })
      : kind === 'fixed'
        ? m.commission_terms_fixed({ sum: kes(fixed_cents ?? 0) })
        : m.commission_terms_tiers();
  return [
    plain,
    ...(min_cents > 0 ? [m.commission_terms_min({ sum: kes(min_cents) })] : []),
    ...(max_cents === null ? [] : [m.commission_terms_max({ sum: kes(max_cents) })]),
    ...(vat_bps > 0 ? [m.commission_terms_vat({ percent: toPercent(vat_bps) })] : []),
    perNames[per](),
  ].join(', ');
}
