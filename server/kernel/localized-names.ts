import { type RawBuilder, sql } from 'kysely';
import { localeContext, pickByLocale } from './locale.ts';

/** The name of a taxonomy term in the reader’s language, or in English if there is no translation. */
export const localizedNameSql = (table = 'taxon'): RawBuilder<string> =>
  localeContext.current() === 'sw'
    ? sql`coalesce(nullif(${sql.ref(`${table}.name_sw`)}, ''), ${sql.ref(`${table}.name`)})`
    : sql`${sql.ref(`${table}.name`)}`;

/** A term that is already loaded, with its name in the reader's language. */
export const withLocalizedName = <T extends { name: string; name_sw: string }>(word: T): T => ({
  ...word,
  name: pickByLocale(word.name, word.name_sw),
});
