import { translateListingChargeName } from '#contract/listing/charge-name.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { countWholeMonths } from '#contract/tenancy/schedule.ts';
import type { Day } from '#contract/time/days.ts';
import { formatLongDay } from './long-day.ts';

type Language = 'en' | 'sw';
/** A charge besides the rent, or the deduction of a promotion. It lasts from its first day to its last, or as long as the lease. */
export type AgreementCharge = {
  readonly label: string;
  readonly cents: number | null;
  readonly often: 'once' | 'monthly' | 'yearly';
  readonly from: Day;
  readonly last: Day | null;
};

const often = {
  once: { en: 'once', sw: 'mara moja' },
  monthly: { en: 'a month', sw: 'kwa mwezi' },
  yearly: { en: 'a year', sw: 'kwa mwaka' },
} as const;

/** The standing charge of a tariff is named, because it is billed each month in addition to the metered use. */
const byMeter = {
  en: 'by meter reading, plus any standing charge of the tariff',
  sw: 'kwa mita, pamoja na ada ya kudumu ya bei yake ikiwa ipo',
} as const;

/** Whether a charge lasts as long as the lease. A charge that ends earlier, or is paid once, is not part of the monthly total. */
const lasts =
  (endsOn: Day | null) =>
  ({ often: when, last }: AgreementCharge): boolean =>
    when !== 'once' && (last === null || (endsOn !== null && last >= endsOn));
/** The monthly total besides the rent. */
export const sumRecurringChargeCents = (charges: readonly AgreementCharge[], endsOn: Day | null): number =>
  sumCents(charges.filter(lasts(endsOn)).flatMap(({ cents, often: when }) => (cents !== null && when === 'monthly' ? [cents] : [])));

const isLess = ({ cents }: AgreementCharge): boolean => cents !== null && cents < 0;

function regular(language: Language, endsOn: Day | null) {
  return (charge: AgreementCharge): string => {
    const name = translateListingChargeName(charge.label, language);
    const until =
      charge.last === null || lasts(endsOn)(charge) ? '' : ` ${language === 'en' ? 'until' : 'hadi'} ${formatLongDay(charge.last)[language]}`;
    if (charge.cents === null) return `${name} (${byMeter[language]})${until}`;
    return `${name} ${formatKesPlain(charge.cents)} ${often[charge.often][language]}${until}`;
  };
}

/** A temporary deduction: its days and its total. */
const less =
  (language: Language) =>
  (charge: AgreementCharge): string => {
    const [name, off] = [translateListingChargeName(charge.label, language), formatKesPlain(-(charge.cents ?? 0))];
    const [first, last] = [formatLongDay(charge.from)[language], formatLongDay(charge.last ?? charge.from)[language]];
    // A yearly charge is due on its own date. The number of payments depends on the start of the lease, so the text states no total.
    const months = charge.last === null || charge.often !== 'monthly' ? null : countWholeMonths(charge.from, charge.last);
    if (charge.often === 'once') return language === 'en' ? `${name}: one deduction of ${off}` : `${name}: punguzo la ${off}, mara moja`;
    if (months === 1)
      return language === 'en'
        ? `${name}: one deduction of ${off} for ${first} to ${last}`
        : `${name}: punguzo la ${off}, mara moja, kwa ${first} hadi ${last}`;
    const all = months === null ? null : formatKesPlain(-(charge.cents ?? 0) * months);
    return language === 'en'
      ? `${name}: a deduction of ${off} ${often[charge.often].en} from ${first} to ${last}${all ? `, ${all} in total` : ''}`
      : `${name}: punguzo la ${off} ${often[charge.often].sw} kuanzia ${first} hadi ${last}${all ? `, jumla ${all}` : ''}`;
  };

function inWords(charges: readonly AgreementCharge[], endsOn: Day | null, language: Language): string {
  const goesOn = lasts(endsOn);
  const off = charges.filter((one) => isLess(one) && !goesOn(one));
  const once = charges.filter((one) => one.often === 'once' && !isLess(one));
  const others = charges.filter((one) => !off.includes(one) && !once.includes(one));
  return [
    others.length === 0 ? (language === 'en' ? 'none' : 'hakuna') : others.map(regular(language, endsOn)).join('; '),
    ...(once.length === 0
      ? []
      : [
          `${language === 'en' ? 'Paid once' : 'Hulipwa mara moja'}: ${once
            .map(({ label, cents }) => [translateListingChargeName(label, language), cents === null ? '' : formatKesPlain(cents)].join(' ').trim())
            .join('; ')}`,
        ]),
    ...off.map(less(language)),
  ].join('. ');
}
/** The charges besides the rent: first the lasting ones, then one sentence for charges paid once and one for temporary deductions. */
export const formatAgreementCharges = (charges: readonly AgreementCharge[], endsOn: Day | null) => ({
  en: inWords(charges, endsOn, 'en'),
  sw: inWords(charges, endsOn, 'sw'),
});
