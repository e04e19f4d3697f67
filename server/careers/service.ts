import { sql } from 'kysely';
import type { careersCalls } from '#contract/careers/calls.ts';
import { jobApplicationMachine, vacancyMachine } from '#contract/careers/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { buildFileNameFromKey } from '#server/http/file-name.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { buildSignedFilePath, storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';

type Calls = typeof careersCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
/** The limit per address allows a family behind one modem, but prevents floods of files. */
const perAddress = { limit: 5, seconds: 3600 };
/** How long a link to a CV works after the list was read. */
const cvSeconds = 600;

export async function listJobOpenings(ctx: Ctx): Promise<HandlerResult<Calls['listOpenings']>> {
  const results = await from(ctx, 'vacancy')
    .select(['id', 'slug', 'title', 'department', 'place', 'kind', 'body', 'closes_on'])
    .where('status', '=', 'open')
    .where(sql<boolean>`(closes_on is null or closes_on >= app.today())`)
    .orderBy(sql`closes_on nulls last`)
    .orderBy('id')
    .execute();
  return { results };
}

/** Attempts are counted outside the transaction, so that refused ones count too. */
const apply =
  (services: RunningServices) =>
  async (ctx: Ctx, { vacancy_id, name, phone, email, letter, file }: HandlerInput<Calls['apply']>): Promise<HandlerResult<Calls['apply']>> => {
    const wait = await countAttemptSeparately(services.database.db, `apply:${getOriginNetworkKey(ctx.from)}`, perAddress);
    if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
    const open = await listJobOpenings(ctx);
    if (!open.results.some((o) => o.id === vacancy_id)) throw missing();
    const stored = normalizePhoneForStorage(phone);
    const cv = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'cv' });
    const row = await add(ctx, 'vacancy_application')
      .values({ vacancy_id, name, phone: stored, email: email || null, letter, cv_file_id: cv.id })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow();
    await audit(ctx.db, ctx, { kind: 'add', document: 'careers', id: row.id, code: row.code, after: { vacancy_id, name } });
    return { code: row.code };
  };

const columns = [
  'vacancy.id',
  'vacancy.slug',
  'vacancy.title',
  'vacancy.department',
  'vacancy.place',
  'vacancy.kind',
  'vacancy.body',
  'vacancy.closes_on',
  'vacancy.status',
  'vacancy.updated_at',
  'vacancy.revision',
] as const;
const applied = sql<number>`(select count(*) from vacancy_application a where a.vacancy_id = vacancy.id)`.as('applications');
type Row = Omit<HandlerResult<Calls['details']>, 'moves' | 'updated_at'> & { updated_at: Date };
const toVacancy = (row: Row, me: Me): HandlerResult<Calls['details']> => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
  moves: listAllowedMoves(vacancyMachine, row.status, me.role),
});

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let found = from(ctx, 'vacancy');
  if (f.title) found = found.where(containsTextSql('vacancy.title', f.title));
  if (f.status) found = found.where('vacancy.status', '=', f.status);
  if (f.kind) found = found.where('vacancy.kind', '=', f.kind);
  return found;
}

export async function listVacancies(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns, applied])
      .orderBy(orderByColumn(sort))
      .orderBy('vacancy.id', 'desc'),
  );
  const counts = await countTabs(tabs, () => matching(ctx, { ...z_filter, status: undefined }), sql`vacancy.status`);
  return { count, results: rows.map((row) => toVacancy(row, ctx.me)), ...counts };
}

async function one(ctx: Ctx, id: number): Promise<HandlerResult<Calls['details']>> {
  const row = await from(ctx, 'vacancy')
    .select([...columns, applied])
    .where('vacancy.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  return toVacancy(row, ctx.me);
}
export const readVacancyDetails = (ctx: Ctx, { id }: HandlerInput<Calls['details']>) => one(ctx, id);

/** A closing date cannot be set in the past; an existing past date may stay. */
function assertClosingDate(closes_on: string | null, before: string | null = null): void {
  if (closes_on && closes_on !== before && closes_on < clock.today()) throw invalidInputRefusal({ closes_on: m.careers_problem_past() });
}

export async function createVacancy(ctx: Ctx, input: HandlerInput<Calls['create']>): Promise<HandlerResult<Calls['create']>> {
  assertClosingDate(input.closes_on);
  const row = await add(ctx, 'vacancy')
    .values({ ...input, slug: toSlug(input.title), created_by: ctx.me.userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'careers', id: row.id, code: toSlug(input.title), after: input });
  return one(ctx, row.id);
}

export async function updateVacancy(ctx: Ctx, { id, revision, ...text }: HandlerInput<Calls['update']>): Promise<HandlerResult<Calls['update']>> {
  const before = await from(ctx, 'vacancy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw missing();
  if (revision !== before.revision) throw new Refusal('conflict', sentence('editConflict'), { current: await one(ctx, id) });
  assertClosingDate(text.closes_on, before.closes_on);
  const next = { ...text, slug: toSlug(text.title), revision: revision + 1, updated_at: clock.now() };
  await change(ctx, 'vacancy').set(next).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'careers', id, code: next.slug, before, after: { ...before, ...next } });
  return one(ctx, id);
}

