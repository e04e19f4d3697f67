import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { updateTenancy } from '../create-tenancy.ts';
import { isObjectionOpen } from '../leaving/open-objection.ts';
import { assertTenancyStatus, lockTenancy, lockTenancyForManager, logTenancyChange, occupiedStatuses } from '../lock-tenancy.ts';
import { notifyTenancyManagers, notifyTenancyRecipients } from '../notify.ts';
import { type TenancyRow, tenancyNotFound } from '../rows.ts';
import { readTenancyDetails } from '../tenancy-detail.ts';
import { applyPeopleChange, notifyPeopleRequestEnded } from './change-people.ts';
import { type PeopleRequest, readPeopleRequest, readTenantContacts } from './people-request.ts';

type Calls = typeof tenancyActionCalls;

async function dropPeopleAsk(ctx: Ctx, row: TenancyRow, ask: PeopleRequest, reason: string): Promise<TenancyRow> {
  await notifyPeopleRequestEnded(ctx, row, String(row.revision + 1));
  const after = await updateTenancy(ctx, row, { people_ask: null });
  const names = (await readTenantContacts(ctx, ask.asked)).map((one) => one.name);
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was: { people_ask: names }, is: { people_ask: null } });
  return after;
}
export async function withdrawPeopleChange(
  ctx: Ctx,
  { id }: HandlerInput<Calls['withdrawPeopleChange']>,
): Promise<HandlerResult<Calls['withdrawPeopleChange']>> {
  const row = await lockTenancyForManager(ctx, id);
  const ask = readPeopleRequest(row);
  if (!ask) throw new Refusal('conflict', m.tenancy_refusal_no_people_ask());
  await dropPeopleAsk(ctx, row, ask, '');
  return readTenancyDetails(ctx, { id });
}

/** Locks a tenancy whose change of people the caller was asked about. */
async function forAnswer(ctx: Ctx, id: number): Promise<{ row: TenancyRow; ask: PeopleRequest; mine: number[] }> {
  const { rows } = await sql<{ id: number }>`/* unscoped: questions asked to the person concerned */ select n.id from tenancy t join tenant n
    on t.people_ask -> 'asked' @> to_jsonb(n.id) where t.id = ${id} and n.person_id = ${ctx.me.userId}`.execute(ctx.db);
  if (rows.length === 0) throw tenancyNotFound();
  const row = await lockTenancy(ctx, id);
  const ask = readPeopleRequest(row);
  const mine = rows.map((one) => Number(one.id)).filter((one) => ask?.asked.includes(one) && !ask.yes.includes(one));
  if (!ask || mine.length === 0) throw new Refusal('conflict', m.tenancy_refusal_no_people_ask());
  assertTenancyStatus(ctx, row, ['pending', ...occupiedStatuses]);
  return { row, ask, mine };
}

/** All who were asked have accepted, or had their time to decline what a document states. A document counts for no one while a tenant objects. */
function isPeopleChangeAgreed(row: TenancyRow, { asked, yes, shown = [], until }: PeopleRequest): boolean {
  const isOver = until !== undefined && until <= clock.today() && !isObjectionOpen(row);
  return asked.every((one) => yes.includes(one) || (isOver && shown.includes(one)));
}

async function applyAgreedPeople(ctx: Ctx, row: TenancyRow, ask: PeopleRequest): Promise<void> {
  // A person is not added or removed before they accept.
  const first = [ask.from, clock.today(), row.starts_on].sort().at(-1) ?? ask.from;
  const after = await applyPeopleChange(ctx, row, ask.people, first, ask.reason);
  const shown = await readTenantContacts(ctx, ask.shown ?? []);
  await notifyTenancyRecipients(ctx, after, shown, 'tenancy.taken_out', { day: first }, String(after.revision));
}

/** The time to decline has passed: the document replaces the answer of those who leave. Others who are asked must still accept. */
export async function applyPeopleChangeByPaper(ctx: Ctx, row: TenancyRow): Promise<void> {
  const ask = readPeopleRequest(row);
  if (ask && isPeopleChangeAgreed(row, ask)) await applyAgreedPeople(ctx, row, ask);
}

export async function acceptPeopleChange(
  ctx: Ctx,
  { id, version }: HandlerInput<Calls['acceptPeopleChange']>,
): Promise<HandlerResult<Calls['acceptPeopleChange']>> {
  const { row, ask, mine } = await forAnswer(ctx, id);
  if (ask.version !== version) throw new Refusal('conflict', m.tenancy_refusal_other_people());
  const yes = [...ask.yes, ...mine];
  if (isPeopleChangeAgreed(row, { ...ask, yes })) await applyAgreedPeople(ctx, row, ask);
  else {
    const after = await updateTenancy(ctx, row, { people_ask: JSON.stringify({ ...ask, yes }) });
    await logTenancyChange(ctx, row, after, { is: { agreed: (await readTenantContacts(ctx, mine)).map((one) => one.name) } });
  }
  return readTenancyDetails(ctx, { id });
}
export async function refusePeopleChange(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['refusePeopleChange']>,
): Promise<HandlerResult<Calls['refusePeopleChange']>> {
  const { row, ask } = await forAnswer(ctx, id);
  const after = await dropPeopleAsk(ctx, row, ask, reason);
  await notifyTenancyManagers(ctx, after, 'tenancy.people_off', { day: ask.from }, String(after.revision));
  return { id };
}
