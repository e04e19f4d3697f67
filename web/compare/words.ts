import { toPaymentFrequency } from '#contract/catalogue/kinds.ts';
import { toPercent } from '#contract/money/cents.ts';
import { formatDuration } from '#web/layout/duration.ts';
import { formatDate, formatKes, formatRating, type Locale } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import type { CompareCell, CompareGroup, CompareRow } from './rows.ts';

export const compareGroupNames: Readonly<Record<CompareGroup, () => string>> = {
  money: m.compare_group_money,
  space: m.compare_group_space,
  location: m.compare_group_location,
  features: m.compare_group_features,
  trust: m.compare_group_trust,
  terms: m.compare_group_terms,
};

const rowNames: Readonly<Record<string, () => string>> = {
  price: m.compare_row_price,
  promotion: m.compare_row_promotion,
  deposit: m.compare_row_deposit,
  service: m.compare_row_service,
  agent_fee: m.compare_row_agent_fee,
  others: m.compare_row_others,
  move_in: m.compare_row_move_in,
  duty: m.compare_row_duty,
  monthly: m.compare_row_monthly,
  year: m.compare_row_year,
  kind: m.compare_row_kind,
  size: m.compare_row_size,
  bedrooms: m.compare_row_bedrooms,
  bathrooms: m.compare_row_bathrooms,
  per_m2: m.compare_row_per_m2,
  parking: m.compare_row_parking,
  estate: m.compare_row_estate,
  county: m.compare_row_county,
  landmark: m.compare_row_landmark,
  furnished: m.compare_row_furnished,
  water: m.compare_row_water,
  power: m.compare_row_power,
  backup: m.compare_row_backup,
  gate: m.compare_row_gate,
  lift: m.compare_row_lift,
  pets: m.compare_row_pets,
  smoking: m.compare_row_smoking,
  verified: m.compare_row_verified,
  rating: m.compare_row_rating,
  answers: m.compare_row_answers,
  built: m.compare_row_built,
  available: m.compare_row_available,
  min_term: m.compare_row_min_term,
  notice: m.compare_row_notice,
  negotiable: m.compare_row_negotiable,
};

const words: Readonly<Record<string, () => string>> = {
  unfurnished: m.compare_unfurnished,
  semi: m.compare_semi,
  furnished: m.compare_furnished,
  county: m.compare_water_county,
  borehole: m.compare_water_borehole,
  tank: m.compare_water_tank,
  bowser: m.compare_water_bowser,
  prepaid: m.compare_power_prepaid,
  postpaid: m.compare_power_postpaid,
  submeter: m.compare_power_submeter,
  solar: m.compare_power_solar,
};
const periods = {
  month: m.compare_per_month,
  once: () => '',
  quarterly: m.compare_per_quarter,
  half_year: m.compare_per_half_year,
  annually: m.compare_per_year,
};

export const getCompareRowName = (row: CompareRow, locale: Locale): string =>
  row.name ? (locale === 'sw' && row.name.sw) || row.name.en : (rowNames[row.key]?.() ?? row.key);

const units = {
  m2: (n: number) => `${n} m²`,
  months: (n: number) => m.compare_months({ count: n }),
  days: (n: number) => m.compare_days({ count: n }),
  minutes: formatDuration,
  floors: String,
} as const;

const dutyText = ({ where, cents, points, low_points = 0 }: Extract<CompareCell, { kind: 'duty' }>): string => {
  const said = { amount: formatKes(cents), percent: String(toPercent(points)) };
  if (where === 'stamp_duty_unsure') return m.compare_duty_unsure({ ...said, low: String(toPercent(low_points)) });
  return where === 'stamp_duty' ? m.compare_duty_town(said) : m.compare_duty_rural(said);
};

/** A cell as printed; yes and no are icons. */
export type CompareCellView = { readonly text: string; readonly mark?: 'yes' | 'no' | 'none' };

export function toCompareCellView(cell: CompareCell, key: string, locale: Locale): CompareCellView {
  switch (cell.kind) {
    case 'money':
      if (cell.cents === 0) return { text: key === 'service' ? m.compare_included() : m.compare_nothing() };
      return { text: `${formatKes(cell.cents)}${cell.period === undefined ? '' : ` ${periods[toPaymentFrequency(cell.period)]()}`}`.trim() };
    case 'duty':
      return { text: dutyText(cell) };
    case 'number':
      return { text: cell.unit ? units[cell.unit](cell.n) : String(cell.n) };
    case 'yes':
      return { text: cell.on ? m.compare_yes() : m.compare_no(), mark: cell.on ? 'yes' : 'no' };
    case 'text':
      return { text: (locale === 'sw' && cell.sw) || cell.text };
    case 'word':
      return {
        text: cell.word
          .split(',')
          .map((word) => words[word]?.() ?? word)
          .join(', '),
      };
    case 'day':
      return { text: formatDate(cell.at, locale) };
    case 'rating':
      return { text: `${formatRating(cell.avg)} (${cell.count})` };
    case 'none':
      return { text: m.compare_not_stated(), mark: 'none' };
  }
}
