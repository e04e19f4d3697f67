import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestServices } from '#test/db.ts';

test('demo data: every occupied or reserved unit has exactly one current stay, and tenancies exist in every status', async () => {
  const { db } = (await createTestServices('demo')).database;
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

test('demo data: has a whole-property tenancy, a whole-property listing with applicants, a planned unit transfer and a request for short notice', async () => {
  const { db } = (await createTestServices('demo')).database;
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from tenancy t where t.whole and t.status = 'active' and (select count(*) from stay s where s.tenancy_id = t.id and s.released_at is null)
      = (select count(*) from unit u where u.property_id = t.property_id and u.deleted_at is null and u.status = 'occupied')) as let_whole,
    (select count(*)::int from booking b join public_listing v on v.id = b.listing_id and v.unit_id is null where b.whole and b.status = 'await_screening') as asked_whole,
    (select count(*)::int from tenancy t join stay s on s.tenancy_id = t.id and s.released_at is null and s.unit_id = (t.transfer ->> 'unit_id')::bigint
      join unit u on u.id = s.unit_id and u.status = 'ordered' where lower(s.during) = (t.transfer ->> 'on')::date) as moves,
    (select count(*)::int from tenancy t join tenancy_person p on p.tenancy_id = t.id join tenant n on n.id = p.tenant_id
      where n.person_id is not null and (t.leaving_ask ->> 'on')::date > app.today()) as asked`.execute(db);
  expect(rows).toEqual([{ let_whole: 1, asked_whole: 1, moves: 1, asked: 1 }]);
});
