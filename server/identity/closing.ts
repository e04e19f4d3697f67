import { sql } from 'kysely';
import { userTypes } from '#contract/kernel/roles.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import type { ClosingCheck, ErasePersonalData } from '#server/kernel/personal-data.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { anonymisePerson } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

export const closingGraceDays = 30;

const lastSuperadmin: ClosingCheck = async (db, personId) => {
  const rows = await unscopedTable(db, 'person', 'checks whether bookings prevent the account from closing')
    .select()
    .select('id')
    .where('user_type', '=', userTypes.superadmin)
    .where('is_active', '=', true)
    .where('closing_at', 'is', null)
    .limit(2)
    .execute();
  return rows.length === 1 && rows[0]?.id === personId ? m.identity_closing_last_superadmin() : null;
};

const peopleOfTheCompany: ClosingCheck = async (db, personId) => {
  const { n } = await unscopedTable(db, 'person', 'checks whether bookings prevent the account from closing')
    .select('me')
    .innerJoin('person as other', 'other.company_id', 'me.company_id')
    .select(sql<number>`count(*)`.as('n'))
    .where('me.id', '=', personId)
    .where('me.user_type', '<>', userTypes.staff)
    .whereRef('other.id', '<>', 'me.id')
    .where('other.is_active', '=', true)
    .executeTakeFirstOrThrow();
  return n > 0 ? m.identity_closing_people({ count: n }) : null;
};

export const identityClosingChecks: readonly ClosingCheck[] = [lastSuperadmin, peopleOfTheCompany];

export const closingChecks = new Set<ClosingCheck>();
const forgetters = new Set<ErasePersonalData>();
export function registerClosingChecks(closing: readonly ClosingCheck[], forgets?: ErasePersonalData): void {
  for (const check of closing) closingChecks.add(check);
  if (forgets) forgetters.add(forgets);
}

export async function findClosingObstacles(db: Db, personId: number): Promise<Sentence[]> {
  const answers = [];
  for (const check of closingChecks) answers.push(await check(db, personId));
  return answers.filter((reason) => reason !== null);
}

/** Accounts to anonymise: the grace period has ended, counted from the request or, for an account that an admin closed, from its closing. */
const due = sql<boolean>`(
  (closed_at is null and closing_at <= app.now())
  or (closed_at <= app.now() - make_interval(days => ${closingGraceDays}) and coalesce(email, '') not like '%@closed.invalid')
)`;
const ofThePerson = ['person_session', 'person_credential', 'person_passkey', 'person_second_factor', 'person_device', 'one_time_link'] as const;

/**
 * Anonymises closed accounts after the grace period: only the id and code that other records refer to remain. A scheduled job runs it, and a repeat
 * changes nothing.
 */
export async function anonymiseDueAccounts(db: Db): Promise<number> {
  const rows = await unscopedTable(db, 'person', 'scheduled job erases the data of closed accounts').select().select('id').where(due).execute();
  let done = 0;
  await processDueRows(db, rows, async (tx, { id }) => {
    // The person may cancel the closing at this moment, so the row is read again under a lock.
    const row = await unscopedTable(tx, 'person', 'scheduled job erases the data of closed accounts')
      .select()
      .select(['code', 'closed_at'])
      .where('id', '=', id)
      .where(due)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row || (!row.closed_at && (await findClosingObstacles(tx, id)).length > 0)) return;
    await forget(tx, id);
    await audit(tx, asClock(tx), { kind: 'delete', document: 'account', id, code: row.code, reason: 'the grace of a closed account is over' });
    done += 1;
  });
  return done;
}

async function forget(tx: Db, id: number): Promise<void> {
  for (const table of ofThePerson)
    await unscopedTable(tx, table, 'scheduled job erases the data of closed accounts').remove().where('person_id', '=', id).execute();
  for (const forgets of forgetters) await forgets(tx, id);
  await anonymisePerson(tx, id);
}
