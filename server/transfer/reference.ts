import { type RawBuilder, sql } from 'kysely';

const boundary = sql`'[^[:alnum:]]'`;
/** A statement line names a reference of the bank as a whole word: FT1234 is not named by FT12345. Short references are too common to count. */
export const namesReference = (text: string, reference: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(length(${reference}) > 4
  and ${text} ~ ('(^|' || ${boundary} || ')' || regexp_replace(${reference}, '([^[:alnum:]])', '\\\\\\1', 'g') || '(' || ${boundary} || '|$)'))`;
