import { type RawBuilder, sql } from 'kysely';
import { allows } from '#contract/access/allows.ts';
import { invitedDays, type Settled } from '#contract/approval/purposes.ts';
import type { Failure } from '#contract/kernel/failures.ts';
import { type Ctx, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import type { Column } from '#server/kernel/scope.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import type { Purpose } from './purpose.ts';

export { approvalPurpose, type OwnBar, type Purpose } from './purpose.ts';

type Caller = Pick<Ctx, 'me'>;
/** Why a person may not approve a row; the reasons of a purpose alone are counted. */
export type BarName = 'asker' | 'role' | 'new' | 'invited' | `also${number}`;
type BarTerm = readonly [name: BarName, is: RawBuilder<boolean>];

const columnsOf =
  (table: string): Column =>
  (column) =>
    sql.ref(`${table}.${column}`);
const literal = (value: boolean): RawBuilder<boolean> => sql<boolean>`${sql.lit(value)}`;

/** Whether a person is too new to approve: a person without an account is. */
export function isNew(settled: Settled, person: RawBuilder<unknown>): RawBuilder<boolean> {
  return settled.of === 'account'
    ? sql<boolean>`not exists (select 1 from person p where p.id = ${person} and p.created_at <= app.now() - make_interval(hours => ${settled.hours}))`
    : sql<boolean>`exists (select 1 from invitation i where i.accepted_by = ${person} and i.kind = 'superadmin'
        and i.accepted_at > app.now() - make_interval(days => ${settled.days}))`;
}
/** Whether one of two people accepted an invitation of the other lately. */
const isInvited = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from invitation i where i.accepted_at > app.now() - make_interval(days => ${invitedDays})
    and ((i.inviter_id = ${one} and i.accepted_by = ${other}) or (i.inviter_id = ${other} and i.accepted_by = ${one})))`;

/** Every reason that may bar an approval, the first that applies is the one that is told. */
function barsOf(me: Me, { rule, askedBy, also = [], exempt }: Purpose, t: Column): BarTerm[] {
  const caller = sql`${me.userId}::bigint`;
  const asker = typeof askedBy === 'string' ? t(askedBy) : askedBy(t);
  const unless = (is: RawBuilder<boolean>) => (exempt ? sql<boolean>`(${is} and not ${exempt(me, t)})` : is);
  return [
    ['asker', sql<boolean>`${asker} is not distinct from ${caller}`],
    ['role', literal(!allows(rule.needs, me))],
    ...also.map(({ is }, n): BarTerm => [`also${n}`, is(me, t)]),
    ...(rule.settled ? [['new', unless(isNew(rule.settled, caller))] satisfies BarTerm] : []),
    ...(rule.apart ? [['invited', unless(isInvited(asker, caller))] satisfies BarTerm] : []),
  ];
}

/** Why the caller may not approve a row of a query, null where they may. The only place that decides it: services, lists and answers read this. */
const barOf = ({ me }: Caller, purpose: Purpose, alias = purpose.table): RawBuilder<BarName | null> =>
  sql<BarName | null>`(case ${sql.join(
    barsOf(me, purpose, columnsOf(alias)).map(([name, is]) => sql`when ${is} then ${sql.lit(name)}`),
    sql` `,
  )} end)`;

/** Rows of a query that are pending and that the caller may approve. */
export const awaitsApproval = (ctx: Caller, purpose: Purpose, alias = purpose.table): RawBuilder<boolean> =>
  sql<boolean>`(${purpose.pending(columnsOf(alias))} and ${barOf(ctx, purpose, alias)} is null)`;
/** Since when a row is pending, for the home. */
export const askedAtOf = ({ table, askedAt }: Purpose): string => `${table}.${askedAt}`;

const says: Readonly<Record<'role' | 'new' | 'invited', () => Sentence>> = {
  role: () => sentence('accessForbidden'),
  new: m.people_refusal_new_here,
  invited: () => m.approval_refusal_invited({ days: invitedDays }),
};
export type Bar = { readonly name: BarName; readonly failure: Failure; readonly why: Sentence };
function barNamed(name: BarName, { ownRequest, otherRole, also = [], rule }: Purpose): Bar {
  if (name === 'asker') return { name, failure: ownRequest.failure ?? 'forbidden', why: ownRequest.says() };
  if (name === 'new' && rule.settled?.of === 'superadmin')
    return { name, failure: 'forbidden', why: m.people_refusal_two_new({ days: rule.settled.days }) };
  if (name === 'role' && otherRole) return { name, failure: 'forbidden', why: otherRole() };
  if (name === 'role' || name === 'new' || name === 'invited') return { name, failure: 'forbidden', why: says[name]() };
  const own = also[Number(name.slice('also'.length))];
  if (!own) throw new Error(`${name} is no reason`);
  return { name, failure: 'forbidden', why: own.says() };
}

/** Why the caller may not approve a row they hold; null where they may. */
export async function barTo(ctx: Pick<Ctx, 'me' | 'db'>, purpose: Purpose, id: number): Promise<Bar | null> {
  const { rows } = await sql<{ bar: BarName | null }>`/* all: a row the caller holds */
    select ${barOf(ctx, purpose)} as bar from ${sql.table(purpose.table)} where ${sql.ref(`${purpose.table}.${purpose.id}`)} = ${id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  return row.bar === null ? null : barNamed(row.bar, purpose);
}
export async function assertMayApprove(ctx: Pick<Ctx, 'me' | 'db'>, purpose: Purpose, id: number): Promise<void> {
  const bar = await barTo(ctx, purpose, id);
  if (bar) throw new Refusal(bar.failure, bar.why);
}
