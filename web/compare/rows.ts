import { listingTypes } from '#contract/catalogue/kinds.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { hasGatedAccess, hasPowerBackup } from '#contract/listing/building-amenities.ts';
import { calculateListingCost, type ListingCostBreakdown } from '#contract/listing/cost-breakdown.ts';
import type { BuyerCostEstimate } from '#contract/listing/rates.ts';
import { listWaterSources } from '#contract/listing/water.ts';
import type { searchCalls } from '#contract/search/calls.ts';
import { clock } from '#contract/time/clock.ts';

/** Compares listings and finds the best values, independent of language; the view adds the texts. */
export type ComparedHome = CallResult<(typeof searchCalls)['compare']>['results'][number];

export const compareGroups = ['money', 'space', 'location', 'features', 'trust', 'terms'] as const;
export type CompareGroup = (typeof compareGroups)[number];

export type CompareCell =
  | { readonly kind: 'money'; readonly cents: number; readonly period?: number }
  | { readonly kind: 'number'; readonly n: number; readonly unit?: 'm2' | 'months' | 'days' | 'minutes' | 'floors' }
  | ({ readonly kind: 'duty' } & Omit<BuyerCostEstimate, 'kind'> & { readonly where: BuyerCostEstimate['kind'] })
  | { readonly kind: 'yes'; readonly on: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly sw?: string }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'day'; readonly at: string }
  | { readonly kind: 'rating'; readonly avg: number; readonly count: number }
  | { readonly kind: 'none' };

export type CompareRow = {
  readonly key: string;
  readonly group: CompareGroup;
  /** An amenity's name, if the key is not a built-in row. */
  readonly name?: { readonly en: string; readonly sw: string };
  readonly cells: readonly CompareCell[];
  /** Columns with the best value; empty if none is better. */
  readonly best: readonly number[];
  readonly differs: boolean;
  /** A sum of the rows above it. */
  readonly sum?: true;
};

const none: CompareCell = { kind: 'none' };
const money = (cents: number | null, period?: number): CompareCell =>
  cents === null ? none : { kind: 'money', cents, ...(period === undefined ? {} : { period }) };
const number = (n: number | null, unit?: 'm2' | 'months' | 'days' | 'minutes' | 'floors'): CompareCell =>
  n === null ? none : { kind: 'number', n, ...(unit ? { unit } : {}) };
const word = (words: readonly string[]): CompareCell => (words.length > 0 ? { kind: 'word', word: words.join(',') } : none);
const yes = (on: boolean | null): CompareCell => (on === null ? none : { kind: 'yes', on });
const text = (value: string): CompareCell => (value.trim() === '' ? none : { kind: 'text', text: value });
const day = (at: string | null): CompareCell => (at === null ? none : { kind: 'day', at });

/** The columns with the smallest or largest known value, if at least two are known and they differ. */
export function findBestColumns(values: readonly (number | null)[], want: 'least' | 'most'): number[] {
  const known = values.filter((v): v is number => v !== null && Number.isFinite(v));
  if (known.length < 2 || known.every((v) => v === known[0])) return [];
  const winner = want === 'least' ? Math.min(...known) : Math.max(...known);
  return values.flatMap((v, at) => (v === winner ? [at] : []));
}

export const areCellsDifferent = (cells: readonly CompareCell[]): boolean => new Set(cells.map((cell) => JSON.stringify(cell))).size > 1;

type Column = {
  readonly key: string;
  readonly cell: (it: ComparedHome) => CompareCell;
  readonly value?: (it: ComparedHome) => number | null;
  readonly want?: 'least' | 'most';
  readonly sum?: true;
};

