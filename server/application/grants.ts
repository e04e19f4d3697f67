import { sql } from 'kysely';
import { applicationRetentionDays, normaliseIdNumber } from '#contract/application/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { makeCompanyBlindMark } from '#server/kernel/vault.ts';
import { decryptApplicationBody } from './body.ts';
import { setApplicationEraseDay } from './erase.ts';
import { daysFromNow } from './versions.ts';

const why = 'the booking grants access to the application submitted with it';
type With = { readonly applicationId: number; readonly bookingId: number; readonly personId: number; readonly companies: readonly number[] };

/** Gives the companies applied to access to a version while the booking lasts, and ends their access to the older version of that booking. */
export async function grantApplicationAccess(ctx: Ctx, { applicationId, bookingId, personId, companies }: With): Promise<void> {
  const row = await systemRows(ctx.db, 'application', why).selectAll().where('id', '=', applicationId).executeTakeFirstOrThrow();
  const body = decryptApplicationBody(row);
  if (!body) return;
  await unscopedTable(ctx.db, 'application_grant', why)
    .change()
    .set({ ended_at: clock.now() })
    .where('booking_id', '=', bookingId)
    .where('application_id', '<>', applicationId)
    .where('ended_at', 'is', null)
    .execute();
  for (const company of new Set(companies)) {
    await add(ctx, 'application_grant')
      .values({ application_id: applicationId, booking_id: bookingId, company_id: company, until: daysFromNow(applicationRetentionDays.grant) })
      .onConflict((oc) =>
        oc
          .columns(['application_id', 'booking_id', 'company_id'])
          .doUpdateSet({ until: daysFromNow(applicationRetentionDays.grant), ended_at: null }),
      )
      .execute();
    const mark = makeCompanyBlindMark(company, `${body.id_kind}:${normaliseIdNumber(body.id_number)}`);
    await add(ctx, 'application_mark')
      .values({ application_id: applicationId, booking_id: bookingId, company_id: company, person_id: personId, mark })
      .onConflict((oc) => oc.columns(['booking_id', 'company_id']).doUpdateSet({ mark, application_id: applicationId }))
      .execute();
  }
}

/** Ends access when the booking or the agent's mandate is over. A replaced version without any access is erased after its retention. */
export async function endApplicationGrants(
  ctx: Ctx,
  bookingIds: readonly number[],
  { companyId, days }: { companyId?: number; days?: number } = {},
): Promise<void> {
  if (bookingIds.length === 0) return;
  let shut = unscopedTable(ctx.db, 'application_grant', why)
    .change()
    .set({ ended_at: clock.now() })
    .where('booking_id', 'in', bookingIds)
    .where('ended_at', 'is', null);
  if (companyId !== undefined) shut = shut.where('company_id', '=', companyId);
  const ended = await shut.returning('application_id').execute();
  const old = await systemRows(ctx.db, 'application', why)
    .select('application.id')
    .where('application.id', 'in', [0, ...new Set(ended.map((row) => row.application_id))])
    .where('application.erased_at', 'is', null)
    .where(
      sql<boolean>`exists (select 1 from application newer where newer.person_id = application.person_id and newer.version > application.version)
        and not exists (select 1 from application_grant g where g.application_id = application.id and g.ended_at is null and g.until > app.now())`,
    )
    .execute();
  for (const version of old) await setApplicationEraseDay(ctx, version, daysFromNow(days ?? applicationRetentionDays.ended));
}

/** Counts bookings with these companies under the same ID number and another account. */
export async function countApplicantsWithSameId(ctx: Pick<Ctx, 'db'>, bookingId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`/* unscoped: a duplicate phone number is shown to the manager of the booking */
    select count(distinct other.person_id)::int as n from application_mark mine
    join application_mark other on other.company_id = mine.company_id and other.mark = mine.mark and other.person_id <> mine.person_id
    where mine.booking_id = ${bookingId}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}
