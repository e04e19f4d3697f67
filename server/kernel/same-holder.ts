import { type RawBuilder, sql } from 'kysely';
import { phoneDays } from '#contract/identity/phone-age.ts';

/**
 * Whether what was made under a number without an account is its account's: the account has shown that the number is theirs and not too long ago,
 * and what was made lies no further before that than a number stays with whoever has it. `person` is the alias of the account, `at` when it was
 * made. A number that changed hands opens nothing: between two who have it lie more days than that, or the first account has lost it.
 */
export const sameHolder = (person: string, at: string): RawBuilder<boolean> => {
  const proved = sql.ref(`${person}.phone_proved_at`);
  const days = sql`make_interval(days => ${phoneDays})`;
  return sql<boolean>`(${proved} > app.now() - ${days} and ${sql.ref(at)} > ${proved} - ${days})`;
};
