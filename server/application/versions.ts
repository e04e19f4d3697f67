import { sql } from 'kysely';
import { type ApplicationConsentKind, applicationConsentVersions, applicationRetentionDays, normaliseIdNumber } from '#contract/application/kinds.ts';
import { ApplicationBody } from '#contract/application/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { add, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, type ScopedRow, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { createDataKey } from '#server/kernel/vault.ts';
import { type ApplicationRow, decryptApplicationBody, encryptApplicationBody, listFilledParts } from './body.ts';
import { eraseApplication } from './erase.ts';

const why = "a person's own application, written for them";
export const daysFromNow = (days: number): Date => new Date(clock.ms() + days * dayMs);

/** The latest version that still exists. The person is locked, so that two concurrent saves create two versions in sequence. */
export async function readLatestApplicationVersion(ctx: Pick<Ctx, 'db'>, personId: number, hold = false): Promise<ApplicationRow | undefined> {
  if (hold) await unscopedTable(ctx.db, 'person', why).select().select('id').where('id', '=', personId).forNoKeyUpdate().executeTakeFirst();
  return systemRows(ctx.db, 'application', why)
    .selectAll()
    .where('person_id', '=', personId)
    .where('erased_at', 'is', null)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const tidied = (body: ApplicationBody): ApplicationBody => ({
  ...body,
  id_number: normaliseIdNumber(body.id_number),
  ...Object.fromEntries(
    (['employer_phone', 'landlord_phone', 'guarantor_phone', 'kin_phone'] as const).map((name) => [
      name,
      body[name] && normalizePhoneForStorage(body[name]),
    ]),
  ),
});

export type SavedApplicationVersion = { readonly id: number; readonly version: number; readonly body: ApplicationBody };

/**
 * Saves a new version under its own encryption key and carries documents over. The previous version is erased at once if no company has access to it,
 * otherwise after its last booking. Unchanged data renews the consents and the dates without a new version.
 */
export async function saveApplicationVersion(
  ctx: Ctx,
  personId: number,
  given: Partial<ApplicationBody>,
  agreed: readonly ApplicationConsentKind[],
): Promise<SavedApplicationVersion> {
  const before = await readLatestApplicationVersion(ctx, personId, true);
  const known = before && decryptApplicationBody(before);
  const body = tidied(ApplicationBody.parse({ ...known, ...given }));
  const at = clock.now();
  const told = (before?.consents ?? []) as { kind: ApplicationConsentKind; version: number; at: string }[];
  const consents = [
    ...told.filter((one) => !agreed.includes(one.kind)),
    ...agreed.map((kind) => ({ kind, version: applicationConsentVersions[kind], at: at.toISOString() })),
  ];
  const until = { usable_until: daysFromNow(applicationRetentionDays.usable), erase_at: daysFromNow(applicationRetentionDays.own) };
  if (before && known && JSON.stringify(known) === JSON.stringify(body)) {
    await sameRow(ctx.db, 'application', before)
      .change()
      .set({ consents: JSON.stringify(consents), ...until })
      .$call(oneRow);
    return { id: before.id, version: before.version, body };
  }
  const { n } = await unscopedTable(ctx.db, 'application', why)
    .select()
    .select(sql<number>`coalesce(max(version), 0)::int`.as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  const of = { person_id: personId, version: n + 1 };
  const { key, wrapped } = createDataKey();
  const { id } = await add(ctx, 'application')
    .values({
      ...of,
      wrapped_key: wrapped,
      sealed: encryptApplicationBody(key, body, of),
      parts: listFilledParts(body),
      consents: JSON.stringify(consents),
      ...until,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (before) {
    await carryPapers(ctx, before.id, id);
    await supersede(ctx, before);
  }
  return { id, version: of.version, body };
}

/** Each document has its own key, so it is carried over without decryption. */
const carryPapers = (ctx: Ctx, from: number, to: number) =>
  sql`/* unscoped: documents of the previous version of the same person’s application */ insert into application_file (application_id, kind, name, mime, bytes, stored, wrapped_key)
    select ${to}, kind, name, mime, bytes, stored, wrapped_key from application_file where application_id = ${from} order by id`.execute(ctx.db);

export const liveGrantSql = sql<boolean>`exists (select 1 from application_grant g where g.application_id = application.id and g.ended_at is null and g.until > app.now())`;

/** A replaced version stays only while a company has had access to it. */
async function supersede(ctx: Ctx, version: ScopedRow<'application'>): Promise<void> {
  const granted = await childrenOf(ctx.db, version, 'application_grant', 'application_id').select().select('id').executeTakeFirst();
  if (!granted) await eraseApplication(ctx, version);
}
