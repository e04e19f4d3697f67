import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshHouse } from '#test/db.ts';

test('every demo unit that is lived in or reserved has its stay; every state of a tenancy can be seen', async () => {
  const { db } = (await freshHouse('demo')).database;
  const { rows: bare } =
    await sql`select u.id, u.status from unit u where u.deleted_at is null and ((u.status = 'occupied' and not u.occupied_said) or u.status = 'ordered')
    and 1 <> (select count(*) from stay s where s.unit_id = u.id and s.released_at is null)`.execute(db);
  expect(bare).toEqual([]);
  const { rows: odd } = await sql`select t.id, t.status, u.status as unit from tenancy t join unit u on u.id = t.unit_id
    where (t.status in ('active', 'expired') and u.status <> 'occupied') or (t.status = 'pending' and u.status <> 'ordered')`.execute(db);
  expect(odd).toEqual([]);
  const { rows: counts } = await sql<{
    status: string;
    n: number;
  }>`select status, count(*)::int as n from tenancy group by status order by status`.execute(db);
  expect(counts.map((one) => one.status)).toEqual(['active', 'expired', 'pending', 'terminate']);
  expect(counts.reduce((sum, one) => sum + one.n, 0)).toBeGreaterThanOrEqual(120);
});
