import { toCents, typedAmountToCents, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import type { RentEscalation, TenancyChargeFrequency, TenancyChargeKind } from '#contract/tenancy/kinds.ts';
import { tenancyChargeKindLabels } from '#contract/tenancy/labels.ts';
import { buildRentSchedule, type DueLine, listChargesInForce } from '#contract/tenancy/schedule.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, isDay, monthStart } from '#contract/time/days.ts';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { makeBlankTenancyPerson, type TenancyPersonDraft, toTenancyPeopleInput } from './people-fields.tsx';
import type { UnitChoice } from './unit-pick.tsx';

export type TenancyChargeDraft = {
  readonly key: string;
  readonly kind: TenancyChargeKind;
  readonly label: string;
  readonly cents: number;
  readonly metered: boolean;
  readonly often: TenancyChargeFrequency;
};
let made = 0;
export const makeBlankTenancyCharge = (kind: TenancyChargeKind = 'water', amount = 0): TenancyChargeDraft => ({
  key: `charge-${++made}-${Math.random().toString(36).slice(2, 8)}`,
  kind,
  label: tenancyChargeKindLabels[kind](),
  cents: amount,
  metered: false,
  often: 'monthly',
});

/** A tenancy in the format of the form. */
export const makeBlankTenancyDraft = () => ({
  unit: null as UnitChoice | null,
  along: false,
  listing_type: 0,
  people: [makeBlankTenancyPerson('lead', 100)] as readonly TenancyPersonDraft[],
  starts_on: clock.today(),
  periodic: false,
  ends_on: addDays(addMonths(clock.today(), 12), -1),
  holdover: 'roll' as 'roll' | 'stop',
  review_on: '',
  period: 2,
  due_day: 1,
  notice_days: 30,
  rent_cents: 0,
  deposit_cents: 0,
  charges: [] as readonly TenancyChargeDraft[],
  rises: 'none' as RentEscalation['kind'],
  /** Percent, or shillings. */
  rises_by: 5,
  rises_months: 12,
  rises_on: addMonths(clock.today(), 12),
  rises_notice: 60,
  balance_cents: 0,
  held_cents: 0,
  as_of: clock.today(),
  note: '',
});
export type NewTenancyDraft = ReturnType<typeof makeBlankTenancyDraft>;

const chargesOf = (v: NewTenancyDraft) =>
  v.charges.map(({ label, kind, cents: amount, metered, often }) => ({
    label: label.trim() || tenancyChargeKindLabels[kind](),
    kind,
    cents: metered ? null : toCents(amount),
    often,
  }));

const escalationOf = (v: NewTenancyDraft): RentEscalation =>
  v.rises === 'none'
    ? { kind: 'none' }
    : {
        kind: v.rises,
        value: v.rises === 'percent' ? typedPercentToBasisPoints(v.rises_by) : typedAmountToCents(v.rises_by),
        every_months: v.rises_months,
        next_on: v.rises_on,
        notice_days: v.rises_notice,
      };

/** A tenancy in the format of the call. */
export const toTenancyInput = (v: NewTenancyDraft) => ({
  unit_id: v.unit?.id ?? noRecordId,
  listing_type: v.listing_type === 1 ? (1 as const) : (0 as const),
  starts_on: v.starts_on,
  ends_on: v.periodic ? null : v.ends_on,
  term_type: v.periodic ? ('periodic' as const) : ('fixed' as const),
  holdover: v.holdover,
  review_on: v.review_on || null,
  period: v.period,
  due_day: v.due_day,
  notice_days: v.notice_days,
  rent_cents: toCents(v.rent_cents),
  deposit_cents: toCents(v.deposit_cents),
  escalation: escalationOf(v),
  charges: chargesOf(v),
  people: toTenancyPeopleInput(v.people),
  opening: v.along ? { balance_cents: toCents(v.balance_cents), deposit_held_cents: toCents(v.held_cents), as_of: v.as_of } : null,
  note: v.note.trim(),
});
/** The field of the form for each field of the call. */
export const tenancyFormFieldNames: Readonly<Record<string, string>> = {
  unit_id: 'unit',
  escalation: 'rises_by',
  'escalation.next_on': 'rises_on',
  'opening.balance_cents': 'balance_cents',
  'opening.deposit_held_cents': 'held_cents',
  opening: 'as_of',
};

/** The charges of the first months, as far as the input determines them. */
export function calculateFirstDueLines(v: NewTenancyDraft, months = 3): DueLine[] {
  if (!isDay(v.starts_on) || v.rent_cents <= 0 || (!v.periodic && (!isDay(v.ends_on) || v.ends_on <= v.starts_on))) return [];
  const term = { from: v.starts_on, last: v.periodic ? null : v.ends_on, rent_cents: v.rent_cents, period: v.period };
  const first = v.starts_on > clock.today() ? v.starts_on : clock.today();
  const charges = chargesOf(v).map((one) => ({ ...one, from: v.starts_on, last: null }));
  const agreed = listChargesInForce([term], charges, { holdover: v.holdover, leaving_on: null });
  return buildRentSchedule(agreed.terms, agreed.charges, first, addDays(addMonths(monthStart(first), months), -1), v.due_day);
}
