import { toPercent } from '#contract/money/cents.ts';
import { type RentEscalation, tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { tenancyNextDateNames, tenancyRentPeriodNames } from '#contract/tenancy/labels.ts';
import type { TenancySummary } from '#contract/tenancy/shapes.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const runs: readonly number[] = [tenancyStatuses.active, tenancyStatuses.expired];
/** The text for a tenancy without a last day: it continues from one rent period to the next. */
export const tenancyOpenEndText = ({ period }: Pick<TenancySummary, 'period'>): string =>
  period === 2 ? m.tenancy_term_periodic() : m.tenancy_no_end();
export const nextTenancyDateText = ({ next, status, ends_on, period }: Pick<TenancySummary, 'next' | 'status' | 'ends_on' | 'period'>): string => {
  if (!next) return ends_on === null && runs.includes(status) ? tenancyOpenEndText({ period }) : m.tenancy_none();
  const over = status === tenancyStatuses.expired && next.what === 'end';
  return (over ? m.tenancy_next_ended : tenancyNextDateNames[next.what])({ day: formatDate(next.on) });
};
export const tenancyPeopleText = ({ lead, others }: Pick<TenancySummary, 'lead' | 'others'>): string =>
  lead === null ? m.tenancy_nobody() : others > 0 ? m.tenancy_and_others({ name: lead.name, count: others }) : lead.name;
export const tenancyRentText = (t: { rent_cents: number; period: number }): string =>
  m.tenancy_rent_each({ rent: formatKes(t.rent_cents), period: tenancyRentPeriodNames[t.period]?.() ?? '' });
export const tenancyHomeText = (t: Pick<TenancySummary, 'unit' | 'property'>): string => `${t.unit.name}, ${t.property.name}`;
export const rentRiseText = ({ kind, value = 0, every_months = 12, next_on }: RentEscalation): string =>
  kind === 'none' || !next_on
    ? m.tenancy_rises_none()
    : m.tenancy_statement_rises_by({
        by: kind === 'percent' ? m.tenancy_share({ percent: toPercent(value) }) : formatKes(value),
        months: every_months,
        day: formatDate(next_on),
      });
