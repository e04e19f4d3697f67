import { type Selectable, sql } from 'kysely';
import type { PromotionSummary } from '#contract/promotion/calls.ts';
import type { PromotionTable } from '#server/db/types.gen.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export type PromotionRow = Selectable<PromotionTable>;

export const selectVisiblePromotions = (ctx: Ctx) => from(ctx, 'promotion').innerJoin('company', 'company.id', 'promotion.company_id');

export const promotionCountColumns = [
  ...companyAndCountyColumns('promotion.company_id', 'company.region'),
  sql<number>`(select count(*) from promotion_listing pl where pl.promotion_id = promotion.id)`.as('listings'),
] as const;

export const toPromotionSummary = (r: PromotionRow & CompanyAndCountyRow & { listings: number }): PromotionSummary => ({
  id: r.id,
  code: r.code,
  name: r.name,
  ...toCompanyAndCounty(r),
  discount_type: r.discount_type,
  value: r.value,
  perk: r.perk,
  applies_to: r.applies_to,
  months: r.months,
  starts_at: r.starts_at.toISOString(),
  ends_at: r.ends_at.toISOString(),
  quota: r.quota,
  used: r.used,
  promo_code: r.promo_code,
  stackable: r.stackable,
  status: r.status,
  listings: r.listings,
  updated_at: r.updated_at.toISOString(),
});

export const toPromotionAuditValues = (r: PromotionRow) => ({
  name: r.name,
  discount_type: r.discount_type,
  value: r.value,
  perk: r.perk,
  applies_to: r.applies_to,
  months: r.months,
  starts_at: r.starts_at,
  ends_at: r.ends_at,
  quota: r.quota,
  promo_code: r.promo_code,
  stackable: r.stackable,
  status: r.status,
});
