import type { Input, Result } from '#contract/kernel/call.ts';
import type { tenancyActCalls } from '#contract/tenancy/act-calls.ts';
import type { TenancyFull } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { m } from '#words/messages.js';
import { touch } from '../make.ts';
import { details } from '../one.ts';
import { type AskedOf, askedNow, insistOnAsked } from '../people/asked-of.ts';
import { missing, type TenancyRow } from '../rows.ts';
import { notifyAll, tellTenants } from '../tell.ts';
import { answersThemselves, forTenant, forWork, livedIn, logged, mustBe, nameOfCaller } from '../work.ts';
import { checkLeaving, leaves } from './leave.ts';

type Calls = typeof tenancyActCalls;
type Ask = NonNullable<TenancyFull['leaving_ask']> & AskedOf;

/** A shorter notice than the lease's, or that both agreed, is no manager's to write down where who lives there can answer: it waits until one of those who pay says yes. */
export async function askLeaving(ctx: Ctx, { id, on, kind, reason }: Input<Calls['askLeaving']>): Promise<Result<Calls['askLeaving']>> {
  const row = await forWork(ctx, id);
  mustBe(ctx, row, livedIn);
  if (row.leaving_on !== null) throw new Refusal('conflict', m.tenancy_refusal_leaving_known());
  checkLeaving(row, { on, kind, reason });
  if (!(await answersThemselves(ctx, id))) throw new Refusal('conflict', m.tenancy_refusal_nobody_answers());
  const asks = { version: row.revision + 1, to: await askedNow(ctx, id) };
  const ask: Ask = { ...asks, on, kind, reason, by: await nameOfCaller(ctx), at: clock.now().toISOString() };
  const after = await touch(ctx, row, { leaving_ask: JSON.stringify(ask) });
  await logged(ctx, row, after, { ...(reason ? { reason } : {}), was: asked(row), is: asked(after) });
  await tellTenants(ctx, after, 'tenancy.leaving_asked', { day: on }, String(after.revision));
  return details(ctx, { id });
}

const asked = (row: TenancyRow) => ({ leaving_ask: (row.leaving_ask as Ask | null)?.on ?? null });
function askOf(row: TenancyRow): Ask {
  const ask = row.leaving_ask as Ask | null;
  if (!ask) throw new Refusal('conflict', m.tenancy_refusal_no_ask());
  return ask;
}
/** It is off: taken back, refused or not answered in time. The tenancy goes on as it was. */
export async function dropAsk(ctx: Ctx, row: TenancyRow, reason: string): Promise<void> {
  const { on } = askOf(row);
  const after = await touch(ctx, row, { leaving_ask: null });
  await logged(ctx, row, after, { ...(reason ? { reason } : {}), was: asked(row), is: asked(after) });
  await notifyAll(ctx, after, 'tenancy.leaving_off', { day: on }, String(after.revision));
}
export async function withdrawAsk(ctx: Ctx, { id }: Input<Calls['withdrawAsk']>): Promise<Result<Calls['withdrawAsk']>> {
  await dropAsk(ctx, await forWork(ctx, id), '');
  return details(ctx, { id });
}

async function forAnswer(ctx: Ctx, id: number): Promise<TenancyRow> {
  const row = await forTenant(ctx, id);
  if (!row) throw missing();
  mustBe(ctx, row, livedIn);
  return row;
}
export async function refuseLeaving(ctx: Ctx, { id, reason }: Input<Calls['refuseLeaving']>): Promise<Result<Calls['refuseLeaving']>> {
  await dropAsk(ctx, await forAnswer(ctx, id), reason);
  return details(ctx, { id });
}
export async function agreeLeaving(ctx: Ctx, { id, version: read }: Input<Calls['agreeLeaving']>): Promise<Result<Calls['agreeLeaving']>> {
  const row = await forAnswer(ctx, id);
  const ask = askOf(row);
  const { on, kind, reason, by } = ask;
  if (ask.version !== read) throw new Refusal('conflict', m.tenancy_refusal_other_day({ day: longDate(on) }));
  if (on < clock.today()) throw new Refusal('gone', m.tenancy_refusal_ask_over());
  await insistOnAsked(ctx, id, ask);
  await leaves(ctx, row, { on, kind, reason, by, file: null });
  return details(ctx, { id });
}
