import { type RawBuilder, sql } from 'kysely';

const boundary = sql`'[^[:alnum:]]'`;
/** Whether a statement line contains a bank reference as a whole word: FT12345 does not contain FT1234. Short references are too common to count. */
export const textContainsReferenceSql = (text: string, reference: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`(length(${reference}) > 4
  and ${text} ~ ('(^|' || ${boundary} || ')' || regexp_replace(${reference}, '([^[:alnum:]])', '\\\\\\1', 'g') || '(' || ${boundary} || '|$)'))`;
