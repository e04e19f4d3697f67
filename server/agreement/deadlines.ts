import { sql } from 'kysely';
import { invitedPartyStatuses } from '#contract/agreement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import type { ScheduledJob } from '#server/jobs/scheduler.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { readCompanyName } from '#server/people/service.ts';
import { closeUnsignedAgreement } from './close-unsigned.ts';
import { computeNextSigningReminder, makeSigningToken, signingPath } from './invite.ts';
import { notifyAgreementParty, readAgreementHomeName } from './notify.ts';
import { type AgreementRow, addAgreementTrailEntry, type PartyRow } from './rows.ts';

const why = 'scheduled job for the deadlines of agreements';
const due = (db: Db, column: 'expires_at' | 'remind_at') =>
  systemRows(db, 'agreement_party', why)
    .innerJoin('agreement', 'agreement.id', 'agreement_party.agreement_id')
    .where('agreement_party.status', 'in', [...invitedPartyStatuses])
    .where('agreement.status', 'in', ['pending_signature', 'partially_signed'])
    .where(sql<boolean>`${sql.ref(`agreement_party.${column}`)} <= app.now()`);
const some = (db: Db, column: 'expires_at' | 'remind_at') =>
  due(db, column).select(['agreement_party.id', 'agreement_party.agreement_id']).orderBy('agreement_party.id').execute();
const count = async (db: Db, column: 'expires_at' | 'remind_at') =>
  Number((await due(db, column).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n);

/** Handles each agreement in its own transaction and reads it again under lock, because a signature or another node may have changed it. */
async function each(
  db: Db,
  column: 'expires_at' | 'remind_at',
  work: (tx: Db, row: AgreementRow, party: PartyRow) => Promise<void>,
): Promise<number> {
  let done = 0;
  await processDueRows(db, await some(db, column), async (tx, { id, agreement_id }) => {
    const row = await systemRows(tx, 'agreement', why)
      .selectAll()
      .where('id', '=', agreement_id)
      .where('status', 'in', ['pending_signature', 'partially_signed'])
      .forUpdate()
      .executeTakeFirst();
    const party = row && (await due(tx, column).selectAll('agreement_party').where('agreement_party.id', '=', id).executeTakeFirst());
    if (!party) return;
    await work(tx, row, party);
    done += 1;
  });
  return done;
}

/** Expires agreements whose signatory did not sign in time. */
export const expireAgreements = (db: Db) =>
  each(db, 'expires_at', async (tx, row, party) => {
    await sameRow(tx, 'agreement_party', party).change().set({ status: 'expired' }).$call(oneRow);
    await closeUnsignedAgreement(asClock(tx), row, 'expire', '', party);
  });

/** After days of silence only the newest reminder is sent, and none once the time is over. */
export const remindDueSigners = (secret: string, db: Db) =>
  each(db, 'remind_at', async (tx, row, party) => {
    const [invitedAt, expiresAt] = [party.invited_at ?? clock.now(), party.expires_at ?? clock.now()];
    let reminded = party.reminded + 1;
    for (
      let next = computeNextSigningReminder(invitedAt, reminded);
      next && next <= clock.now();
      next = computeNextSigningReminder(invitedAt, reminded)
    )
      reminded += 1;
    await sameRow(tx, 'agreement_party', party)
      .change()
      .set({ reminded, remind_at: computeNextSigningReminder(invitedAt, reminded) })
      .$call(oneRow);
    if (expiresAt <= clock.now()) return;
    const ctx = asClock(tx);
    await addAgreementTrailEntry(ctx, row.id, 'reminded', { partyId: party.id });
    const params = {
      company: await readCompanyName(ctx.db, row.company_id),
      home: await readAgreementHomeName(ctx, row),
      date: toNairobiDay(expiresAt),
    };
    await notifyAgreementParty(
      ctx,
      row,
      party,
      { event: 'contract.reminder', params, key: `${row.id}:${invitedAt.getTime()}:${reminded}` },
      signingPath(makeSigningToken(secret, 'link', party)),
    );
  });

const unsettled = (db: Db) =>
  unscopedTable(db, 'agreement', why)
    .select()
    .innerJoin('tenancy', 'tenancy.id', 'agreement.tenancy_id')
    .select(['agreement.id', 'agreement.tenancy_id', 'tenancy.booking_id', 'tenancy.property_id', 'tenancy.unit_id'])
    .where('agreement.status', 'in', ['expired', 'rejected'])
    .where('tenancy.status', '=', 'pending')
    .where(sql<boolean>`agreement.settle_by <= app.now()`)
    .orderBy('agreement.id');

/** Releases homes whose agreement got no new version in time, in lock order, and archives the agreement. */
export const archiveUnresolvedAgreements = async (db: Db): Promise<number> =>
  processDueRows(db, await unsettled(db).execute(), async (tx, { id }) => {
    const row = await unsettled(tx).where('agreement.id', '=', id).executeTakeFirst();
    if (!row) return;
    const { tenancy_id: tenancyId, booking_id: bookingId, property_id: propertyId, unit_id: unitId } = row;
    await publishEvent(asClock(tx), 'agreement.unsettled', { agreementId: id, tenancyId, bookingId, propertyId, unitId });
  });

export const agreementJobs = ({ secret }: RunningServices): readonly ScheduledJob[] => [
  { name: 'agreement.expire', everyMinutes: 10, run: expireAgreements, dryRun: (db) => count(db, 'expires_at') },
  { name: 'agreement.remind', everyMinutes: 60, run: (db) => remindDueSigners(secret, db), dryRun: (db) => count(db, 'remind_at') },
  { name: 'agreement.settle', everyMinutes: 60, run: archiveUnresolvedAgreements, dryRun: async (db) => (await unsettled(db).execute()).length },
];
