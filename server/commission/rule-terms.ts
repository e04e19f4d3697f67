import type { Selectable } from 'kysely';
import type { CommissionTerms, CommissionTier } from '#contract/commission/engine.ts';
import { toPercent } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { CommissionRuleTable } from '#server/db/types.gen.ts';
import { m } from '#words/messages.js';

export type CommissionRuleRow = Selectable<CommissionRuleTable>;
export type CommissionTermsRow = Pick<
  CommissionRuleRow,
  'kind' | 'bps' | 'fixed_cents' | 'tiers' | 'min_cents' | 'max_cents' | 'vat_bps' | 'ceiling_bps'
>;

/** The terms of a rule in one line, for requests and notifications. */
export function formatCommissionRuleTerms({
  kind,
  bps,
  fixed_cents,
  min_cents,
  max_cents,
  vat_bps,
}: Omit<CommissionTermsRow, 'tiers' | 'ceiling_bps'>): string {
  const plain =
    kind === 'rate'
      ? m.commission_terms_rate({ percent: toPercent(bps ?? 0) })
      : kind === 'fixed'
        ? m.commission_terms_fixed({ sum: formatKesPlain(fixed_cents ?? 0) })
        : m.commission_terms_tiers();
  return [
    plain,
    ...(min_cents > 0 ? [m.commission_terms_min({ sum: formatKesPlain(min_cents) })] : []),
    ...(max_cents === null ? [] : [m.commission_terms_max({ sum: formatKesPlain(max_cents) })]),
    ...(vat_bps > 0 ? [m.commission_terms_vat({ percent: toPercent(vat_bps) })] : []),
  ].join(', ');
}

export function toCommissionTerms(row: CommissionTermsRow): CommissionTerms {
  const bounds = { min: row.min_cents, max: row.max_cents, vatBps: row.vat_bps, ceilingBps: row.ceiling_bps };
  if (row.kind === 'fixed') return { kind: 'fixed', cents: row.fixed_cents ?? 0, ...bounds };
  if (row.kind === 'tiers') return { kind: 'tiers', tiers: (row.tiers ?? []) as CommissionTier[], ...bounds };
  return { kind: 'rate', bps: row.bps ?? 0, ...bounds };
}
