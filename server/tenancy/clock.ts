import { type RawBuilder, sql } from 'kysely';
import { portion, share } from '#contract/money/cents.ts';
import { nextRise } from '#contract/tenancy/guards.ts';
import { alertDays, lapseDays } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, daysBetween } from '#contract/time/days.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { begin, lapse } from './begin.ts';
import { missingFor } from './guards.ts';
import { dropAsk } from './leaving/ask-leaving.ts';
import { touch } from './make.ts';
import { termsOf } from './one.ts';
import { moveOver } from './people/transfer.ts';
import { carryOn, rentFrom, tellRent } from './rent.ts';
import { escalationOf, type TenancyRow } from './rows.ts';
import { notifyAll, stayLonger, tellManagers } from './tell.ts';
import { factsChanged, held, logged } from './work.ts';

/** Those that are due, read again under lock. */
async function each(db: Db, due: RawBuilder<unknown>, work: (ctx: Ctx, row: TenancyRow) => Promise<void>): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`/* all: the clock looks after tenancies */ select id from tenancy where ${due} order by id`.execute(db);
  return eachDue(db, rows, async (tx, { id }) => {
    const ctx = atClock(tx, 'the clock looks after tenancies');
    const row = await held(ctx, id);
    const still = await sql`/* all: the clock looks after tenancies */ select 1 from tenancy where id = ${id} and ${due}`.execute(tx);
    if (still.rows.length > 0) await work(ctx, row);
  });
}
const today = sql`app.today()`;

/** Its day has come: it begins, or who manages it hears once a day what is missing. Without a booking it lapses after two weeks. */
export const start = (db: Db) =>
  each(db, sql`status = 'pending' and ${today} >= starts_on`, async (ctx, row) => {
    const lacking = await missingFor(ctx, row);
    if (lacking.length === 0) {
      await begin(ctx, row, 'clock');
      return;
    }
    if (row.booking_id === null && daysBetween(row.starts_on, clock.today()) > lapseDays) return lapse(ctx, row);
    if (row.told_on === clock.today()) return;
    await touch(ctx, row, { told_on: clock.today() });
    await tellManagers(ctx, row, 'tenancy.missing', { day: row.starts_on, missing: lacking.join(' ') }, clock.today());
  });

/** Its last day has passed and nobody said that they leave: it rolls on, or it is over on paper and lived in all the same. */
export const finish = (db: Db) =>
  each(db, sql`status = 'active' and ends_on < ${today} and leaving_on is null`, async (ctx, row) => {
    const last = row.ends_on ?? clock.today();
    if (row.holdover === 'roll') {
      await move(ctx, tenancyMachine, 'renew', row.id, 'the term ended and goes on', 'clock');
      await carryOn(ctx, row, null);
      const after = await touch(ctx, row, { term_type: 'periodic', ends_on: null, stage: 'normal', renewal: null, alerted: null });
      await logged(ctx, row, after);
      await happened(ctx, 'tenancy.terms_changed', { tenancyId: row.id });
      return notifyAll(ctx, after, 'tenancy.rolled', { day: last }, last);
    }
    await move(ctx, tenancyMachine, 'expire', row.id, 'the term ended', 'clock');
    const after = await touch(ctx, row, { stage: 'holdover' });
    await logged(ctx, row, after);
    await factsChanged(ctx, row.id);
    await notifyAll(ctx, after, 'tenancy.expired', { day: last }, last);
  });

/** The leaving day has passed and they have not gone: their stay lasts a day longer, the next one begins a day later and hears of it. */
export const overstay = (db: Db) =>
  each(db, sql`status in ('active', 'expired') and leaving_on < ${today}`, async (ctx, row) => {
    if ((await stayLonger(ctx, row, addDays(clock.today(), 1))) === 0) return;
    await tellManagers(ctx, row, 'tenancy.late', { day: addDays(clock.today(), 1) }, clock.today());
  });

