/** Reads the catalogue files and describes their problems in plain sentences. Used by the compiler and by test/rules/words.test.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, locales } from './locale.ts';
import { findBraceProblem, findParameters, findVariantProblem, type MessageText } from './text.ts';

export type CatalogueTexts = Record<string, MessageText>;
export type WordCatalogue = { module: string; texts: Record<Locale, CatalogueTexts> }[];

export const wordsDirectory = import.meta.dirname;
const fileName = (locale: Locale, module: string) => `words/${locale}/${module}.json`;
const modulesIn = (dir: string, locale: Locale) =>
  existsSync(join(dir, locale))
    ? readdirSync(join(dir, locale))
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
        .sort()
    : [];

function readTexts(dir: string, locale: Locale, module: string, troubles: string[]): CatalogueTexts {
  const path = join(dir, locale, `${module}.json`);
  // A module may have English texts only: its Kiswahili messages then fall back to English.
  if (!existsSync(path)) return {};
  const source = readFileSync(path, 'utf8');
  // JSON.parse silently keeps the last of two equal keys, so they are searched for in the source.
  const seen = new Set<string>();
  for (const [, key = ''] of source.matchAll(/^\s*"([^"]+)"\s*:/gm)) {
    if (seen.has(key) && key.startsWith(`${module}_`)) troubles.push(`${fileName(locale, module)} has "${key}" twice.`);
    seen.add(key);
  }
  try {
    const parsed: unknown = JSON.parse(source);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as CatalogueTexts;
    troubles.push(`${fileName(locale, module)} must hold one object of "key": "text" pairs.`);
  } catch (error) {
    troubles.push(`${fileName(locale, module)} is not valid JSON: ${(error as Error).message}.`);
  }
  return {};
}

/** Every module of words/en and words/sw, in alphabetical order, with all problems found while reading. */
export function readCatalogue(dir = wordsDirectory): { catalogue: WordCatalogue; troubles: string[] } {
  const troubles: string[] = [];
  const modules = [...new Set(locales.flatMap((locale) => modulesIn(dir, locale)))].sort();
  const catalogue = modules.map((module) => ({
    module,
    texts: { en: readTexts(dir, 'en', module, troubles), sw: readTexts(dir, 'sw', module, troubles) },
  }));
  // An unreadable file would make every key of its counterpart look like a mistake, so it is reported alone.
  return { catalogue, troubles: troubles.length > 0 ? troubles : findCatalogueProblems(catalogue) };
}

/** Problems of a valid JSON file: names, owners, parameters, plural forms. */
export function findCatalogueProblems(catalogue: WordCatalogue): string[] {
  const troubles: string[] = [];
  const owner = new Map<string, string>();
  for (const { module, texts } of catalogue) {
    for (const locale of locales) {
      for (const [key, text] of Object.entries(texts[locale])) {
        const place = `"${key}" in ${fileName(locale, module)}`;
        const other = owner.get(key);
        if (other !== undefined && other !== module) troubles.push(`${place} exists in ${fileName(locale, other)} too: a key belongs to one module.`);
        owner.set(key, other ?? module);
        if (!key.startsWith(`${module}_`) || !/^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(key))
          troubles.push(`${place} must be snake_case and begin with "${module}_".`);
        const trouble = findVariantProblem(text) ?? findBraceProblem(text);
        if (trouble) troubles.push(`${place} ${trouble}`);
      }
    }
    for (const [key, text] of Object.entries(texts.sw)) {
      const english = texts.en[key];
      if (english === undefined) troubles.push(`"${key}" in ${fileName('sw', module)} has no English text in ${fileName('en', module)}.`);
      else if (findParameters(english).join() !== findParameters(text).join())
        troubles.push(
          `"${key}" in module ${module} has the parameters (${findParameters(english)}) in English and (${findParameters(text)}) in Kiswahili.`,
        );
    }
  }
  return troubles;
}

/** All texts of one language in one object, sorted, in the format of the message-format plugin. */
export const mergeTexts = (catalogue: WordCatalogue, locale: Locale): CatalogueTexts =>
  Object.fromEntries(catalogue.flatMap(({ texts }) => Object.entries(texts[locale])).sort(([a], [b]) => (a < b ? -1 : 1)));
