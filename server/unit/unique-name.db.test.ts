import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate, migrations } from '#server/db/migrate.ts';
import { copyDatabase } from '#test/databases.ts';

test('unique name migration: adds the block or a number to duplicate unit names in a property, and leaves other names unchanged', async () => {
  const base = inject('cluster');
  await copyDatabase(`${base}postgres`, `names_${process.pid}`, 'template0');
  const url = `${base}names_${process.pid}`;
  await migrate(
    url,
    migrations.filter(({ name }) => name < '20261119_3001'),
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Only the columns that the migration reads are filled.
  await client.query('set session_replication_role = replica');
  const before = ['1:A:A101', '1:B:a 101', '1:C:B A101', '2:B:A101', '1:D:A101', '3::7', '3:Z:7', '3:Z :7'];
  for (const [at, [property, block, name]] of before.map((one) => one.split(':')).entries())
    await client.query(
      `insert into unit (id, slug, property_id, block, name, unit_type_id, deleted_at) overriding system value values ($1, 'x', $2, $3, $4, 1, $5)`,
      [at + 1, property, block, name, null],
    );
  await migrate(url);
  const { rows } = await client.query<{ name: string }>('select name from unit order by id');
  expect(rows.map((row) => row.name)).toEqual(['A101', 'a 101 (2)', 'B A101', 'A101', 'D A101', '7', 'Z 7', '7 (2)']);
  const again = "insert into unit (id, slug, property_id, name, unit_type_id) overriding system value values (99, 'x', 3, ' 7', 1)";
  await expect(client.query(again)).rejects.toMatchObject({
    code: '23505',
    constraint: 'unit_name',
  });
  await client.end();
});
