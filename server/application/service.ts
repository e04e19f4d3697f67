import { sql } from 'kysely';
import type { applicationCalls } from '#contract/application/calls.ts';
import type { ApplicationConsentKind } from '#contract/application/kinds.ts';
import type { ApplicationAccess, MyApplication } from '#contract/application/shapes.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';
import { asUnproved, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { m } from '#words/messages.js';
import { decryptApplicationBody, readFilledParts } from './body.ts';
import { erasePersonApplications } from './erase.ts';
import { addApplicationDocument, removeApplicationDocument } from './papers.ts';
import { listApplicationDocuments, readApplicationForBooking } from './read.ts';
import { reportApplicationProblem, withdrawApplicationReport } from './report.ts';
import { readLatestApplicationVersion, saveApplicationVersion } from './versions.ts';

export { readFilledParts } from './body.ts';
export { erasePersonApplications } from './erase.ts';
export { countApplicantsWithSameId, endApplicationGrants, grantApplicationAccess } from './grants.ts';
export { readApplicationReport } from './report.ts';
export { readLatestApplicationVersion, saveApplicationVersion } from './versions.ts';

type Calls = typeof applicationCalls;
type Consented = NonNullable<MyApplication['application']>['consents'];

/** Requires the consent to sharing, without which an application cannot be shown to a manager. */
export function assertSharingConsent(agreed: readonly ApplicationConsentKind[]): void {
  if (!agreed.includes('sharing')) throw invalidInputRefusal({ consents: m.application_problem_sharing() });
}

/** The guarantor named in the application of a booking, copied to the lease without giving access to the application. */
export async function readGuarantor(ctx: Pick<Ctx, 'db'>, bookingId: number): Promise<{ name: string; phone: string } | null> {
  const row = await systemRows(ctx.db, 'application', 'data of an application is copied to the lease that resulted from it')
    .selectAll()
    .where('id', '=', getLookup('applicationOfBooking')(sql.val(bookingId)))
    .executeTakeFirst();
  const body = row && decryptApplicationBody(row);
  return body && body.guarantor_name !== '' && body.guarantor_phone !== '' ? { name: body.guarantor_name, phone: body.guarantor_phone } : null;
}

/** Accesses to the caller's own application, latest first. */
export async function listApplicationAccess(ctx: Ctx, bookingId?: number): Promise<ApplicationAccess[]> {
  const rows = await from(ctx, 'application_look')
    .$call(asUnproved)
    .innerJoin('person', 'person.id', 'application_look.person_id')
    .leftJoin('company', 'company.id', 'application_look.company_id')
    .select(['application_look.at', 'application_look.what', 'person.name as who', 'company.name as company', 'application_look.booking_id'])
    .select(getLookup('codeOfBooking')(sql.ref('application_look.booking_id')).as('code'))
    .$if(bookingId !== undefined, (q) => q.where('application_look.booking_id', '=', bookingId ?? null))
    .orderBy('application_look.id', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ at, booking_id: id, code, company, ...row }) => ({
    ...row,
    company: company ?? 'Makao',
    at: at.toISOString(),
    booking: { id, code },
  }));
}

async function mine(ctx: Ctx): Promise<MyApplication> {
  const row = await from(ctx, 'application').selectAll().where('erased_at', 'is', null).orderBy('version', 'desc').limit(1).executeTakeFirst();
  const body = row && decryptApplicationBody(row);
  const open = await from(ctx, 'application_grant')
    .$call(asUnproved)
    .innerJoin('company', 'company.id', 'application_grant.company_id')
    .select(['company.name as company', 'application_grant.until', 'application_grant.booking_id as id'])
    .select(getLookup('codeOfBooking')(sql.ref('application_grant.booking_id')).as('code'))
    .where('application_grant.ended_at', 'is', null)
    .where('application_grant.until', '>', clock.now())
    .orderBy('application_grant.id', 'desc')
    .execute();
  return {
    application:
      row && body
        ? {
            version: row.version,
            body,
            parts: readFilledParts(row),
            consents: row.consents as Consented,
            papers: await listApplicationDocuments(ctx, row.id),
            saved_at: row.created_at.toISOString(),
            usable_until: row.usable_until.toISOString(),
            erase_at: row.erase_at.toISOString(),
            usable: row.usable_until > clock.now(),
          }
        : null,
    looks: await listApplicationAccess(ctx),
    open_to: open.map(({ company, until, id, code }) => ({ company, until: until.toISOString(), booking: { id, code } })),
  };
}

async function save(ctx: Ctx, { consents, ...body }: HandlerInput<Calls['save']>): Promise<HandlerResult<Calls['save']>> {
  assertSharingConsent(consents);
  const { id, version } = await saveApplicationVersion(ctx, requireSignedIn(ctx).userId, body, consents);
  // The log records that an application was saved, never its content.
  await audit(ctx.db, ctx, { kind: 'edit', document: 'application', id, after: { version } });
  return { version };
}

/** Erasure is rejected while a manager is deciding on the application; the booking has to be cancelled first. */
async function erase(ctx: Ctx): Promise<HandlerResult<Calls['eraseOwn']>> {
  const open = getLookup('bookingWithNeedOfApplication')(sql.val(ctx.me.userId));
  const { rows } = await sql<{ code: string | null }>`/* unscoped: the caller’s own bookings */ select ${open} as code`.execute(ctx.db);
  if (rows[0]?.code) throw new Refusal('conflict', m.application_refusal_needed({ code: rows[0].code }));
  await readLatestApplicationVersion(ctx, requireSignedIn(ctx).userId, true);
  const erased = await erasePersonApplications(ctx, requireSignedIn(ctx).userId);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'application', id: null, reason: 'erased by its person' });
  return { erased };
}

export const applicationService = (services: RunningServices): CallHandlers<Calls> => ({
  details: mine,
  save,
  addDocument: addApplicationDocument(services),
  removeDocument: removeApplicationDocument,
  eraseOwn: erase,
  readForBooking: readApplicationForBooking,
  reportProblem: reportApplicationProblem,
  withdrawReport: withdrawApplicationReport,
});
