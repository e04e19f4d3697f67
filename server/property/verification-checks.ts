import { type RawBuilder, sql } from 'kysely';
import { findMissingVerificationChecks, verificationChecks } from '#contract/catalogue/verification.ts';
import { auditChangeKinds } from '#contract/constants.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import type { PropertyDetails } from '#contract/property/shapes.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { add, from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { storeFile, toMediaPath } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { propertyNotFound } from './rows.ts';

type Calls = typeof propertyCalls;
type Given = HandlerInput<Calls['verify']>['checks'];

/**
 * Audit documents that show who created or changed a property. Units and pictures are verified too, and terms for all units, whose audit rows have
 * the property's code. Freezing or verifying it changes none of its facts.
 */
const makers = ['property', 'settings_property_general_settings', 'property_utilities'] as const;
const hasWorkedOn = (personId: number, propertyId: number): RawBuilder<{ worked: boolean }> =>
  sql<{ worked: boolean }>`/* unscoped: people who created or changed a property cannot verify it */ select exists (select from audit_log a
    where a.document in (${sql.join([...makers])}) and a.record_id = ${propertyId} and (a.actor_id = ${personId} or a.impersonated_by = ${personId})
      and a.diff @? '$[*] ? (@.field != "stalled")')
    or exists (select from audit_log a join unit u on u.id = a.record_id
      where a.document = 'units' and u.property_id = ${propertyId} and (a.actor_id = ${personId} or a.impersonated_by = ${personId}))
    or exists (select from audit_log a join property p on p.id = ${propertyId}
      where a.document = 'units' and a.record_id is null and a.kind <> ${auditChangeKinds.undefined} and a.record_code = p.code
      and (a.actor_id = ${personId} or a.impersonated_by = ${personId})) as worked`;

type Judged = { readonly id: number; readonly company_id: number; readonly created_by: number | null };
/** Checks that the verifier is independent: of another company, and not among the people who created or changed the property. */
export async function assertIndependentVerifier(ctx: Ctx, property: Judged, who: number | null = ctx.me.userId): Promise<void> {
  if (property.company_id === ctx.me.companyId) throw new Refusal('forbidden', m.property_refusal_verify_own());
  const me = who ?? 0;
  const { rows } = await hasWorkedOn(me, property.id).execute(ctx.db);
  if (property.created_by === me || rows[0]?.worked) throw new Refusal('forbidden', m.property_refusal_verify_worked());
}

/** Checks that every required check was made once with evidence; a file must be uploaded by the caller. */
export async function assertChecksComplete(ctx: Ctx, move: 'verify' | 'reject', checks: Given): Promise<void> {
  if (new Set(checks.map((one) => one.what)).size < checks.length) throw invalidInputRefusal({ checks: m.property_problem_check_twice() });
  if (move === 'verify' && findMissingVerificationChecks(checks).length > 0) throw invalidInputRefusal({ checks: m.property_problem_unchecked() });
  if (checks.some((one) => one.note.length < 3 && one.file_id === null)) throw invalidInputRefusal({ checks: m.property_problem_evidence() });
  const files = [...new Set(checks.flatMap((one) => one.file_id ?? []))];
  if (files.length === 0) return;
  const brought = await from(ctx, 'media_file')
    .select('id')
    .where('id', 'in', files)
    .where('uploaded_by', '=', ctx.me.userId)
    .where('purpose', '=', 'document')
    .execute();
  if (brought.length < files.length) throw invalidInputRefusal({ checks: m.property_problem_evidence_file() });
}

export async function recordVerificationChecks(ctx: Ctx, propertyId: number, checks: Given, at: Date): Promise<void> {
  if (checks.length === 0) return;
  await add(ctx, 'property_check')
    .values(checks.map((one) => ({ ...one, property_id: propertyId, checked_by: ctx.me.userId, checked_at: at })))
    .execute();
}

/** The checks of the last verification, in the order of the list. */
export async function readVerificationChecks(ctx: Ctx, propertyId: number): Promise<PropertyDetails['verification_checks']> {
  const rows = await from(ctx, 'property_check')
    .leftJoin('media_file', (join) => join.onRef('media_file.id', '=', 'property_check.file_id').on(visibleTo('media_file', ctx.me, 'media_file')))
    .leftJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select(['property_check.what', 'property_check.way', 'property_check.note', 'media_variant.key'])
    .where('property_check.property_id', '=', propertyId)
    .where(sql<boolean>`property_check.checked_at = (select max(l.checked_at) from property_check l where l.property_id = ${propertyId})`)
    .execute();
  return rows
    .sort((a, b) => verificationChecks.indexOf(a.what) - verificationChecks.indexOf(b.what))
    .map(({ key, ...row }) => ({ ...row, file: key === null ? null : toMediaPath(key) }));
}

export const uploadVerificationEvidence =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, file }: HandlerInput<Calls['uploadEvidence']>): Promise<HandlerResult<Calls['uploadEvidence']>> => {
    const property = await from(ctx, 'property:managed')
      .select(['id', 'code', 'status', 'company_id', 'created_by'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!property) throw propertyNotFound();
    await assertIndependentVerifier(ctx, property);
    if (property.status !== 'pending_verification') throw new Refusal('wrongState', m.property_refusal_not_waiting());
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    await audit(ctx.db, ctx, { kind: 'add', document: 'property_verification', id, code: property.code, after: { evidence: file.name } });
    return { file_id: kept.id };
  };
