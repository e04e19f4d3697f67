import type { Selectable } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { paperCalls } from '#contract/paper/calls.ts';
import { broughtByTenant } from '#contract/paper/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import type { TenancyFileTable } from '#server/db/types.gen.ts';
import { invalid } from '#server/http/answer.ts';
import type { Handlers } from '#server/http/registry.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add as addRow, change as changeRow, oneRow } from '#server/kernel/scoped.ts';
import { keep } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { held, type Lease, leaseOf, papers } from './rows.ts';
import { tellAsked } from './tell.ts';

export { papers } from './rows.ts';

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
const logged = (ctx: Ctx, kind: 'add' | 'edit' | 'delete', lease: Lease, before: Row | null, after: Row | null, reason?: string) =>
  audit(ctx.db, ctx, {
    kind,
    document: 'paper',
    id: (after ?? before)?.id ?? null,
    code: lease.code,
    before: before && factsOf(before),
    after: after && factsOf(after),
    ...(reason ? { reason } : {}),
  });
/** A last day that has passed is told at its field: nobody files what is over already. */
const lastDay = (said: string | null | undefined): string | null => {
  if (!said) return null;
  if (said < clock.today()) throw invalid({ expires_on: m.paper_problem_over() });
  return said;
};

const kept = async (house: House, ctx: Ctx, file: Input<Calls['add']>['file']) =>
  (await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' })).id;

async function add(house: House, ctx: Ctx, { tenancy_id, kind, name, shared, expires_on, file }: Input<Calls['add']>): Promise<Result<Calls['add']>> {
  const lease = await leaseOf(ctx, tenancy_id);
  if (!lease.manages && !lease.lives) throw forbidden();
  if (!lease.manages && !broughtByTenant.includes(kind)) throw invalid({ kind: m.paper_problem_kind() });
  const until = lastDay(expires_on);
  const row = await addRow(ctx, 'tenancy_file')
    .values({
      company_id: lease.company_id,
      tenancy_id,
      kind,
      name,
      file_id: await kept(house, ctx, file),
      // What a tenant brings is theirs and the manager's; what the manager files may be for the whole lease, and needs nobody's look.
      visible_to: lease.manages && shared !== 'false' ? ['manager', 'tenant'] : ['manager'],
      expires_on: until,
      created_by: ctx.me.userId,
      ...(lease.manages ? { review: 'ok' as const, reviewed_by: ctx.me.userId, reviewed_at: clock.now() } : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logged(ctx, 'add', lease, null, row);
  return papers(house, ctx, tenancy_id);
}

async function ask(house: House, ctx: Ctx, { tenancy_id, kind, name }: Input<Calls['ask']>): Promise<Result<Calls['ask']>> {
  const lease = await leaseOf(ctx, tenancy_id);
  if (!lease.manages) throw forbidden();
  const row = await addRow(ctx, 'tenancy_file')
    .values({ company_id: lease.company_id, tenancy_id, kind, name, required: true, visible_to: ['manager'], created_by: ctx.me.userId })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logged(ctx, 'add', lease, null, row);
  await tellAsked(ctx, lease, row);
  return papers(house, ctx, tenancy_id);
}

/** Into the empty place, or as the next version beside the old one, which nobody sees any more but the log. */
async function replace(house: House, ctx: Ctx, { id, expires_on, file }: Input<Calls['replace']>): Promise<Result<Calls['replace']>> {
  const { row, lease } = await held(ctx, id, 'replace');
  const now = clock.now();
  const judged = lease.manages ? { review: 'ok' as const, reviewed_by: ctx.me.userId, reviewed_at: now } : { review: 'open' as const };
  const until = lastDay(expires_on);
  const brought = { file_id: await kept(house, ctx, file), expires_on: until, created_by: ctx.me.userId, ...judged };
  if (row.file_id === null) {
    await changeRow(ctx, 'tenancy_file').set(brought).where('id', '=', id).$call(oneRow);
    await logged(ctx, 'edit', lease, row, { ...row, ...brought } as Row, 'brought a paper');
    return papers(house, ctx, row.tenancy_id);
  }
  await changeRow(ctx, 'tenancy_file').set({ removed_at: now }).where('id', '=', id).$call(oneRow);
  const { company_id, tenancy_id, kind, name, visible_to, required, version } = row;
  const next = await addRow(ctx, 'tenancy_file')
    .values({ company_id, tenancy_id, kind, name, visible_to, required, version: version + 1, replaces_id: id, ...brought })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logged(ctx, 'edit', lease, row, next, 'brought a new version');
  return papers(house, ctx, tenancy_id);
}

async function change(house: House, ctx: Ctx, { id, name, shared, required, expires_on }: Input<Calls['change']>): Promise<Result<Calls['change']>> {
  const { row, lease } = await held(ctx, id, 'change');
  const after = {
    name: name ?? row.name,
    required: required ?? row.required,
    expires_on: expires_on === undefined || expires_on === row.expires_on ? row.expires_on : lastDay(expires_on),
    visible_to: shared === undefined ? row.visible_to : shared ? ['manager', 'tenant'] : ['manager'],
  };
  // Another last day is warned of anew.
  const warned = after.expires_on === row.expires_on ? {} : { warned: null };
  await changeRow(ctx, 'tenancy_file')
    .set({ ...after, ...warned })
    .where('id', '=', id)
    .$call(oneRow);
  await logged(ctx, 'edit', lease, row, { ...row, ...after });
  return papers(house, ctx, row.tenancy_id);
}

async function review(house: House, ctx: Ctx, { id, ok, note }: Input<Calls['review']>): Promise<Result<Calls['review']>> {
  const { row, lease } = await held(ctx, id, 'review');
  if (!ok && note.length < 3) throw invalid({ note: m.paper_problem_note() });
  const after = {
    review: ok ? ('ok' as const) : ('rejected' as const),
    note: ok ? '' : note,
    reviewed_by: ctx.me.userId,
    reviewed_at: clock.now(),
  };
  await changeRow(ctx, 'tenancy_file').set(after).where('id', '=', id).$call(oneRow);
  await logged(ctx, 'edit', lease, row, { ...row, ...after }, ok ? undefined : note);
  if (!ok) await tellAsked(ctx, lease, row, note);
  return papers(house, ctx, row.tenancy_id);
}

async function remove(house: House, ctx: Ctx, { id }: Input<Calls['remove']>): Promise<Result<Calls['remove']>> {
  const { row, lease } = await held(ctx, id, 'remove');
  await changeRow(ctx, 'tenancy_file').set({ removed_at: clock.now() }).where('id', '=', id).$call(oneRow);
  await logged(ctx, 'delete', lease, row, null);
  return papers(house, ctx, row.tenancy_id);
}

export const paperService = (house: House): Handlers<Calls> => ({
  all: (ctx, { tenancy_id }) => papers(house, ctx, tenancy_id),
  add: (ctx, given) => add(house, ctx, given),
  ask: (ctx, given) => ask(house, ctx, given),
  replace: (ctx, given) => replace(house, ctx, given),
  change: (ctx, given) => change(house, ctx, given),
  review: (ctx, given) => review(house, ctx, given),
  remove: (ctx, given) => remove(house, ctx, given),
});