const rent = (it: ComparedHome) => it.offer.listing_type !== listingTypes.buy;
const bills = new WeakMap<ComparedHome, ListingCostBreakdown>();
const bill = (it: ComparedHome): ListingCostBreakdown => {
  const made = bills.get(it) ?? calculateListingCost(it.offer, clock.today());
  bills.set(it, made);
  return made;
};
const perM2 = (it: ComparedHome): number | null => (it.card.area_m2 ? Math.round(bill(it).price_cents / it.card.area_m2) : null);
const duty = (it: ComparedHome) => bill(it).estimates.find((e) => e.kind.startsWith('stamp_duty'));
const dutyCell = (e: BuyerCostEstimate | undefined): CompareCell => (e ? { ...e, kind: 'duty', where: e.kind } : none);
const others = (it: ComparedHome): number => it.offer.other_charges.reduce((sum, charge) => sum + charge.cents, 0);
const time = (at: string | null): number | null => (at === null ? null : new Date(at).getTime());

const moneyColumns: readonly Column[] = [
  {
    key: 'price',
    cell: ({ offer }) => money(offer.price_cents, offer.price_period),
    value: (it) => bill(it).price_cents,
    want: 'least',
  },
  { key: 'promotion', cell: (it) => money(bill(it).promotion?.cents ?? null) },
  {
    key: 'deposit',
    cell: (it) => (rent(it) ? money(it.offer.deposit_cents) : none),
    value: (it) => (rent(it) ? it.offer.deposit_cents : null),
    want: 'least',
  },
  { key: 'service', cell: ({ offer }) => money(offer.service_charge_cents), value: ({ offer }) => offer.service_charge_cents, want: 'least' },
  { key: 'agent_fee', cell: ({ offer }) => money(offer.agent_fee_cents), value: ({ offer }) => offer.agent_fee_cents, want: 'least' },
  { key: 'others', cell: (it) => money(others(it)), value: others, want: 'least' },
  { key: 'move_in', cell: (it) => money(bill(it).move_in_cents), value: (it) => bill(it).move_in_cents, want: 'least', sum: true },
  { key: 'duty', cell: (it) => dutyCell(duty(it)), value: (it) => duty(it)?.cents ?? null, want: 'least' },
  { key: 'monthly', cell: (it) => money(bill(it).month_cents), value: (it) => bill(it).month_cents, want: 'least', sum: true },
  { key: 'year', cell: (it) => money(bill(it).year_cents), value: (it) => bill(it).year_cents, want: 'least', sum: true },
];
const spaceColumns: readonly Column[] = [
  { key: 'kind', cell: ({ card }) => named(card.unit?.type ?? card.property.type) },
  { key: 'size', cell: ({ card }) => number(card.area_m2, 'm2'), value: ({ card }) => card.area_m2, want: 'most' },
  { key: 'bedrooms', cell: ({ card }) => number(card.bedrooms), value: ({ card }) => card.bedrooms, want: 'most' },
  { key: 'bathrooms', cell: ({ card }) => number(card.bathrooms), value: ({ card }) => card.bathrooms, want: 'most' },
  { key: 'per_m2', cell: (it) => money(perM2(it)), value: perM2, want: 'least' },
  { key: 'parking', cell: ({ offer }) => number(offer.parking_slots), value: ({ offer }) => offer.parking_slots, want: 'most' },
];
const locationColumns: readonly Column[] = [
  { key: 'estate', cell: ({ card }) => text(card.place.name) },
  { key: 'county', cell: ({ card }) => text(card.place.county) },
  { key: 'landmark', cell: ({ property }) => text(property.landmark) },
];
const featureColumns: readonly Column[] = [
  { key: 'furnished', cell: ({ offer }) => (offer.furnished === null ? none : { kind: 'word', word: offer.furnished }) },
  { key: 'water', cell: ({ offer, card }) => word(listWaterSources(offer.water_source, card.amenities).sort()) },
  { key: 'power', cell: ({ offer }) => (offer.power_type ? { kind: 'word', word: offer.power_type } : none) },
  { key: 'backup', cell: ({ card }) => yes(hasPowerBackup(card.amenities)) },
  { key: 'gate', cell: ({ card }) => yes(hasGatedAccess(card.amenities)) },
  { key: 'lift', cell: ({ property }) => yes(property.lifts > 0) },
  { key: 'pets', cell: ({ offer }) => yes(offer.pets) },
  { key: 'smoking', cell: ({ offer }) => yes(offer.smoking) },
];
const trustColumns: readonly Column[] = [
  {
    key: 'verified',
    cell: ({ property }) => day(property.verification?.at ?? null),
    value: ({ property }) => time(property.verification?.at ?? null),
    want: 'most',
  },
  {
    key: 'rating',
    cell: ({ property }) => (property.rating ? { kind: 'rating', ...property.rating } : none),
    value: ({ property }) => property.rating?.avg ?? null,
    want: 'most',
  },
  {
    key: 'answers',
    cell: ({ property }) => number(property.agent?.answer_minutes ?? null, 'minutes'),
    value: ({ property }) => property.agent?.answer_minutes ?? null,
    want: 'least',
  },
  { key: 'built', cell: ({ property }) => (property.year_built ? text(String(property.year_built)) : none) },
];
const termColumns: readonly Column[] = [
  { key: 'available', cell: ({ offer }) => day(offer.available_from), value: ({ offer }) => time(offer.available_from), want: 'least' },
  { key: 'min_term', cell: ({ offer }) => number(offer.min_term_months, 'months'), value: ({ offer }) => offer.min_term_months, want: 'least' },
  { key: 'notice', cell: ({ property }) => number(property.notice_days, 'days'), value: ({ property }) => property.notice_days, want: 'least' },
  { key: 'negotiable', cell: ({ offer }) => yes(offer.negotiable) },
];

