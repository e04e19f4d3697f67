import type { Selectable } from 'kysely';
import type { CommissionTerms, CommissionTier } from '#contract/commission/engine.ts';
import type { CommissionRuleTable } from '#server/db/types.gen.ts';

export type CommissionRuleRow = Selectable<CommissionRuleTable>;
export type CommissionTermsRow = Pick<CommissionRuleRow, 'kind' | 'bps' | 'fixed_cents' | 'tiers' | 'min_cents' | 'max_cents' | 'vat_bps'>;

export function toCommissionTerms(row: CommissionTermsRow): CommissionTerms {
  const bounds = { min: row.min_cents, max: row.max_cents, vatBps: row.vat_bps };
  if (row.kind === 'fixed') return { kind: 'fixed', cents: row.fixed_cents ?? 0, ...bounds };
  if (row.kind === 'tiers') return { kind: 'tiers', tiers: (row.tiers ?? []) as CommissionTier[], ...bounds };
  return { kind: 'rate', bps: row.bps ?? 0, ...bounds };
}
