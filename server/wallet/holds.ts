import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOf } from '#contract/time/days.ts';
import { agentsOf, takenOf } from '#server/commission/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { settingsNow } from './pockets.ts';

const why = 'money that came is held until it has cleared';
type Allocated = Happenings['payment.allocated'];

/** Rent in trust is the owner's at once, and may leave when its days are over. What is held for a tenancy that has not begun is not theirs yet. */
export async function followAllocated(ctx: Ctx, what: Allocated): Promise<void> {
  if (what.fund !== 'C' || what.lineKind === 'deposit' || what.cents <= 0) return;
  const holder = await holderOf(ctx, what);
  // What is with the company itself stands against its pocket, with nothing that has to clear.
  if (holder !== null) return holdCash(ctx, what, holder);
  if (what.tenancyId === null) return;
  const { holdingDays } = await settingsNow(ctx.db);
  if (holdingDays === 0) return;
  const tenancy = await everything(ctx.db, 'tenancy', why)
    .select()
    .select(sql<boolean>`app.lived_in(tenancy)`.as('lived'))
    .where('id', '=', what.tenancyId)
    .executeTakeFirst();
  if (!tenancy?.lived) return;
  const until = startOf(addDays(what.on, holdingDays + 1));
  const left = what.cents - (await takenOf(ctx, what.allocationId));
  if (until <= clock.now() || left <= 0) return;
  await add(ctx, 'wallet_hold')
    .values({
      ...{ company_id: what.companyId, fund: 'C', code: 2000, kind: 'clearing', cents: left, until },
      ...{ source: 'allocation', source_id: what.allocationId },
    })
    .onConflict((oc) => oc.columns(['source', 'source_id', 'code']).doNothing())
    .execute();
}

/** In whose hands it is; null: it came to us. Credit that a note gave has no payment, and may be of cash its tenancy paid. */
async function holderOf(ctx: Ctx, { paymentId, tenancyId }: Allocated): Promise<number | null> {
  const rows = everything(ctx.db, 'payment', why).select().select('holder_id').where('holder_id', 'is not', null).where('status', '=', 'completed');
  const ours = paymentId === null ? rows.where('tenancy_id', '=', tenancyId) : rows.where('id', '=', paymentId);
  return (await ours.orderBy('id', 'desc').limit(1).executeTakeFirst())?.holder_id ?? null;
}

/** Of cash one company has, what is another's waits until it was handed over: the owner's rent an agent took, what an agent earns on rent an owner took. */
async function holdCash(ctx: Ctx, what: Allocated, holder: number): Promise<void> {
  const agents = await agentsOf(ctx, what.allocationId);
  const owners = { company: what.companyId, code: 2000 as const, cents: what.cents - (await takenOf(ctx, what.allocationId, 'accrued')) };
  for (const { company, code, cents } of [owners, ...agents.map((one) => ({ ...one, code: 2040 as const }))])
    if (company !== holder && cents > 0) await holdFor(ctx, { company, code, cents, holder, source: 'allocation', sourceId: what.allocationId });
}
type Cash = { company: number; code: 2000 | 2040; cents: number; holder: number; source: 'allocation' | 'commission'; sourceId: number };
const holdFor = (ctx: Ctx, { company, code, cents, holder, source, sourceId }: Cash) =>
  add(ctx, 'wallet_hold')
    .values({ company_id: company, fund: 'C', code, kind: 'cash', cents, source, source_id: sourceId, holder_id: holder })
    .onConflict((oc) => oc.columns(['source', 'source_id', 'code']).doNothing())
    .execute();

/** What an owner gets back of a commission its agent was paid is the agent's debt until that is paid: nobody else's money stands in for it. */
export async function followCommissionOwed(ctx: Ctx, what: Happenings['commission.owed']): Promise<void> {
  await holdFor(ctx, {
    ...{ company: what.companyId, code: 2000, cents: what.cents, holder: what.agentCompanyId, source: 'commission', sourceId: what.commissionId },
  });
}

/** What was taken back is not there to be held. */
export async function followUnallocated(ctx: Ctx, { allocationId }: Allocated): Promise<void> {
  await everything(ctx.db, 'wallet_hold', why)
    .change()
    .set({ released_at: clock.now() })
    .where('source', '=', 'allocation')
    .where('source_id', '=', allocationId)
    .where('released_at', 'is', null)
    .execute();
}

/** The same for hundreds, in one statement; of what came long ago nothing is held. What many bring came to an account: cash is written down one by one. */
export async function followAllocatedMany(ctx: Ctx, all: readonly Allocated[]): Promise<void> {
  const { holdingDays } = await settingsNow(ctx.db);
  const rows = all
    .filter((what) => what.fund === 'C' && what.lineKind !== 'deposit' && what.tenancyId !== null && what.cents > 0 && holdingDays > 0)
    .map((what) => ({
      ...{ id: what.allocationId, company: what.companyId, tenancy: what.tenancyId, payment: what.paymentId, cents: what.cents },
      until: startOf(addDays(what.on, holdingDays + 1)),
    }))
    .filter(({ until }) => until > clock.now());
  if (rows.length === 0) return;
  await sql`/* all: money that came is held until it has cleared */
    insert into wallet_hold (company_id, fund, code, kind, cents, until, source, source_id)
    select w.company, 'C', 2000, 'clearing', w.cents - k.taken, w.until, 'allocation', w.id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id bigint, company bigint, tenancy bigint, payment bigint, cents bigint, until timestamptz)
      join tenancy t on t.id = w.tenancy and app.lived_in(t)
      cross join lateral (select coalesce(sum(c.amount_cents + c.tax_cents), 0)::bigint as taken from commission c where c.source = 'allocation' and c.source_id = w.id and c.booked_at is not null) k
    where w.cents > k.taken and not exists (select 1 from payment p where p.id = w.payment and p.holder_id is not null) on conflict (source, source_id, code) do nothing`.execute(
    ctx.db,
  );
}