const named = ({ name, name_sw }: { name: string; name_sw: string }): CompareCell => ({
  kind: 'text',
  text: name,
  ...(name_sw ? { sw: name_sw } : {}),
});

/** Rents and sale prices do not compete. */
const sameDeal = (items: readonly ComparedHome[]): boolean => new Set(items.map((it) => it.offer.listing_type)).size <= 1;

function rowOf(group: CompareGroup, column: Column, items: readonly ComparedHome[]): CompareRow {
  const cells = items.map(column.cell);
  const { value, want } = column;
  const fair = group !== 'money' && column.key !== 'per_m2' ? true : sameDeal(items);
  const best = value && want && fair ? findBestColumns(items.map(value), want) : [];
  return { key: column.key, group, cells, best, differs: areCellsDifferent(cells), ...(column.sum ? { sum: true as const } : {}) };
}

/** One row for each amenity that any listing has. */
function amenityRows(items: readonly ComparedHome[]): CompareRow[] {
  const known = new Map(items.flatMap((it) => it.property.amenities.map((a) => [a.code, { en: a.name, sw: a.name_sw }] as const)));
  return [...known].map(([code, name]) => {
    const cells = items.map((it) => yes(it.card.amenities.includes(code) || it.property.amenities.some((a) => a.code === code)));
    return { key: `amenity:${code}`, group: 'features', name, cells, best: [], differs: areCellsDifferent(cells) };
  });
}

/** A row without any value is left out. */
const said = (row: CompareRow): boolean => row.cells.some((cell) => cell.kind !== 'none' && !(cell.kind === 'money' && cell.cents === 0));

export function buildCompareRows(items: readonly ComparedHome[], onlyDifferences = false): CompareRow[] {
  if (items.length === 0) return [];
  const of = (group: CompareGroup, columns: readonly Column[]) => columns.map((column) => rowOf(group, column, items));
  const rows = [
    ...of('money', moneyColumns),
    ...of('space', spaceColumns),
    ...of('location', locationColumns),
    ...of('features', featureColumns),
    ...amenityRows(items),
    ...of('trust', trustColumns),
    ...of('terms', termColumns),
  ];
  return rows.filter((row) => said(row) && (!onlyDifferences || row.differs));
}
