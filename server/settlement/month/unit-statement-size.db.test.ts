import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { monthOf } from '#contract/time/days.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { createTestServices } from '#test/db.ts';
import { getDayRangeOfMonth } from './month-statement.ts';
import { readUnitStatementRows } from './unit-statement.ts';

test('statement per unit: a month of an owner with thousands of ledger entries is read with its payouts', async () => {
  const { database } = await createTestServices('demo');
  const { id } = await database.db.selectFrom('person').select('id').where('email', '=', 'owner@makao.test').executeTakeFirstOrThrow();
  const me = await readMe(database.db, id);
  if (!me?.companyId) throw new Error('the demo has no owner');
  // With statistics PostgreSQL once looked up the entries of the month again for each payout, until the statement was cancelled.
  await sql`analyze`.execute(database.db);
  const days = getDayRangeOfMonth(monthOf(clock.today()));
  const rows = await readUnitStatementRows({ ...asClock(database.db), me }, me.companyId, days);
  expect(rows.some(({ payouts }) => payouts.length > 0)).toBe(true);
});
