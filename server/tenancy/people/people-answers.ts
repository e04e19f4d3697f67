import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';
import { touch } from '../make.ts';
import { details } from '../one.ts';
import { missing, type TenancyRow } from '../rows.ts';
import { tellManagers } from '../tell.ts';
import { forWork, held, livedIn, logged, mustBe } from '../work.ts';
import { carryOut, endPeopleAsk } from './people.ts';
import { type PeopleAsk, peopleAskOf, relations } from './people-ask.ts';

type Calls = typeof tenancyActCalls;

async function dropPeopleAsk(ctx: Ctx, row: TenancyRow, ask: PeopleAsk, reason: string): Promise<TenancyRow> {
  await endPeopleAsk(ctx, row, String(row.revision + 1));
  const after = await touch(ctx, row, { people_ask: null });
  const names = (await relations(ctx, ask.asked)).map((one) => one.name);
  await logged(ctx, row, after, { ...(reason ? { reason } : {}), was: { people_ask: names }, is: { people_ask: null } });
  return after;
}
export async function withdrawPeople(ctx: Ctx, { id }: Input<Calls['withdrawPeople']>): Promise<Result<Calls['withdrawPeople']>> {
  const row = await forWork(ctx, id);
  const ask = peopleAskOf(row);
  if (!ask) throw new Refusal('conflict', m.tenancy_refusal_no_people_ask());
  await dropPeopleAsk(ctx, row, ask, '');
  return details(ctx, { id });
}

/** One the caller is asked about and has not answered, held. */
async function forAnswer(ctx: Ctx, id: number): Promise<{ row: TenancyRow; ask: PeopleAsk; mine: number[] }> {
  const { rows } = await sql<{ id: number }>`/* all: what somebody is asked themselves */ select n.id from tenancy t join tenant n
    on t.people_ask -> 'asked' @> to_jsonb(n.id) where t.id = ${id} and n.person_id = ${ctx.me.userId}`.execute(ctx.db);
  if (rows.length === 0) throw missing();
  const row = await held(ctx, id);
  const ask = peopleAskOf(row);
  const mine = rows.map((one) => Number(one.id)).filter((one) => ask?.asked.includes(one) && !ask.yes.includes(one));
  if (!ask || mine.length === 0) throw new Refusal('conflict', m.tenancy_refusal_no_people_ask());
  mustBe(ctx, row, ['pending', ...livedIn]);
  return { row, ask, mine };
}

export async function agreePeople(ctx: Ctx, { id, version }: Input<Calls['agreePeople']>): Promise<Result<Calls['agreePeople']>> {
  const { row, ask, mine } = await forAnswer(ctx, id);
  if (ask.version !== version) throw new Refusal('conflict', m.tenancy_refusal_other_people());
  const yes = [...ask.yes, ...mine];
  if (ask.asked.some((one) => !yes.includes(one))) {
    const after = await touch(ctx, row, { people_ask: JSON.stringify({ ...ask, yes }) });
    await logged(ctx, row, after, { is: { agreed: (await relations(ctx, mine)).map((one) => one.name) } });
  } else {
    // Nobody is in it, or out of it, before they said yes.
    const first = [ask.from, clock.today(), row.starts_on].sort().at(-1) ?? ask.from;
    await carryOut(ctx, row, ask.people, first, ask.reason);
  }
  return details(ctx, { id });
}
export async function refusePeople(ctx: Ctx, { id, reason }: Input<Calls['refusePeople']>): Promise<Result<Calls['refusePeople']>> {
  const { row, ask } = await forAnswer(ctx, id);
  const after = await dropPeopleAsk(ctx, row, ask, reason);
  await tellManagers(ctx, after, 'tenancy.people_off', { day: ask.from }, String(after.revision));
  return { id };
}
