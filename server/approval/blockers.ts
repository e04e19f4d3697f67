import { type RawBuilder, sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { inviterApprovalBarDays, type RequestedActKind } from '#contract/approval/purposes.ts';
import type { FailureCode } from '#contract/kernel/failures.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { type Ctx, type Me, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import type { ScopeColumn } from '#server/kernel/scope.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import type { ApprovalPurpose } from './purpose.ts';

type Caller = Pick<Ctx, 'me'>;
/** Why a person may not approve a row; `also` is a reason of the purpose alone. */
export type ApprovalBlocker = {
  readonly name: 'asker' | 'role' | 'gone' | 'also' | 'new' | 'invited';
  readonly failure: FailureCode;
  readonly why: Sentence;
};
type Condition = {
  readonly name: ApprovalBlocker['name'];
  readonly is: RawBuilder<boolean>;
  readonly says: () => Sentence;
  readonly failure?: FailureCode;
};

const columnsOf =
  (table: string): ScopeColumn =>
  (column) =>
    sql.ref(`${table}.${column}`);

type Settled = { readonly days: number };
/** Whether a person's role is too new to approve. A person without an account counts as new. */
export const isNewApprover = ({ days }: Settled, person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from person p where p.id = ${person} and p.role_since <= app.now() - make_interval(days => ${days}))`;
const newSays =
  ({ days }: Settled) =>
  (): Sentence =>
    m.people_refusal_new_here({ days });

/** Kinds of requests whose subject is the person who gets permissions on money. */
const kindsAboutPeople = ['financeRole', 'accountEnable'] as const satisfies readonly RequestedActKind[];
const wasGivenTo = (person: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`((gave.kind in (${sql.join(kindsAboutPeople.map((kind) => sql.lit(kind)))}) and gave.subject_id = ${person})
    or gave.people_given @> array[${person}]::bigint[])`;
/** Whether one of two people lately accepted an invitation of the other, or got permissions on money at the request of the other. */
const isInvited = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${getLookup('invitedBetween')(one, other, inviterApprovalBarDays)} or exists (select 1 from approval_request gave
    where gave.status = 'approved' and gave.decided_at > app.now() - make_interval(days => ${inviterApprovalBarDays})
      and ((gave.asked_by = ${one} and ${wasGivenTo(other)}) or (gave.asked_by = ${other} and ${wasGivenTo(one)}))))`;

/** Whether the requester lost every role since: the account was disabled or closed, or left its company. A request of a job has no requester. */
const isRequesterGone = (asker: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from person gone where gone.id = ${asker} and (not gone.is_active or gone.closed_at is not null or gone.user_type = ${userTypes.default}))`;

/** Every reason that can bar an approval, in order; the first one that applies is shown to the person. */
function barsOf(me: Me, { rule, askedBy, ownRequest, otherRole, also = [], exempt, requesterStays }: ApprovalPurpose, t: ScopeColumn): Condition[] {
  const caller = sql`${me.userId}::bigint`;
  const asker = typeof askedBy === 'string' ? t(askedBy) : askedBy(t);
  const unless = (is: RawBuilder<boolean>) => (exempt ? sql<boolean>`(${is} and not ${exempt(me, t)})` : is);
  const bars: Condition[] = [
    { name: 'asker', is: sql<boolean>`${asker} is not distinct from ${caller}`, ...ownRequest },
    { name: 'role', is: sql<boolean>`${sql.lit(!isAllowed(rule.needs, me))}`, says: otherRole ?? (() => sentence('accessForbidden')) },
    ...(requesterStays
      ? [{ name: 'gone' as const, is: isRequesterGone(asker), says: m.approval_refusal_requester, failure: 'conflict' as const }]
      : []),
    ...also.map(({ is, says }) => ({ name: 'also' as const, is: is(me, t), says })),
  ];
  if (rule.settled) bars.push({ name: 'new', is: unless(isNewApprover(rule.settled, caller)), says: newSays(rule.settled) });
  if (rule.apart)
    bars.push({ name: 'invited', is: unless(isInvited(asker, caller)), says: () => m.approval_refusal_invited({ days: inviterApprovalBarDays }) });
  return bars;
}

/** The index of the first bar that applies to a row; null if none applies. Services, lists and responses all use it, so that they agree. */
const firstOf = (bars: readonly Condition[]): RawBuilder<number | null> =>
  sql<number | null>`(case ${sql.join(
    bars.map(({ is }, n) => sql`when ${is} then ${sql.lit(n)}`),
    sql` `,
  )} end)`;

/** Rows of a query that are pending and that the caller may approve. */
export const isAwaitingApprovalSql = ({ me }: Caller, purpose: ApprovalPurpose, alias = purpose.table): RawBuilder<boolean> =>
  sql<boolean>`(${purpose.pending(columnsOf(alias))} and ${firstOf(barsOf(me, purpose, columnsOf(alias)))} is null)`;
/** The time since which a row is pending, for the list of pending tasks. */
export const getRequestedAtColumn = ({ table, askedAt }: ApprovalPurpose): string => `${table}.${askedAt}`;

/** Why the caller may not approve a row they have locked; null if they may. */
export async function findApprovalBlocker(ctx: Pick<Ctx, 'me' | 'db'>, purpose: ApprovalPurpose, id: number): Promise<ApprovalBlocker | null> {
  const bars = barsOf(ctx.me, purpose, columnsOf(purpose.table));
  const { rows } = await sql<{ first: number | null }>`/* unscoped: a row that the caller has locked */
    select ${firstOf(bars)} as first from ${sql.table(purpose.table)} where ${sql.ref(`${purpose.table}.${purpose.id}`)} = ${id}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Refusal('notFound', sentence('itemNotFound'));
  if (row.first === null) return null;
  const bar = bars[row.first];
  if (!bar) throw new Error('a reason that is not among these');
  return { name: bar.name, failure: bar.failure ?? 'forbidden', why: bar.says() };
}
export async function assertCanApprove(ctx: Pick<Ctx, 'me' | 'db'>, purpose: ApprovalPurpose, id: number): Promise<void> {
  const bar = await findApprovalBlocker(ctx, purpose, id);
  if (bar) throw new Refusal(bar.failure, bar.why);
}
