import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate, migrations } from '#server/db/migrate.ts';
import { copyDatabase } from '#test/databases.ts';

test('migration to pg-boss: copies the old outbox as jobs in order, failed jobs as dead letters, and used idempotency keys', async () => {
  const base = inject('cluster');
  await copyDatabase(`${base}postgres`, `outbox_${process.pid}`, 'template0');
  const url = `${base}outbox_${process.pid}`;
  await migrate(
    url,
    migrations.filter(({ name }) => name < '20261116_5001'),
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into outbox (topic, key, payload, attempts, done_at, error, due_at) values
    ('policy.changed', null, '{"policyId": 1}', 0, null, null, now() - interval '2 minutes'),
    ('policy.changed', 'waiting', '{"policyId": 2}', 3, null, 'not yet', now() - interval '1 minute'),
    ('policy.changed', null, '{"policyId": 3}', 12, null, 'never', now()),
    ('policy.changed', 'done', '{"policyId": 4}', 0, now(), null, now())`);
  await migrate(url);
  const rows = async (text: string) => (await client.query(text)).rows;
  expect(await rows(`select data from job.job where state = 'created' order by created_on`)).toEqual([
    { data: { policyId: 1 } },
    { data: { policyId: 2 } },
  ]);
  expect(await rows('select queue, problem, attempts, payload from dead_job')).toEqual([
    { queue: 'policy.changed', problem: 'never', attempts: 12, payload: { policyId: 3 } },
  ]);
  for (const key of ['waiting', 'done']) expect(await rows(`select emit_job('policy.changed', '{}', '${key}') as id`)).toEqual([{ id: null }]);
  expect(await rows(`select to_regclass('outbox') as outbox, to_regclass('job_run') as job_run`)).toEqual([{ outbox: null, job_run: null }]);
  await client.end();
});
