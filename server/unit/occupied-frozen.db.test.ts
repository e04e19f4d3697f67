import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate, migrations } from '#server/db/migrate.ts';
import { copyDatabase } from '#test/databases.ts';

/** The moves of each unit before maintenance became a mark, and the state after migration 20261116_1002. */
const histories = [
  { name: 'frozen', status: 'stall', before: 'maintenance', moves: ['vacant occupied', 'occupied maintenance', 'maintenance stall'] },
  {
    name: 'thawed',
    status: 'maintenance',
    before: null,
    moves: ['vacant occupied', 'occupied maintenance', 'maintenance stall', 'stall maintenance'],
  },
  { name: 'empty', status: 'stall', before: 'maintenance', moves: ['occupied vacant', 'vacant maintenance', 'maintenance stall'] },
  { name: 'on hold', status: 'stall', before: 'onhold', moves: ['occupied maintenance', 'maintenance vacant', 'vacant onhold', 'onhold stall'] },
];

test('maintenance migration: an occupied unit frozen during maintenance becomes occupied with maintenance, and other units do not change', async () => {
  const base = inject('cluster');
  await copyDatabase(`${base}postgres`, `let_${process.pid}`, 'template0');
  const url = `${base}let_${process.pid}`;
  await migrate(
    url,
    migrations.filter(({ name }) => name < '20261117_5003'),
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Only the columns that the migration reads are filled.
  await client.query('set session_replication_role = replica');
  for (const [id, { name, status, before, moves }] of histories.entries()) {
    await client.query(
      `insert into unit (id, slug, property_id, name, unit_type_id, status, status_before, status_reason)
       overriding system value values ($1, $2, 1, $2, 1, $3, $4, 'frozen for a look')`,
      [id + 1, name, status, before],
    );
    for (const [day, [from, to]] of moves.map((move) => move.split(' ')).entries())
      await client.query(
        `insert into move_log (at, subject, subject_id, move, from_state, to_state, actor_type, reason)
         values (make_timestamptz(2026, 1, $1, 9, 0, 0, 'UTC'), 'unit', $2, 'any', $3, $4, 'owner', $5)`,
        [day + 1, id + 1, from, to, to === 'maintenance' && from !== 'stall' ? 'New tiles' : null],
      );
  }
  await migrate(url);
  const { rows } = await client.query(
    'select name, status, status_before as before, status_reason as reason, status_since as since, works_since as works from unit order by id',
  );
  const day = (n: number) => new Date(Date.UTC(2026, 0, n, 9));
  const works = { status: 'occupied', before: null, reason: 'New tiles', since: day(1), works: day(2) };
  expect(rows).toEqual([
    { name: 'frozen', ...works },
    { name: 'thawed', ...works },
    expect.objectContaining({ name: 'empty', status: 'stall', before: 'maintenance', works: null }),
    expect.objectContaining({ name: 'on hold', status: 'stall', before: 'onhold', works: null }),
  ]);
  await client.end();
});
