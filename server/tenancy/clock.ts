import { type RawBuilder, sql } from 'kysely';
import { applyRate, prorateCents } from '#contract/money/cents.ts';
import { findNextRentIncreaseDay } from '#contract/tenancy/guards.ts';
import { tenancyEndReminderDays, unconfirmedTenancyDays, unstartedTenancyWithdrawalDays } from '#contract/tenancy/kinds.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, countDaysBetween } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { beginTenancy, expirePendingTenancy, withdrawUnconfirmedTenancy } from './begin-tenancy.ts';
import { updateTenancy } from './create-tenancy.ts';
import { readMissingMoveInRequirements } from './guards.ts';
import { cancelShortNoticeRequest } from './leaving/short-notice.ts';
import { lockTenancy, logTenancyChange, onTenancyFactsChanged } from './lock-tenancy.ts';
import { extendStayAndNotify, notifyTenancyManagers, notifyTenantsAndManagers } from './notify.ts';
import { applyPeopleChangeByPaper } from './people/people-answers.ts';
import { beginAskedTenancy } from './people/terms-answers.ts';
import { readTermsRequest } from './people/terms-request.ts';
import { carryOutDueTransfers } from './people/transfer.ts';
import { extendTenancyTerms, notifyRentChange, setRentFrom } from './rent.ts';
import { readEscalation, type TenancyRow } from './rows.ts';
import { readTenancyTerms } from './tenancy-detail.ts';

/** Runs `work` for every due tenancy, in one transaction each, after reading it again under lock. */
async function each(db: Db, due: RawBuilder<unknown>, work: (ctx: Ctx, row: TenancyRow) => Promise<void>): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`/* unscoped: scheduled job maintains tenancies */ select id from tenancy where ${due} order by id`.execute(db);
  return processDueRows(db, rows, async (tx, { id }) => {
    const ctx = asClock(tx, 'scheduled job maintains tenancies');
    const row = await lockTenancy(ctx, id);
    const still = await sql`/* unscoped: scheduled job maintains tenancies */ select 1 from tenancy where id = ${id} and ${due}`.execute(tx);
    if (still.rows.length > 0) await work(ctx, row);
  });
}
const today = sql`app.today()`;

/**
 * Starts tenancies on their start day. If requirements are missing, the manager is notified once a day. A tenancy without a booking expires after two
 * weeks.
 */
export const startDueTenancies = (db: Db) =>
  each(db, sql`status = 'pending' and terms_ask is null and ${today} >= starts_on`, async (ctx, row) => {
    const lacking = await readMissingMoveInRequirements(ctx, row);
    if (lacking.length === 0) {
      await beginTenancy(ctx, row, 'clock');
      return;
    }
    if (row.booking_id === null && countDaysBetween(row.starts_on, clock.today()) > unstartedTenancyWithdrawalDays)
      return expirePendingTenancy(ctx, row);
    if (row.told_on === clock.today()) return;
    await updateTenancy(ctx, row, { told_on: clock.today() });
    await notifyTenancyManagers(ctx, row, 'tenancy.missing', { day: row.starts_on, missing: lacking.join(' ') }, clock.today());
  });

/**
 * Ends terms whose last day has passed without notice: the tenancy continues month to month, or becomes a holdover while the unit is still occupied.
 */
export const finishEndedTerms = (db: Db) =>
  each(db, sql`status = 'active' and ends_on < ${today} and leaving_on is null`, async (ctx, row) => {
    const last = row.ends_on ?? clock.today();
    if (row.holdover === 'roll') {
      await makeMove(ctx, tenancyMachine, 'renew', row.id, 'the term ended and goes on', 'clock');
      await extendTenancyTerms(ctx, row, null);
      const after = await updateTenancy(ctx, row, { term_type: 'periodic', ends_on: null, stage: 'normal', renewal: null, alerted: null });
      await logTenancyChange(ctx, row, after);
      await publishEvent(ctx, 'tenancy.terms_changed', { tenancyId: row.id });
      return notifyTenantsAndManagers(ctx, after, 'tenancy.rolled', { day: last }, last);
    }
    await makeMove(ctx, tenancyMachine, 'expire', row.id, 'the term ended', 'clock');
    const after = await updateTenancy(ctx, row, { stage: 'holdover' });
    await logTenancyChange(ctx, row, after);
    await onTenancyFactsChanged(ctx, row.id);
    await notifyTenantsAndManagers(ctx, after, 'tenancy.expired', { day: last }, last);
  });

/**
 * Handles overstays: if the move-out day has passed without a move-out, the stay is extended by a day, and the next tenancy starts a day later and is
 * notified.
 */
export const extendOverstays = (db: Db) =>
  each(db, sql`status in ('active', 'expired') and leaving_on < ${today}`, async (ctx, row) => {
    if ((await extendStayAndNotify(ctx, row, addDays(clock.today(), 1))) === 0) return;
    await notifyTenancyManagers(ctx, row, 'tenancy.late', { day: addDays(clock.today(), 1) }, clock.today());
  });

