import { type RawBuilder, sql } from 'kysely';
import { phoneProofValidityDays } from '#contract/identity/phone-age.ts';

/**
 * Whether a record made under a phone number without an account belongs to the account with that number. The account must have verified the number
 * recently, and the record must not be older before that verification than the time a number stays with its holder. `person` is the alias of the
 * account, `at` the time of the record. A number that changed holders grants no access: between two holders there are more days than that, or the
 * first account has lost the number.
 */
export const hasSameHolderSql = (person: string, at: string): RawBuilder<boolean> => {
  const proved = sql.ref(`${person}.phone_proved_at`);
  const days = sql`make_interval(days => ${phoneProofValidityDays})`;
  return sql<boolean>`(${proved} > app.now() - ${days} and ${sql.ref(at)} > ${proved} - ${days})`;
};
