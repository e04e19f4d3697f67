import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inspectionStatuses } from '#contract/inspection/kinds.ts';
import { renderInspectionReport } from '#server/inspection/report.ts';
import { inspectionService } from '#server/inspection/service.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { createTestServices } from '#test/db.ts';

const services = await createTestServices('demo');
const { db } = services.database;
const { details } = inspectionService(services);
const one = (id: number) => details(asClock(db, 'a test reads the demo data'), { id });

test('demo data: the owner has an inspection in every status, and verifications exist in five statuses', async () => {
  const { rows } = await sql<{ status: string }>`select distinct i.status from inspection i join person p on p.company_id = i.company_id
    where p.email = 'owner@makao.test'`.execute(db);
  expect(rows.map(({ status }) => status).sort()).toEqual([...inspectionStatuses].sort());
  const seen = await db.selectFrom('inspection').select('status').distinct().where('kind', '=', 'verification').execute();
  expect(seen.map(({ status }) => status).sort()).toEqual(['agreed', 'canceled', 'in_progress', 'scheduled', 'submitted']);
});

test('demo data: the tenant has a move-in inspection report with photos and a valid signature', async () => {
  const { rows } = await sql<{
    id: number;
  }>`select i.id from inspection i join tenancy_person tp on tp.tenancy_id = i.tenancy_id join tenant n on n.id = tp.tenant_id
    join person g on g.id = n.person_id where g.email = 'tenant@makao.test' and i.answer_by > app.now()`.execute(db);
  expect(rows).toHaveLength(1);
  const asked = await one(Number(rows[0]?.id));
  expect(asked).toMatchObject({ kind: 'move_in', status: 'submitted', signatures: [{ holds: true }] });
  expect(asked.photos.length).toBeGreaterThan(2);
  expect(asked.photos.every(({ url }) => url.startsWith('/art/home/'))).toBe(true);
  expect((await renderInspectionReport(services, asked.id)).bytes.length).toBeGreaterThan(20_000);
});

test('demo data: a move-out inspection has the photos of the move-in inspection and proposed deductions', async () => {
  const left = await db
    .selectFrom('inspection')
    .select('id')
    .where('kind', '=', 'move_out')
    .where('baseline_id', 'is not', null)
    .orderBy('id')
    .execute();
  expect(left.length).toBeGreaterThan(1);
  const gone = await one(left[0]?.id ?? 0);
  expect(gone.baseline?.photos.length).toBeGreaterThan(1);
  expect(gone.proposals.length).toBeGreaterThan(0);
});

test('demo data: no inspection event is in the future, disputed inspections have a tenancy, and started inspections have an inspector', async () => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from (select submitted_at as at from inspection union all select created_at from inspection
    union all select at from move_log where subject = 'inspection' union all select taken_at from inspection_photo) x where at > app.now()`.execute(
    db,
  );
  expect(rows).toEqual([{ n: 0 }]);
  const alone = await db.selectFrom('inspection').select('id').where('status', '=', 'disputed').where('tenancy_id', 'is', null).execute();
  expect(alone).toEqual([]);
  const begun = await db.selectFrom('inspection').select('id').where('status', '<>', 'scheduled').where('inspector_id', 'is', null).execute();
  expect(begun).toEqual([]);
});
