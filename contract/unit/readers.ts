import type { FurnishingKind } from '#contract/catalogue/kinds.ts';
import { isBlank, numbersByWord, type ParseResult, readCount, toParsedValue, toParseProblem } from '#contract/importer/parsers.ts';
import { parsePlainNumber } from '#contract/money/parse.ts';
import { m } from '#words/messages.js';

/** "Ground", "G", "1st floor", "B1" (below the ground) and plain numbers. */
export function readFloor(text: string): ParseResult<number> {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/\b(floor|flr|fl|level|ghorofa(?: ya)?)\b\.?/g, '')
    .trim();
  if (isBlank(bare)) return toParsedValue<number>(null);
  if (/^(g|gf|gr|ground|chini)$/.test(bare)) return toParsedValue(0);
  const below = /^(?:b|basement)\s*(\d?)$/.exec(bare);
  if (below) return toParsedValue(-Number(below[1] || '1'));
  return readCount(bare.replace(/^(\d+)(?:st|nd|rd|th)$/, '$1'), -5, 120);
}

/** Square metres; square feet are converted. */
export function readArea(text: string): ParseResult<number> {
  const bare = text.trim().toLowerCase();
  if (isBlank(bare)) return toParsedValue<number>(null);
  const [, digits = '', measure = ''] = /^([\d.,\s]+)\s*(.*)$/.exec(bare) ?? [];
  const plain = parsePlainNumber(digits.replace(/\s/g, ''), false);
  if (plain === null || !/^(|m2|m²|sqm|sq\.? ?m\.?|sq\.? met(?:er|re)s?|m|sqft|sq\.? ?f(?:ee)?t\.?|ft2|ft²)$/.test(measure))
    return toParseProblem(m.unit_cell_area());
  const area = Math.round(Number(plain) * (/f/.test(measure) ? 0.09290304 : 1));
  return area < 1 || area > 10_000_000 ? toParseProblem(m.unit_cell_area()) : toParsedValue(area);
}

export function readFurnishingKind(text: string): ParseResult<FurnishingKind> {
  const bare = text.trim().toLowerCase();
  if (isBlank(bare)) return toParsedValue<FurnishingKind>(null);
  if (/^(semi|partly|part|half|nusu)/.test(bare)) return toParsedValue<FurnishingKind>('semi');
  if (/^(un|not |no\b|no$|n$|hapana|false|0$|bila)/.test(bare)) return toParsedValue<FurnishingKind>('unfurnished');
  if (/^(furnished|fully|full|yes|y$|ndio|ndiyo|true|1$)/.test(bare)) return toParsedValue<FurnishingKind>('furnished');
  return toParseProblem(m.unit_cell_furnished());
}

/** Occupancy: "Vacant", "occupied", "let", "wazi". Only a text that means neither is a problem. */
export function readOccupancy(text: string): ParseResult<boolean> {
  const bare = text.trim().toLowerCase();
  if (isBlank(bare)) return toParsedValue<boolean>(null);
  if (
    /^(?:vacant|maintenance|onhold|ordered|stall|vaccant|vacan|empty|free|available|unlet|unoccupied|not (?:let|occupied)|no$|n$|hapana|wazi|iko wazi|tupu|ipo wazi|0$)(?!\p{L})/u.test(
      bare,
    )
  )
    return toParsedValue<boolean>(false);
  if (/^(?:occupied|ocupied|occ|let|rented|taken|leased|tenanted|lived|yes|y$|ndio|ndiyo|imekaliwa|inakaliwa|ina mpangaji|1$)(?!\p{L})/u.test(bare))
    return toParsedValue<boolean>(true);
  return toParseProblem(m.unit_cell_occupied());
}

export type UnitTypeTerm = {
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

/** Finds a unit type by its name, code or alias, with or without spaces: "bed sitter", "2BR", "2 bdrm", "Duka". */
export function readUnitType(text: string, words: readonly UnitTypeTerm[]): ParseResult<UnitTypeTerm> {
  if (isBlank(text)) return toParsedValue<UnitTypeTerm>(null);
  const asked = squeezed(text);
  const named = words.find((word) => [word.name, word.name_sw, word.code, ...word.aliases].some((one) => one !== '' && squeezed(one) === asked));
  if (named) return toParsedValue(named);
  const said = bedroomed.exec(asked)?.[1] ?? bedroomsFirst.exec(asked)?.[1];
  const count = said === undefined ? null : (numbersByWord[said] ?? swahiliCounts[said] ?? Number(said));
  const byCount = count === null ? undefined : words.find((word) => word.bedrooms === count && /bedroom$/.test(word.code));
  return byCount ? toParsedValue(byCount) : toParseProblem(m.unit_cell_type());
}