export async function moveVacancy(ctx: Ctx, { id, move: name }: HandlerInput<Calls['move']>): Promise<HandlerResult<Calls['move']>> {
  const { from, to } = await makeMove(ctx, vacancyMachine, name, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'careers', id, before: { status: from }, after: { status: to } });
  return one(ctx, id);
}

export async function removeVacancy(ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const row = await one(ctx, id);
  if (row.applications > 0) throw new Refusal('conflict', m.careers_refusal_applied({ count: row.applications }));
  await change(ctx, 'vacancy').set({ deleted_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, { kind: 'delete', document: 'careers', id, code: row.slug, before: { title: row.title } });
  return { id };
}

export function selectJobApplicants(ctx: Ctx, f: NonNullable<HandlerInput<Calls['applications']>['z_filter']>) {
  let found = from(ctx, 'vacancy_application')
    .innerJoin('vacancy', 'vacancy.id', 'vacancy_application.vacancy_id')
    .innerJoin('media_file', 'media_file.id', 'vacancy_application.cv_file_id')
    .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id');
  if (f.name) found = found.where(containsTextSql('vacancy_application.name', f.name));
  if (hasDayRange(f)) found = found.where(isInDayRangeSql('vacancy_application.created_at', f));
  if (f.vacancy_id) found = found.where('vacancy_id', '=', f.vacancy_id);
  if (f.status) found = found.where('vacancy_application.status', '=', f.status);
  return found;
}

const applications =
  (services: RunningServices) =>
  async (
    ctx: Ctx,
    { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['applications']>,
  ): Promise<HandlerResult<Calls['applications']>> => {
    const { rows, count } = await readPage(selectJobApplicants(ctx, z_filter), { page, page_size }, (q) =>
      q
        .selectAll('vacancy_application')
        .select(['vacancy.title as vacancy', 'media_file.name as file_name', 'media_variant.key'])
        .orderBy(orderByColumn(sort.replace(/^(-?)/, '$1vacancy_application.')))
        .orderBy('vacancy_application.id', 'desc'),
    );
    const results = rows.map(({ cv_file_id: _, file_name, key, created_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      cv: { name: buildFileNameFromKey(file_name, key), url: buildSignedFilePath(services.secret, key, cvSeconds) },
      moves: listAllowedMoves(jobApplicationMachine, row.status, ctx.me.role),
    }));
    const counts = await countTabs(tabs, () => selectJobApplicants(ctx, { ...z_filter, status: undefined }), sql`vacancy_application.status`);
    return { count, results, ...counts };
  };

export async function moveJobApplication(
  ctx: Ctx,
  { id, move: name }: HandlerInput<Calls['applicationMove']>,
): Promise<HandlerResult<Calls['applicationMove']>> {
  const { from, to } = await makeMove(ctx, jobApplicationMachine, name, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'careers', id, before: { status: from }, after: { status: to } });
  return { id };
}

/** Closes vacancies after their last day, so that lists show it too. Runs once a day. */
export async function closeExpiredVacancies(ctx: Ctx): Promise<number> {
  const passed = await from(ctx, 'vacancy')
    .select('id')
    .where('status', '=', 'open')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`closes_on < app.today()`)
    .execute();
  for (const { id } of passed) {
    await makeMove(ctx, vacancyMachine, 'close', id, 'its last day has passed', 'clock');
    await audit(ctx.db, ctx, { kind: 'edit', document: 'careers', id, before: { status: 'open' }, after: { status: 'closed' } });
  }
  return passed.length;
}

export const careersService = (services: RunningServices): CallHandlers<Calls> => ({
  listOpenings: listJobOpenings,
  apply: apply(services),
  list: listVacancies,
  details: readVacancyDetails,
  create: createVacancy,
  update: updateVacancy,
  move: moveVacancy,
  remove: removeVacancy,
  applications: applications(services),
  applicationMove: moveJobApplication,
});
