import { toPercent } from '#contract/money/cents.ts';
import { type RentEscalation, tenancyStatuses } from '#contract/tenancy/kinds.ts';
import { tenancyNextDateLabels, tenancyRentPeriodLabels } from '#contract/tenancy/labels.ts';
import type { TenancySummary } from '#contract/tenancy/shapes.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const runs: readonly number[] = [tenancyStatuses.active, tenancyStatuses.expired];
/** The text for a tenancy without a last day: it continues from one rent period to the next. */
export const formatTenancyOpenEnd = ({ period }: Pick<TenancySummary, 'period'>): string =>
  period === 2 ? m.tenancy_term_periodic() : m.tenancy_no_end();
export const formatNextTenancyDate = ({ next, status, ends_on, period }: Pick<TenancySummary, 'next' | 'status' | 'ends_on' | 'period'>): string => {
  if (!next) return ends_on === null && runs.includes(status) ? formatTenancyOpenEnd({ period }) : m.tenancy_none();
  const over = status === tenancyStatuses.expired && next.what === 'end';
  return (over ? m.tenancy_next_ended : tenancyNextDateLabels[next.what])({ day: formatDate(next.on) });
};
export const formatTenancyPeople = ({ lead, others }: Pick<TenancySummary, 'lead' | 'others'>): string =>
  lead === null ? m.tenancy_nobody() : others > 0 ? m.tenancy_and_others({ name: lead.name, count: others }) : lead.name;
export const formatTenancyRent = (t: { rent_cents: number; period: number }): string =>
  m.tenancy_rent_each({ rent: formatKes(t.rent_cents), period: tenancyRentPeriodLabels[t.period]?.() ?? '' });
export const formatTenancyHome = (t: Pick<TenancySummary, 'unit' | 'property'>): string => `${t.unit.name}, ${t.property.name}`;
export const formatRentEscalation = ({ kind, value = 0, every_months = 12, next_on }: RentEscalation): string =>
  kind === 'none' || !next_on
    ? m.tenancy_rises_none()
    : m.tenancy_statement_rises_by({
        by: kind === 'percent' ? m.tenancy_share({ percent: toPercent(value) }) : formatKes(value),
        months: every_months,
        day: formatDate(next_on),
      });