const farthest = Math.max(...alertDays);
const alertEvents = { 90: 'tenancy.ending90', 60: 'tenancy.ending60', 30: 'tenancy.ending30' } as const;
/** A tenth of all tenancies end within ninety days: those that heard of it already are not held again every hour. */
const unsaid = sql`(alerted is null or alerted > (select min(days) from unnest(${sql.val([...alertDays])}::int[]) days where ends_on - ${today} <= days))`;
/** Before the end both sides are told, 90, 60 and 30 days ahead; after an outage the newest alone. */
export const alert = (db: Db) =>
  each(
    db,
    sql`status = 'active' and leaving_on is null and ends_on between ${today} and ${today} + ${farthest}::int and ${unsaid}`,
    async (ctx, row) => {
      const left = daysBetween(clock.today(), row.ends_on ?? clock.today());
      const due = [...alertDays].reverse().find((days) => left <= days);
      if (due === undefined || (row.alerted !== null && row.alerted <= due)) return;
      await touch(ctx, row, { alerted: due });
      const said = { day: row.ends_on ?? '', days: String(left) };
      await notifyAll(ctx, row, alertEvents[due], said, row.ends_on ?? '');
    },
  );

/** The rent rises by what was agreed, said as long before as was agreed; after an outage later, never with less notice. */
export const escalate = (db: Db) =>
  each(
    db,
    sql`status = 'active' and leaving_on is null and escalation ->> 'kind' <> 'none' and (escalation ->> 'next_on')::date - coalesce((escalation ->> 'notice_days')::int, notice_days) <= ${today}`,
    async (ctx, row) => {
      const up = escalationOf(row);
      const earliest = addDays(clock.today(), up.notice_days ?? row.notice_days);
      const from = up.next_on && up.next_on > earliest ? up.next_on : earliest;
      const terms = await termsOf(ctx, row.id);
      const term = terms.findLast((one) => one.from <= from);
      const last = terms.at(-1)?.last ?? null;
      const next = { ...up, next_on: nextRise(up, from) };
      // Beyond what was agreed nothing rises by itself: the next term says its own rent.
      const raised =
        term && (last === null || from <= last)
          ? term.rent_cents + (up.kind === 'percent' ? share(term.rent_cents, up.value ?? 0) : portion(up.value ?? 0, 1, 1))
          : null;
      if (raised !== null) {
        await rentFrom(ctx, row, from, raised, 'escalation');
        await tellRent(ctx, row, from, raised);
      }
      const after = await touch(ctx, row, { escalation: JSON.stringify(raised === null ? { ...up, kind: 'none' } : next) });
      await logged(ctx, row, after, raised === null ? {} : { was: { rent_cents: term?.rent_cents ?? null }, is: { rent_cents: raised } });
    },
  );

/** An offer to renew that nobody accepted in time is gone. */
export const dropOffers = (db: Db) =>
  each(db, sql`renewal is not null and (renewal ->> 'until')::date < ${today}`, async (ctx, row) => {
    const after = await touch(ctx, row, { renewal: null, stage: row.status === 'expired' ? 'holdover' : 'normal' });
    await logged(ctx, row, after, { reason: 'the renewal was not accepted in time' });
  });

/** Nor does a shorter notice hold that nobody agreed to before its day. */
export const dropAsks = (db: Db) =>
  each(db, sql`leaving_ask is not null and (leaving_ask ->> 'on')::date < ${today}`, (ctx, row) =>
    dropAsk(ctx, row, 'the shorter notice was not agreed in time'),
  );

export const tenancyJobs: readonly Job[] = [
  // Before whoever begins in the home they leave.
  { name: 'tenancy.transfer', everyMinutes: 60, run: moveOver },
  { name: 'tenancy.start', everyMinutes: 60, run: start },
  { name: 'tenancy.finish', everyMinutes: 60, run: finish },
  { name: 'tenancy.overstay', everyMinutes: 60, run: overstay },
  { name: 'tenancy.alert', everyMinutes: 60, run: alert },
  { name: 'tenancy.escalate', everyMinutes: 60, run: escalate },
  { name: 'tenancy.offers', everyMinutes: 60, run: async (db) => (await dropOffers(db)) + (await dropAsks(db)) },
];
