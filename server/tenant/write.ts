import type { HandlerInput } from '#contract/kernel/call.ts';
import type { FieldProblems } from '#contract/kernel/problems.ts';
import type { TenantDetails, tenantCalls } from '#contract/tenant/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { keepContactBefore } from './contacts-before.ts';
import { isPayingTenant, notifyRemovedContacts } from './notify.ts';
import { findCompanyTenantsByContact, readTenantDetails } from './read.ts';
import { type TenantRow, tenantNotFound, toTenantAuditValues } from './rows.ts';

type Calls = typeof tenantCalls;
type Said = { readonly phone: string | null; readonly email: string | null };

/** Duplicates cannot be told apart later, so an existing record is reported at the field that matched. */
async function refuseKnown(ctx: Ctx, companyId: number, said: Said, anyway: boolean, except?: number): Promise<void> {
  const known = await findCompanyTenantsByContact(ctx, companyId, { ...said, except });
  const [first] = anyway ? known.filter(({ by }) => by === 'phone') : known;
  if (!first) return;
  const says = first.seen
    ? m.tenant_problem_known({ name: first.name, date: formatLongDate(toNairobiDay(first.since)) })
    : m.tenant_problem_known_elsewhere();
  const fields: FieldProblems = first.by === 'phone' || said.email === null ? { phone: says } : { email: says };
  throw invalidInputRefusal(fields);
}

/** The company that gets the record: the caller's own; callers without a company choose one they can see. */
async function companyFor(ctx: Ctx, asked: number | undefined): Promise<number> {
  const own = ctx.me.companyId;
  if (own !== null && (asked === undefined || asked === own)) return own;
  if (own === null && asked === undefined) throw invalidInputRefusal({ company_id: m.tenant_problem_company() });
  const seen =
    own === null &&
    (await from(ctx, 'company')
      .select('id')
      .where('company.id', '=', asked ?? 0)
      .executeTakeFirst());
  if (!seen) throw tenantNotFound();
  return seen.id;
}

const cleanTags = (tags: readonly string[]): string[] => [...new Map(tags.map((tag) => [tag.toLowerCase(), tag])).values()];

export async function createTenant(
  ctx: Ctx,
  { name, phone, email, tags = [], anyway, company_id }: HandlerInput<Calls['create']>,
): Promise<TenantDetails> {
  const companyId = await companyFor(ctx, company_id);
  const said = { phone: phone ? normalizePhoneForStorage(phone) : null, email: email || null };
  if (said.phone === null && said.email === null) throw invalidInputRefusal({ phone: m.tenant_problem_reach() });
  await refuseKnown(ctx, companyId, said, anyway);
  const row = await add(ctx, 'tenant')
    .values({ company_id: companyId, name, ...said, tags: cleanTags(tags), created_by: ctx.me.userId })
    // For concurrent requests, the second gets the same response as if it had arrived later.
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw invalidInputRefusal({ phone: m.tenant_problem_known_now() });
  await audit(ctx.db, ctx, { kind: 'add', document: 'tenants', id: row.id, code: row.code, after: toTenantAuditValues(row) });
  return readTenantDetails(ctx, { id: row.id });
}

/** Locks a record of the caller's own company. Agents may read the tenants of their mandates, but only the owner corrects the owner's records. */
export async function lockTenantForChange(ctx: Ctx, id: number): Promise<TenantRow> {
  let query = from(ctx, 'tenant').selectAll('tenant').where('tenant.id', '=', id).where('tenant.merged_into', 'is', null);
  if (ctx.me.companyId !== null) query = query.where('tenant.company_id', '=', ctx.me.companyId);
  const row = await query.forUpdate().executeTakeFirst();
  if (!row) throw tenantNotFound();
  return row;
}

export async function updateTenant(ctx: Ctx, { id, revision, anyway = false, ...given }: HandlerInput<Calls['update']>): Promise<TenantDetails> {
  const before = await lockTenantForChange(ctx, id);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readTenantDetails(ctx, { id }) });
  const after = {
    name: given.name ?? before.name,
    phone: given.phone === undefined ? before.phone : given.phone ? normalizePhoneForStorage(given.phone) : null,
    email: given.email === undefined ? before.email : given.email || null,
    tags: given.tags ? cleanTags(given.tags) : before.tags,
  };
  if (after.phone === null && after.email === null) throw invalidInputRefusal({ phone: m.tenant_problem_reach() });
  const fresh = { phone: after.phone === before.phone ? null : after.phone, email: after.email === before.email ? null : after.email };
  await refuseKnown(ctx, before.company_id, fresh, anyway, id);
  await change(ctx, 'tenant')
    .set({ ...after, contacts_before: keepContactBefore(before, after), revision: before.revision + 1, updated_at: clock.now() })
    .where('id', '=', id)
    .$call(oneRow);
  if (await isPayingTenant(ctx, id)) await notifyRemovedContacts(ctx, before, before, after);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'tenants', id, code: before.code, before: toTenantAuditValues(before), after });
  return readTenantDetails(ctx, { id });
}
