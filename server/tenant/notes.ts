import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { TenantNote, tenantCalls } from '#contract/tenant/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, requireCompanyMember } from '#server/kernel/ctx.ts';
import { add, change, from, oneRow, remove } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { selectVisibleTenants, tenantNotFound } from './rows.ts';

type Calls = typeof tenantCalls;
const notesOf = (ctx: Ctx) => from(ctx, 'tenant_note').leftJoin('person as author', 'author.id', 'tenant_note.author_id');
const columns = ['tenant_note.id', 'tenant_note.tenant_id', 'tenant_note.author_id', 'tenant_note.body'] as const;
const more = ['tenant_note.created_at', 'tenant_note.edited_at', 'author.name as by'] as const;
type Row = {
  readonly id: number;
  readonly author_id: number | null;
  readonly body: string;
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly by: string | null;
};
const toNote = (ctx: Ctx, r: Row): TenantNote => ({
  id: r.id,
  text: r.body,
  by: r.by,
  at: r.created_at.toISOString(),
  edited_at: r.edited_at?.toISOString() ?? null,
  mine: r.author_id !== null && r.author_id === ctx.me.userId,
});

async function about(ctx: Ctx, tenantId: number): Promise<{ id: number; code: string }> {
  const tenant = await selectVisibleTenants(ctx).select(['tenant.id', 'tenant.code']).where('tenant.id', '=', tenantId).executeTakeFirst();
  if (!tenant || ctx.me.companyId === null) throw tenantNotFound();
  return tenant;
}
async function one(ctx: Ctx, id: number): Promise<TenantNote> {
  const row = await notesOf(ctx)
    .select([...columns, ...more])
    .where('tenant_note.id', '=', id)
    .executeTakeFirst();
  if (!row) throw tenantNotFound();
  return toNote(ctx, row);
}
/** Only the author may change a note. */
async function own(ctx: Ctx, id: number): Promise<string> {
  const row = await from(ctx, 'tenant_note')
    .innerJoin('tenant', 'tenant.id', 'tenant_note.tenant_id')
    .select('tenant.code')
    .where('tenant_note.id', '=', id)
    .where('tenant_note.author_id', '=', ctx.me.userId)
    .executeTakeFirst();
  if (!row) throw tenantNotFound();
  return row.code;
}

/** The audit log records that a note was written, never its text. */
const logged = (ctx: Ctx, kind: 'add' | 'edit' | 'delete', id: number, code: string) =>
  audit(ctx.db, ctx, { kind, document: 'tenant_note', id, code });

export async function listTenantNotes(
  ctx: Ctx,
  { tenant_id, page, page_size }: HandlerInput<Calls['listNotes']>,
): Promise<HandlerResult<Calls['listNotes']>> {
  await about(ctx, tenant_id);
  const { rows, count } = await readPage(notesOf(ctx).where('tenant_note.tenant_id', '=', tenant_id), { page, page_size }, (q) =>
    q.select([...columns, ...more]).orderBy('tenant_note.id', 'desc'),
  );
  return { count, results: rows.map((row) => toNote(ctx, row)) };
}

export async function addTenantNote(ctx: Ctx, { tenant_id, text }: HandlerInput<Calls['addNote']>): Promise<TenantNote> {
  const tenant = await about(ctx, tenant_id);
  const { id } = await add(ctx, 'tenant_note')
    .values({ company_id: requireCompanyMember(ctx).companyId, tenant_id, author_id: ctx.me.userId, body: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logged(ctx, 'add', id, tenant.code);
  return one(ctx, id);
}

export async function editTenantNote(ctx: Ctx, { id, text }: HandlerInput<Calls['editNote']>): Promise<TenantNote> {
  const code = await own(ctx, id);
  await change(ctx, 'tenant_note').set({ body: text, edited_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await logged(ctx, 'edit', id, code);
  return one(ctx, id);
}

export async function removeTenantNote(ctx: Ctx, { id }: HandlerInput<Calls['removeNote']>): Promise<HandlerResult<Calls['removeNote']>> {
  const code = await own(ctx, id);
  await remove(ctx, 'tenant_note').where('id', '=', id).$call(oneRow);
  await logged(ctx, 'delete', id, code);
  return { id };
}
