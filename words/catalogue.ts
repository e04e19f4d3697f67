/** Reads the catalogue files and says in plain sentences what is wrong with them. Shared by the compiler and by test/rules/words.test.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, locales } from './locale.ts';
import { braceTrouble, parametersOf, type Text, variantTrouble } from './text.ts';

export type Texts = Record<string, Text>;
export type Catalogue = { room: string; texts: Record<Locale, Texts> }[];

export const here = import.meta.dirname;
const fileName = (locale: Locale, room: string) => `words/${locale}/${room}.json`;
const roomsIn = (dir: string, locale: Locale) =>
  existsSync(join(dir, locale))
    ? readdirSync(join(dir, locale))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort()
    : [];

function readTexts(dir: string, locale: Locale, room: string, troubles: string[]): Texts {
  const path = join(dir, locale, `${room}.json`);
  // A room may be English only for now: its messages fall back to English.
  if (!existsSync(path)) return {};
  const source = readFileSync(path, 'utf8');
  // JSON.parse keeps the last of two equal keys without a word, so they are looked for in the source.
  const seen = new Set<string>();
  for (const [, key = ''] of source.matchAll(/^\s*"([^"]+)"\s*:/gm)) {
    if (seen.has(key) && key.startsWith(`${room}_`)) troubles.push(`${fileName(locale, room)} has "${key}" twice.`);
    seen.add(key);
  }
  try {
    const parsed: unknown = JSON.parse(source);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Texts;
    troubles.push(`${fileName(locale, room)} must hold one object of "key": "text" pairs.`);
  } catch (error) {
    troubles.push(`${fileName(locale, room)} is not valid JSON: ${(error as Error).message}.`);
  }
  return {};
}

/** Every room of words/en and words/sw, in alphabetical order, with everything found wrong on the way. */
export function readCatalogue(dir = here): { catalogue: Catalogue; troubles: string[] } {
  const troubles: string[] = [];
  const rooms = [...new Set(locales.flatMap((locale) => roomsIn(dir, locale)))].sort();
  const catalogue = rooms.map((room) => ({
    room,
    texts: { en: readTexts(dir, 'en', room, troubles), sw: readTexts(dir, 'sw', room, troubles) },
  }));
  // A file that cannot be read would make every key of its twin look like a mistake: say the first thing first.
  return { catalogue, troubles: troubles.length > 0 ? troubles : troublesOf(catalogue) };
}

/** What a file that parses can still have wrong: names, owners, parameters, plural forms. */
export function troublesOf(catalogue: Catalogue): string[] {
  const troubles: string[] = [];
  const owner = new Map<string, string>();
  for (const { room, texts } of catalogue) {
    for (const locale of locales) {
      for (const [key, text] of Object.entries(texts[locale])) {
        const place = `"${key}" in ${fileName(locale, room)}`;
        const other = owner.get(key);
        if (other !== undefined && other !== room) troubles.push(`${place} exists in ${fileName(locale, other)} too: a key belongs to one room.`);
        owner.set(key, other ?? room);
        if (!key.startsWith(`${room}_`) || !/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(key))
          troubles.push(`${place} must be snake_case and begin with "${room}_".`);
        const trouble = variantTrouble(text) ?? braceTrouble(text);
        if (trouble) troubles.push(`${place} ${trouble}`);
      }
    }
    for (const [key, text] of Object.entries(texts.sw)) {
      const english = texts.en[key];
      if (english === undefined) troubles.push(`"${key}" in ${fileName('sw', room)} has no English text in ${fileName('en', room)}.`);
      else if (parametersOf(english).join() !== parametersOf(text).join())
        troubles.push(`"${key}" in room ${room} has the parameters (${parametersOf(english)}) in English and (${parametersOf(text)}) in Kiswahili.`);
    }
  }
  return troubles;
}

/** All texts of one language in one object, sorted, as the message-format plugin wants them. */
export const merged = (catalogue: Catalogue, locale: Locale): Texts =>
  Object.fromEntries(catalogue.flatMap(({ texts }) => Object.entries(texts[locale])).sort(([a], [b]) => (a < b ? -1 : 1)));
