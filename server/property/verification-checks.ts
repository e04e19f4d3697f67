import { type RawBuilder, sql } from 'kysely';
import { uncheckedOf, verificationChecks } from '#contract/catalogue/verification.ts';
import { changeKinds } from '#contract/constants.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import type { PropertyFull } from '#contract/property/shapes.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { visible } from '#server/kernel/scope.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { keep, pathOfKey } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { missing } from './rows.ts';

type Calls = typeof propertyCalls;
type Given = Input<Calls['verify']>['checks'];

/** Papers in the log that say who made or changed a property; its units and pictures are part of what is verified, and so are terms said for all its units, whose row in the log bears the property's code. To freeze one, or to judge it, changes nothing of what it says. */
const makers = ['property', 'settings_property_general_settings', 'property_utilities'] as const;
const hasWorkedOn = (personId: number, propertyId: number): RawBuilder<{ worked: boolean }> =>
  sql<{ worked: boolean }>`/* all: who made or changed a property does not verify it */ select exists (select from audit_log a
    where a.document in (${sql.join([...makers])}) and a.record_id = ${propertyId} and (a.actor_id = ${personId} or a.impersonated_by = ${personId})
      and a.diff @? '$[*] ? (@.field != "stalled")')
    or exists (select from audit_log a join unit u on u.id = a.record_id
      where a.document = 'units' and u.property_id = ${propertyId} and (a.actor_id = ${personId} or a.impersonated_by = ${personId}))
    or exists (select from audit_log a join property p on p.id = ${propertyId}
      where a.document = 'units' and a.record_id is null and a.kind <> ${changeKinds.undefined} and a.record_code = p.code
      and (a.actor_id = ${personId} or a.impersonated_by = ${personId})) as worked`;

/** Whoever verifies has nothing to do with it: not their company's, and neither made nor changed by them. */
type Judged = { readonly id: number; readonly company_id: number; readonly created_by: number | null };
export async function insistOutsider(ctx: Ctx, property: Judged, who: number | null = ctx.me.userId): Promise<void> {
  if (property.company_id === ctx.me.companyId) throw new Refusal('forbidden', m.property_refusal_verify_own());
  const me = who ?? 0;
  const { rows } = await hasWorkedOn(me, property.id).execute(ctx.db);
  if (property.created_by === me || rows[0]?.worked) throw new Refusal('forbidden', m.property_refusal_verify_worked());
}

/** What is needed was looked at, each thing once, and something shows it; a file is one the caller brought. */
export async function insistChecked(ctx: Ctx, move: 'verify' | 'reject', checks: Given): Promise<void> {
  if (new Set(checks.map((one) => one.what)).size < checks.length) throw invalid({ checks: m.property_problem_check_twice() });
  if (move === 'verify' && uncheckedOf(checks).length > 0) throw invalid({ checks: m.property_problem_unchecked() });
  if (checks.some((one) => one.note.length < 3 && one.file_id === null)) throw invalid({ checks: m.property_problem_evidence() });
  const files = [...new Set(checks.flatMap((one) => one.file_id ?? []))];
  if (files.length === 0) return;
  const brought = await from(ctx, 'media_file')
    .select('id')
    .where('id', 'in', files)
    .where('uploaded_by', '=', ctx.me.userId)
    .where('purpose', '=', 'document')
    .execute();
  if (brought.length < files.length) throw invalid({ checks: m.property_problem_evidence_file() });
}

export async function keepChecks(ctx: Ctx, propertyId: number, checks: Given, at: Date): Promise<void> {
  if (checks.length === 0) return;
  await add(ctx, 'property_check')
    .values(checks.map((one) => ({ ...one, property_id: propertyId, checked_by: ctx.me.userId, checked_at: at })))
    .execute();
}

/** Those of the last time somebody looked, in the order of the list. */
export async function checksOf(ctx: Ctx, propertyId: number): Promise<PropertyFull['verification_checks']> {
  const rows = await from(ctx, 'property_check')
    .leftJoin('media_file', (join) => join.onRef('media_file.id', '=', 'property_check.file_id').on(visible('media_file', ctx.me, 'media_file')))
    .leftJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select(['property_check.what', 'property_check.way', 'property_check.note', 'media_variant.key'])
    .where('property_check.property_id', '=', propertyId)
    .where(sql<boolean>`property_check.checked_at = (select max(l.checked_at) from property_check l where l.property_id = ${propertyId})`)
    .execute();
  return rows
    .sort((a, b) => verificationChecks.indexOf(a.what) - verificationChecks.indexOf(b.what))
    .map(({ key, ...row }) => ({ ...row, file: key === null ? null : pathOfKey(key) }));
}

export const evidence =
  (house: House) =>
  async (ctx: Ctx, { id, file }: Input<Calls['evidence']>): Promise<Result<Calls['evidence']>> => {
    const property = await from(ctx, 'property:managed')
      .select(['id', 'code', 'status', 'company_id', 'created_by'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!property) throw missing();
    await insistOutsider(ctx, property);
    if (property.status !== 'pending_verification') throw new Refusal('wrongState', m.property_refusal_not_waiting());
    const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'evidence' });
    await audit(ctx.db, ctx, { kind: 'add', document: 'property_verification', id, code: property.code, after: { evidence: file.name } });
    return { file_id: kept.id };
  };
