import type { Furnishing } from '#contract/catalogue/kinds.ts';
import type { Cents } from '#contract/money/cents.ts';
import { parseMoney, plainNumber } from '#contract/money/parse.ts';
import { isMeant } from '#contract/time/days.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

/** What people write into the cells of a table, read as what they meant. `null` is an empty cell; a problem is for the person to mend. */
export type Read<T> = { readonly value: T | null } | { readonly problem: Sentence };
const value = <T>(given: T | null): Read<T> => ({ value: given });
const problem = (why: Sentence) => ({ problem: why });

const blank = /^(?:[-–—./\s]*|n\/?a|nil|none|null|hakuna)$/i;
/** Nothing is said: an empty cell, or a dash in it. */
export const isBlank = (text: string): boolean => blank.test(text.trim());
/** More than this is a slip of the finger. */
const mostCents = 100_000_000_000;

/** "16,500", "KSh 16.5k", "16 500/=", "16.500,50" and "1.2M" in whole cents. */
export function readMoney(text: string): Read<Cents> {
  if (blank.test(text.trim())) return value<Cents>(null);
  const amount = parseMoney(text, true);
  if (amount === null) return problem(m.unit_cell_amount());
  return amount > mostCents ? problem(m.unit_cell_amount_large()) : value<Cents>(amount);
}

const numberWords: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  moja: 1,
  mbili: 2,
  tatu: 3,
  nne: 4,
  tano: 5,
  sita: 6,
};

/** "2", "2.0", "two", "2 br" and "vyumba 2" as a small whole number. */
export function readCount(text: string, least: number, most: number): Read<number> {
  const bare = text.trim().toLowerCase();
  if (blank.test(bare)) return value<number>(null);
  const [, digits] = /^\D{0,12}?(-?\d{1,4})(?:[.,]0+)?(?:\s*[a-z]+\.?(?:\s+[a-z]+)?)?$/.exec(bare) ?? [];
  const number = numberWords[bare] ?? (digits === undefined ? Number.NaN : Number(digits));
  if (Number.isNaN(number)) return problem(m.unit_cell_number());
  return number < least || number > most ? problem(m.unit_cell_range({ least, most })) : value(number);
}

/** "Ground", "G", "1st floor", "B1" (below the ground) and plain numbers. */
export function readFloor(text: string): Read<number> {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/\b(floor|flr|fl|level|ghorofa(?: ya)?)\b\.?/g, '')
    .trim();
  if (blank.test(bare)) return value<number>(null);
  if (/^(g|gf|gr|ground|chini)$/.test(bare)) return value(0);
  const below = /^(?:b|basement)\s*(\d?)$/.exec(bare);
  if (below) return value(-Number(below[1] || '1'));
  return readCount(bare.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'), -5, 120);
}

/** Square metres; feet are turned into them. */
export function readArea(text: string): Read<number> {
  const bare = text.trim().toLowerCase();
  if (blank.test(bare)) return value<number>(null);
  const [, digits = '', measure = ''] = /^([\d.,\s]+)\s*(.*)$/.exec(bare) ?? [];
  const plain = plainNumber(digits.replace(/\s/g, ''), false);
  if (plain === null || !/^(|m2|m²|sqm|sq\.? ?m\.?|sq\.? met(?:er|re)s?|m|sqft|sq\.? ?f(?:ee)?t\.?|ft2|ft²)$/.test(measure))
    return problem(m.unit_cell_area());
  const area = Math.round(Number(plain) * (/f/.test(measure) ? 0.09290304 : 1));
  return area < 1 || area > 10_000_000 ? problem(m.unit_cell_area()) : value(area);
}

export function readFurnished(text: string): Read<Furnishing> {
  const bare = text.trim().toLowerCase();
  if (blank.test(bare)) return value<Furnishing>(null);
  if (/^(semi|partly|part|half|nusu)/.test(bare)) return value<Furnishing>('semi');
  if (/^(un|not |no\b|no$|n$|hapana|false|0$|bila)/.test(bare)) return value<Furnishing>('unfurnished');
  if (/^(furnished|fully|full|yes|y$|ndio|ndiyo|true|1$)/.test(bare)) return value<Furnishing>('furnished');
  return problem(m.unit_cell_furnished());
}

