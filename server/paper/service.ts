import type { Selectable } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { paperCalls } from '#contract/paper/calls.ts';
import { tenantUploadKinds } from '#contract/paper/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { TenancyFileTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add as addRow, change as changeRow, oneRow } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { notifyDocumentRequest } from './notify.ts';
import { lockTenancyDocument, readTenancyDocuments, readTenancyOfDocuments, type TenancyOfDocuments } from './rows.ts';

export { readTenancyDocuments } from './rows.ts';

type Calls = typeof paperCalls;
type Row = Selectable<TenancyFileTable>;

const forbidden = () => new Refusal('forbidden', sentence('accessForbidden'));
const factsOf = ({ name, expires_on, required, visible_to, review }: Row) => ({
  name,
  expires_on,
  required,
  shared: visible_to.includes('tenant'),
  approved: review === 'ok',
});
const logged = (ctx: Ctx, kind: 'add' | 'edit' | 'delete', lease: TenancyOfDocuments, before: Row | null, after: Row | null, reason?: string) =>
  audit(ctx.db, ctx, {
    kind,
    document: 'paper',
    id: (after ?? before)?.id ?? null,
    code: lease.code,
    before: before && factsOf(before),
    after: after && factsOf(after),
    ...(reason ? { reason } : {}),
  });
/** An expiry date in the past is rejected at its field, because filing an expired document is pointless. */
const lastDay = (said: string | null | undefined): string | null => {
  if (!said) return null;
  if (said < clock.today()) throw invalidInputRefusal({ expires_on: m.paper_problem_over() });
  return said;
};

