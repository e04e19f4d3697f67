import { amountLimits, applyRate, sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { addDays, addMonths, type Day } from '#contract/time/days.ts';
import { type AgreementCharge, formatAgreementCharges, sumRecurringChargeCents } from './charges.ts';
import { formatLongDay, monthNames } from './long-day.ts';
import { formatCentsInWords } from './number-words.ts';

/** The fields that a template may contain. Each has its text in both languages, or is missing. */
export const agreementFieldNames = [
  'tenant.name',
  'tenant.all_names',
  'tenant.phone',
  'owner.name',
  'agent.name',
  'guarantor.name',
  'property.name',
  'property.address',
  'property.county',
  'unit.code',
  'unit.name',
  'rent',
  'rent.words',
  'rent.period',
  'rent.total_with_charges',
  'charges',
  'due.day',
  'deposit',
  'deposit.words',
  'start',
  'start.day',
  'start.month',
  'start.year',
  'end',
  'term.months',
  'notice.days',
  'escalation_table',
  'lease.code',
] as const;
export type AgreementFieldName = (typeof agreementFieldNames)[number];
export const isAgreementFieldName = (name: string): name is AgreementFieldName => (agreementFieldNames as readonly string[]).includes(name);

export type BilingualText = { readonly en: string; readonly sw: string };
export type AgreementFields = Readonly<Record<AgreementFieldName, BilingualText | null>>;

/** The facts known about a tenancy when its lease is written. */
export type AgreementFacts = {
  readonly tenants: readonly { readonly name: string; readonly phone: string | null }[];
  readonly guarantors: readonly string[];
  readonly owner: string | null;
  readonly agent: string | null;
  readonly property: string;
  readonly address: string;
  readonly county: string | null;
  readonly unitCode: string;
  readonly unit: string;
  readonly rentCents: number | null;
  /** Months of a rent period. */
  readonly months: number;
  readonly charges: readonly AgreementCharge[];
  readonly dueDay: number;
  readonly depositCents: number;
  readonly startsOn: Day;
  readonly endsOn: Day | null;
  readonly noticeDays: number;
  readonly escalation: { readonly kind: string; readonly value?: number; readonly every_months?: number };
  /** The lease an addendum or a renewal belongs to. */
  readonly lease: string | null;
};

const periods: Readonly<Record<number, BilingualText>> = {
  1: { en: 'month', sw: 'mwezi' },
  3: { en: 'three months', sw: 'miezi mitatu' },
  6: { en: 'six months', sw: 'miezi sita' },
  12: { en: 'year', sw: 'mwaka' },
};
const same = (text: string | null | undefined): BilingualText | null => (text ? { en: text, sw: text } : null);
const names = (all: readonly string[]): BilingualText | null =>
  all.length === 0
    ? null
    : {
        en: all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`,
        sw: all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} na ${all.at(-1)}`,
      };

/** The calendar months from the first day to the last, or null if the lease has no end date. */
export function countLeaseMonths(from: Day, last: Day | null): number | null {
  if (last === null) return null;
  const [y1 = 0, m1 = 0] = from.split('-').map(Number);
  const [y2 = 0, m2 = 0] = addDays(last, 1).split('-').map(Number);
  return Math.max(0, (y2 - y1) * 12 + m2 - m1);
}

/** The rent increases and their dates until the end of the term, or for five years if the lease has no end date. */
export function listEscalationSteps({
  rentCents,
  escalation,
  startsOn,
  endsOn,
}: AgreementFacts): readonly { readonly on: Day; readonly cents: number }[] {
  const { kind, value = 0, every_months: every = 12 } = escalation;
  if (rentCents === null || kind === 'none' || value <= 0 || every < 1) return [];
  const last = endsOn ?? addMonths(startsOn, 60);
  const steps: { on: Day; cents: number }[] = [];
  let now: number = rentCents;
  for (let n = 1; n <= 40; n += 1) {
    const on = addMonths(startsOn, n * every);
    if (on > last) break;
    now = kind === 'percent' ? sumCents([now, applyRate(now, value)]) : sumCents([now, value]);
    // The loop ends at the highest price of a home, because larger amounts are not plausible.
    if (now > amountLimits.price) break;
    steps.push({ on, cents: now });
  }
  return steps;
}

function escalationTable(facts: AgreementFacts): BilingualText {
  const steps = listEscalationSteps(facts);
  if (steps.length === 0) return { en: 'The rent does not change during the term.', sw: 'Kodi haibadiliki katika muda wa mkataba.' };
  return {
    en: steps.map(({ on, cents }) => `from ${formatLongDay(on).en}: ${formatKesPlain(cents)}`).join('; '),
    sw: steps.map(({ on, cents }) => `kuanzia ${formatLongDay(on).sw}: ${formatKesPlain(cents)}`).join('; '),
  };
}

/** Builds every field of a template. An unknown field is null, is shown in red and prevents the agreement from being sent. */
export function buildAgreementFields(facts: AgreementFacts): AgreementFields {
  const { rentCents, startsOn, endsOn, charges } = facts;
  const [year = '', month = '', day = ''] = startsOn.split('-');
  const n = Number(month) - 1;
  const months = countLeaseMonths(startsOn, endsOn);
  return {
    'tenant.name': same(facts.tenants[0]?.name),
    'tenant.all_names': names(facts.tenants.map(({ name }) => name)),
    'tenant.phone': same(facts.tenants[0]?.phone),
    'owner.name': same(facts.owner),
    'agent.name': same(facts.agent),
    'guarantor.name': names(facts.guarantors),
    'property.name': same(facts.property),
    'property.address': same(facts.address),
    'property.county': same(facts.county),
    'unit.code': same(facts.unitCode),
    'unit.name': same(facts.unit),
    rent: rentCents === null ? null : same(formatKesPlain(rentCents)),
    'rent.words': rentCents === null ? null : formatCentsInWords(rentCents),
    'rent.period': periods[facts.months] ?? periods[1] ?? null,
    'rent.total_with_charges': rentCents === null ? null : same(formatKesPlain(rentCents + sumRecurringChargeCents(charges, endsOn) * facts.months)),
    charges: formatAgreementCharges(charges, endsOn),
    'due.day': same(String(facts.dueDay)),
    deposit: same(formatKesPlain(facts.depositCents)),
    'deposit.words': formatCentsInWords(facts.depositCents),
    start: formatLongDay(startsOn),
    'start.day': same(String(Number(day))),
    'start.month': { en: monthNames.en[n] ?? '', sw: monthNames.sw[n] ?? '' },
    'start.year': same(year),
    end: endsOn === null ? { en: 'no fixed date', sw: 'haijawekwa' } : formatLongDay(endsOn),
    'term.months': months === null ? { en: 'no fixed number of', sw: 'isiyo na idadi maalumu ya' } : same(String(months)),
    'notice.days': same(String(facts.noticeDays)),
    escalation_table: escalationTable(facts),
    'lease.code': same(facts.lease),
  };
}

/** Sample facts for the preview of a template. */
export const sampleAgreementFacts: AgreementFacts = {
  tenants: [
    { name: 'Wanjirũ Kamau', phone: '+254700000001' },
    { name: 'Otieno Odhiambo', phone: '+254700000002' },
  ],
  guarantors: ['Mary Chebet'],
  owner: 'Baraka Homes Ltd',
  agent: 'Nyumbani Agents',
  property: 'Acacia Court',
  address: 'Ngong Road, Kilimani',
  county: 'Nairobi',
  unitCode: 'UNT-000042',
  unit: 'B4',
  rentCents: 4_500_000,
  months: 1,
  charges: [
    { label: 'Garbage', cents: 30_000, often: 'monthly', from: '2027-01-01', last: null },
    { label: 'Water', cents: null, often: 'monthly', from: '2027-01-01', last: null },
  ],
  dueDay: 5,
  depositCents: 9_000_000,
  startsOn: '2027-01-01',
  endsOn: '2028-12-31',
  noticeDays: 30,
  escalation: { kind: 'percent', value: 500, every_months: 12 },
  lease: 'AGR-000007',
};