/** Whether somebody lives there: "Vacant", "occupied", "let", "wazi". Only what says neither is a problem. */
export function readOccupied(text: string): Read<boolean> {
  const bare = text.trim().toLowerCase();
  if (blank.test(bare)) return value<boolean>(null);
  if (
    /^(?:vacant|maintenance|onhold|ordered|stall|vaccant|vacan|empty|free|available|unlet|unoccupied|not (?:let|occupied)|no$|n$|hapana|wazi|iko wazi|tupu|ipo wazi|0$)(?!\p{L})/u.test(
      bare,
    )
  )
    return value<boolean>(false);
  if (/^(?:occupied|ocupied|occ|let|rented|taken|leased|tenanted|lived|yes|y$|ndio|ndiyo|imekaliwa|inakaliwa|ina mpangaji|1$)(?!\p{L})/u.test(bare))
    return value<boolean>(true);
  return problem(m.unit_cell_occupied());
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const swahili: Readonly<Record<string, number>> = { mac: 3, mei: 5, ago: 8, okt: 10, des: 12 };

/** Days as Kenya writes them, the day first: 1/12/2026, 1 Dec 2026, 2026-12-01. */
export function readDay(text: string): Read<string> {
  const bare = text.trim().toLowerCase();
  if (blank.test(bare)) return value<string>(null);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:t.*)?$/.exec(bare);
  const local = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{2}|\d{4})$/.exec(bare);
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[-/.\s]+([a-z]{3})[a-z]*\.?[-/,.\s]+(\d{2}|\d{4})$/.exec(bare);
  const month = named ? (swahili[named[2] ?? ''] ?? months.indexOf(named[2] ?? '') + 1) : 0;
  const [year, at, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : local
      ? [local[3], local[2], local[1]]
      : named && month > 0
        ? [named[3], String(month), named[1]]
        : [];
  if (!year || !at || !day) return problem(m.unit_cell_day());
  const whole = `${year.padStart(4, '20')}-${at.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isMeant(whole) ? value(whole) : problem(m.unit_cell_day());
}

export type UnitWord = {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly name_sw: string;
  readonly aliases: readonly string[];
  readonly bedrooms: number | null;
};
const squeezed = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]/g, '');
const bedroomed =
  /^(\d|one|two|three|four|five)(?:b|br|bd|bdr|bdrm|bdrms|bed|beds|bedroom|bedrooms|bedroomed|rooms?)(?:s|apartment|flat|house|unit|ensuite)?$/;
const bedroomsFirst = /^(?:vyumba|chumba|br|bedrooms?|bdrm)(\d|moja|mbili|viwili|tatu|vitatu|nne|vinne|tano|vitano)(?:vya|cha)?(?:kulala)?$/;
const swahiliCounts: Readonly<Record<string, number>> = { moja: 1, mbili: 2, viwili: 2, tatu: 3, vitatu: 3, nne: 4, vinne: 4, tano: 5, vitano: 5 };

/** A unit type by its name, code or another name for it, spelled with or without spaces: "bed sitter", "2BR", "2 bdrm", "Duka". */
export function readUnitType(text: string, words: readonly UnitWord[]): Read<UnitWord> {
  if (blank.test(text.trim())) return value<UnitWord>(null);
  const asked = squeezed(text);
  const named = words.find((word) => [word.name, word.name_sw, word.code, ...word.aliases].some((one) => one !== '' && squeezed(one) === asked));
  if (named) return value(named);
  const said = bedroomed.exec(asked)?.[1] ?? bedroomsFirst.exec(asked)?.[1];
  const count = said === undefined ? null : (numberWords[said] ?? swahiliCounts[said] ?? Number(said));
  const byCount = count === null ? undefined : words.find((word) => word.bedrooms === count && /bedroom$/.test(word.code));
  return byCount ? value(byCount) : problem(m.unit_cell_type());
}