const storePaperFile = async (services: RunningServices, ctx: Ctx, file: HandlerInput<Calls['add']>['file']) =>
  (await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' })).id;

async function add(
  services: RunningServices,
  ctx: Ctx,
  { tenancy_id, kind, name, shared, expires_on, file }: HandlerInput<Calls['add']>,
): Promise<HandlerResult<Calls['add']>> {
  const lease = await readTenancyOfDocuments(ctx, tenancy_id);
  if (!lease.manages && !lease.lives) throw forbidden();
  if (!lease.manages && !tenantUploadKinds.includes(kind)) throw invalidInputRefusal({ kind: m.paper_problem_kind() });
  const until = lastDay(expires_on);
  const row = await addRow(ctx, 'tenancy_file')
    .values({
      company_id: lease.company_id,
      tenancy_id,
      kind,
      name,
      file_id: await storePaperFile(services, ctx, file),
      // A tenant's upload is visible to the tenant and the manager. The manager's document may be shared with the whole lease, and needs no review.
      visible_to: lease.manages && shared !== 'false' ? ['manager', 'tenant'] : ['manager'],
      expires_on: until,
      created_by: ctx.me.userId,
      ...(lease.manages ? { review: 'ok' as const, reviewed_by: ctx.me.userId, reviewed_at: clock.now() } : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logged(ctx, 'add', lease, null, row);
  return readTenancyDocuments(services, ctx, tenancy_id);
}

async function ask(
  services: RunningServices,
  ctx: Ctx,
  { tenancy_id, kind, name }: HandlerInput<Calls['request']>,
): Promise<HandlerResult<Calls['request']>> {
  const lease = await readTenancyOfDocuments(ctx, tenancy_id);
  if (!lease.manages) throw forbidden();
  const row = await addRow(ctx, 'tenancy_file')
    .values({ company_id: lease.company_id, tenancy_id, kind, name, required: true, visible_to: ['manager'], created_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logged(ctx, 'add', lease, null, row);
  await notifyDocumentRequest(ctx, lease, row);
  return readTenancyDocuments(services, ctx, tenancy_id);
}

/** Fills a requested entry, or adds a new version; the old version then appears only in the audit log. */
async function replace(
  services: RunningServices,
  ctx: Ctx,
  { id, expires_on, file }: HandlerInput<Calls['replace']>,
): Promise<HandlerResult<Calls['replace']>> {
  const { row, lease } = await lockTenancyDocument(ctx, id, 'replace');
  const now = clock.now();
  const judged = lease.manages ? { review: 'ok' as const, reviewed_by: ctx.me.userId, reviewed_at: now } : { review: 'open' as const };
  const until = lastDay(expires_on);
  const brought = { file_id: await storePaperFile(services, ctx, file), expires_on: until, created_by: ctx.me.userId, ...judged };
  if (row.file_id === null) {
    await changeRow(ctx, 'tenancy_file').set(brought).where('id', '=', id).$call(oneRow);
    await logged(ctx, 'edit', lease, row, { ...row, ...brought } as Row, 'brought a paper');
    return readTenancyDocuments(services, ctx, row.tenancy_id);
  }
  await changeRow(ctx, 'tenancy_file').set({ removed_at: now }).where('id', '=', id).$call(oneRow);
  const { company_id, tenancy_id, kind, name, visible_to, required, version } = row;
  const next = await addRow(ctx, 'tenancy_file')
    .values({ company_id, tenancy_id, kind, name, visible_to, required, version: version + 1, replaces_id: id, ...brought })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logged(ctx, 'edit', lease, row, next, 'brought a new version');
  return readTenancyDocuments(services, ctx, tenancy_id);
}

async function change(
  services: RunningServices,
  ctx: Ctx,
  { id, name, shared, required, expires_on }: HandlerInput<Calls['update']>,
): Promise<HandlerResult<Calls['update']>> {
  const { row, lease } = await lockTenancyDocument(ctx, id, 'change');
  const after = {
    name: name ?? row.name,
    required: required ?? row.required,
    expires_on: expires_on === undefined || expires_on === row.expires_on ? row.expires_on : lastDay(expires_on),
    visible_to: shared === undefined ? row.visible_to : shared ? ['manager', 'tenant'] : ['manager'],
  };
  // A changed expiry date restarts the warnings.
  const warned = after.expires_on === row.expires_on ? {} : { warned: null };
  await changeRow(ctx, 'tenancy_file')
    .set({ ...after, ...warned })
    .where('id', '=', id)
    .$call(oneRow);
  await logged(ctx, 'edit', lease, row, { ...row, ...after });
  return readTenancyDocuments(services, ctx, row.tenancy_id);
}

async function review(services: RunningServices, ctx: Ctx, { id, ok, note }: HandlerInput<Calls['review']>): Promise<HandlerResult<Calls['review']>> {
  const { row, lease } = await lockTenancyDocument(ctx, id, 'review');
  if (!ok && note.length < 3) throw invalidInputRefusal({ note: m.paper_problem_note() });
  const after = {
    review: ok ? ('ok' as const) : ('rejected' as const),
    note: ok ? '' : note,
    reviewed_by: ctx.me.userId,
    reviewed_at: clock.now(),
  };
  await changeRow(ctx, 'tenancy_file').set(after).where('id', '=', id).$call(oneRow);
  await logged(ctx, 'edit', lease, row, { ...row, ...after }, ok ? undefined : note);
  if (!ok) await notifyDocumentRequest(ctx, lease, row, note);
  return readTenancyDocuments(services, ctx, row.tenancy_id);
}

async function remove(services: RunningServices, ctx: Ctx, { id }: HandlerInput<Calls['remove']>): Promise<HandlerResult<Calls['remove']>> {
  const { row, lease } = await lockTenancyDocument(ctx, id, 'remove');
  await changeRow(ctx, 'tenancy_file').set({ removed_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await logged(ctx, 'delete', lease, row, null);
  return readTenancyDocuments(services, ctx, row.tenancy_id);
}

export const paperService = (services: RunningServices): CallHandlers<Calls> => ({
  list: (ctx, { tenancy_id }) => readTenancyDocuments(services, ctx, tenancy_id),
  add: (ctx, given) => add(services, ctx, given),
  request: (ctx, given) => ask(services, ctx, given),
  replace: (ctx, given) => replace(services, ctx, given),
  update: (ctx, given) => change(services, ctx, given),
  review: (ctx, given) => review(services, ctx, given),
  remove: (ctx, given) => remove(services, ctx, given),
});
