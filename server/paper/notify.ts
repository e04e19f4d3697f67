import { sql } from 'kysely';
import { findDueExpiryWarning } from '#contract/paper/kinds.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { countDaysBetween } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { createNotificationAudience, notifyAudience } from '#server/notification/service.ts';
import { readHomeName, readPayers } from '#server/tenancy/service.ts';
import type { TenancyOfDocuments } from './rows.ts';

type Named = Pick<TenancyOfDocuments, 'id' | 'code'>;

/** Current tenants in the lease with an account, because uploading needs one. */
async function tenantsOf(db: Db, tenancyId: number): Promise<number[]> {
  return [...new Set((await readPayers(db, tenancyId)).flatMap((one) => one.person_id ?? []))];
}
const pageOf = ({ id, code }: Named) => linkTo('living.files', 'tenancy', { tenancy_id: id, code });

/** Notifies all tenants in the lease of a request, and the uploader of a rejection. */
export async function notifyDocumentRequest(
  ctx: Ctx,
  lease: Named,
  paper: { id: number; name: string; created_by: number | null },
  reason = '',
): Promise<void> {
  const home = await readHomeName(ctx.db, lease.id);
  const all = await tenantsOf(ctx.db, lease.id);
  const brought = all.filter((id) => id === paper.created_by);
  const params = { name: paper.name, home, ...(reason ? { reason } : {}) };
  const message = { key: `${paper.id}:${ctx.from.requestId}`, subject: lease.code, page: pageOf(lease) };
  await notifyAudience(ctx, 'document.asked', params, createNotificationAudience().people(reason && brought.length > 0 ? brought : all), message);
}

type Due = { id: number; name: string; expires_on: string; warned: number | null; created_by: number | null; shared: boolean } & {
  tenancy_id: number;
  code: string;
  company_id: number;
};
/**
 * Scheduled job that warns about documents near or past expiry while the tenancy is current, in one transaction each. After an outage only the newest
 * warning is sent, to the manager and the uploader.
 */
export async function notifyExpiringDocuments(db: Db): Promise<number> {
  const { rows } = await sql<Due>`/* unscoped: scheduled job warns of documents that expire */
    select f.id, f.name, f.expires_on::text, f.warned, f.created_by, 'tenant' = any (f.visible_to) as shared, t.id as tenancy_id, t.code, t.company_id
    from tenancy_file f join tenancy t on t.id = f.tenancy_id
    where f.removed_at is null and f.file_id is not null and f.review <> 'rejected' and f.expires_on <= app.today() + 30
      and f.warned is distinct from 0 and t.status <> 'terminate'
    order by f.expires_on, f.id`.execute(db);
  const unsaid = rows.flatMap((row) => {
    const left = countDaysBetween(clock.today(), row.expires_on);
    const due = findDueExpiryWarning(left);
    return due === null || (row.warned !== null && row.warned <= due) ? [] : [{ ...row, left, due }];
  });
  return processDueRows(db, unsaid, async (tx, { left, due, ...row }) => {
    await unscopedTable(tx, 'tenancy_file', 'scheduled job warns of documents that expire')
      .change()
      .set({ warned: due })
      .where('id', '=', row.id)
      .where('removed_at', 'is', null)
      .$call(oneRow);
    await warn(tx, row, left, due);
  });
}

async function warn(tx: Db, row: Due, left: number, due: number): Promise<void> {
  const lease = { id: row.tenancy_id, code: row.code };
  const home = await readHomeName(tx, lease.id);
  const tenants = (await tenantsOf(tx, row.tenancy_id)).filter((id) => row.shared || id === row.created_by);
  const params = { name: row.name, home, date: row.expires_on, days: String(Math.max(0, left)) };
  const to = createNotificationAudience()
    .people(tenants, { page: pageOf(lease) })
    .heads(row.company_id);
  await notifyAudience({ db: tx }, 'document.expiring', params, to, { key: `${row.id}:${due}`, subject: row.code });
}