const farthest = Math.max(...tenancyEndReminderDays);
const alertEvents = { 90: 'tenancy.ending90', 60: 'tenancy.ending60', 30: 'tenancy.ending30' } as const;
/** A tenth of all tenancies end within ninety days, so tenancies that were already notified are not locked again every hour. */
const unsaid = sql`(alerted is null or alerted > (select min(days) from unnest(${sql.val([...tenancyEndReminderDays])}::int[]) days where ends_on - ${today} <= days))`;
/** Both sides are notified 90, 60 and 30 days before the end; after an outage only the newest notification is sent. */
export const sendTenancyEndReminders = (db: Db) =>
  each(
    db,
    sql`status = 'active' and leaving_on is null and ends_on between ${today} and ${today} + ${farthest}::int and ${unsaid}`,
    async (ctx, row) => {
      const left = countDaysBetween(clock.today(), row.ends_on ?? clock.today());
      const due = [...tenancyEndReminderDays].reverse().find((days) => left <= days);
      if (due === undefined || (row.alerted !== null && row.alerted <= due)) return;
      await updateTenancy(ctx, row, { alerted: due });
      const said = { day: row.ends_on ?? '', days: String(left) };
      await notifyTenantsAndManagers(ctx, row, alertEvents[due], said, row.ends_on ?? '');
    },
  );

/** Applies agreed rent increases (escalation) with the agreed notice. After an outage the increase starts later, never with less notice. */
export const applyScheduledRentIncreases = (db: Db) =>
  each(
    db,
    sql`status = 'active' and leaving_on is null and escalation ->> 'kind' <> 'none' and (escalation ->> 'next_on')::date - coalesce((escalation ->> 'notice_days')::int, notice_days) <= ${today}`,
    async (ctx, row) => {
      const up = readEscalation(row);
      const earliest = addDays(clock.today(), up.notice_days ?? row.notice_days);
      const from = up.next_on && up.next_on > earliest ? up.next_on : earliest;
      const terms = await readTenancyTerms(ctx, row.id);
      const term = terms.findLast((one) => one.from <= from);
      const last = terms.at(-1)?.last ?? null;
      const next = { ...up, next_on: findNextRentIncreaseDay(up, from) };
      // There is no automatic increase after the agreed term, because the next term states its own rent.
      const raised =
        term && (last === null || from <= last)
          ? term.rent_cents + (up.kind === 'percent' ? applyRate(term.rent_cents, up.value ?? 0) : prorateCents(up.value ?? 0, 1, 1))
          : null;
      if (raised !== null) {
        await setRentFrom(ctx, row, from, raised, 'escalation');
        await notifyRentChange(ctx, row, from, raised);
      }
      const after = await updateTenancy(ctx, row, { escalation: JSON.stringify(raised === null ? { ...up, kind: 'none' } : next) });
      await logTenancyChange(ctx, row, after, raised === null ? {} : { was: { rent_cents: term?.rent_cents ?? null }, is: { rent_cents: raised } });
    },
  );

/** Expires renewal offers that were not accepted in time. */
export const expireRenewalOffers = (db: Db) =>
  each(db, sql`renewal is not null and (renewal ->> 'until')::date < ${today}`, async (ctx, row) => {
    const after = await updateTenancy(ctx, row, { renewal: null, stage: row.status === 'expired' ? 'holdover' : 'normal' });
    await logTenancyChange(ctx, row, after, { reason: 'the renewal was not accepted in time' });
  });

/** An imported tenancy begins after its objection period. A tenancy recorded by hand that its payers do not confirm is withdrawn. */
export const settleTermsRequests = (db: Db) =>
  each(
    db,
    sql`status = 'pending' and terms_ask is not null and case when terms_ask ->> 'until' is not null then (terms_ask ->> 'until')::date <= ${today}
      else app.day((terms_ask ->> 'at')::timestamptz) + ${unconfirmedTenancyDays}::int <= ${today} end`,
    (ctx, row) => (readTermsRequest(row)?.until ? beginAskedTenancy(ctx, row) : withdrawUnconfirmedTenancy(ctx, row)),
  );

/** Changes of people whose leaving payers did not decline in the time that a document gives them. */
export const settlePeopleRequests = (db: Db) =>
  each(
    db,
    sql`status in ('pending', 'active', 'expired') and (people_ask ->> 'until')::date <= ${today}
      and coalesce(leaving -> 'objection' ->> 'state', '') not in ('open', 'reviewing')`,
    applyPeopleChangeByPaper,
  );

/** Expires requests for a shorter notice that were not accepted before their day. */
export const expireShortNoticeRequests = (db: Db) =>
  each(db, sql`leaving_ask is not null and (leaving_ask ->> 'on')::date < ${today}`, (ctx, row) =>
    cancelShortNoticeRequest(ctx, row, 'the shorter notice was not agreed in time'),
  );

export const tenancyJobs: readonly ScheduledJob[] = [
  // Transfers run first, because the next tenancy of the old unit may start on the same day.
  { name: 'tenancy.transfer', everyMinutes: 60, run: carryOutDueTransfers },
  { name: 'tenancy.start', everyMinutes: 60, run: startDueTenancies },
  { name: 'tenancy.finish', everyMinutes: 60, run: finishEndedTerms },
  { name: 'tenancy.overstay', everyMinutes: 60, run: extendOverstays },
  { name: 'tenancy.alert', everyMinutes: 60, run: sendTenancyEndReminders },
  { name: 'tenancy.escalate', everyMinutes: 60, run: applyScheduledRentIncreases },
  {
    name: 'tenancy.offers',
    everyMinutes: 60,
    run: async (db) =>
      (await expireRenewalOffers(db)) + (await expireShortNoticeRequests(db)) + (await settleTermsRequests(db)) + (await settlePeopleRequests(db)),
  },
];
