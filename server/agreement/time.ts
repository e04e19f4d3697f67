import { sql } from 'kysely';
import { asked } from '#contract/agreement/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { dayOf } from '#contract/time/days.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Job } from '#server/jobs/scheduler.ts';
import { atClock, type Db } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import type { House } from '#server/kernel/house.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, systemRows } from '#server/kernel/scoped-row.ts';
import { companyName } from '#server/people/service.ts';
import { fall } from './fall.ts';
import { madeToken, nextReminder, pathOf } from './invite.ts';
import { type AgreementRow, note, type PartyRow } from './rows.ts';
import { homeOf, tellParty } from './tell.ts';

const why = 'the clock';
const due = (db: Db, column: 'expires_at' | 'remind_at') =>
  systemRows(db, 'agreement_party', why)
    .innerJoin('agreement', 'agreement.id', 'agreement_party.agreement_id')
    .where('agreement_party.status', 'in', [...asked])
    .where('agreement.status', 'in', ['pending_signature', 'partially_signed'])
    .where(sql<boolean>`${sql.ref(`agreement_party.${column}`)} <= app.now()`);
const some = (db: Db, column: 'expires_at' | 'remind_at') =>
  due(db, column).select(['agreement_party.id', 'agreement_party.agreement_id']).orderBy('agreement_party.id').execute();
const count = async (db: Db, column: 'expires_at' | 'remind_at') =>
  Number((await due(db, column).select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n);

/** Each in a transaction of its own, read again where it is held: somebody may have signed meanwhile, or another node been here. */
async function each(
  db: Db,
  column: 'expires_at' | 'remind_at',
  work: (tx: Db, row: AgreementRow, party: PartyRow) => Promise<void>,
): Promise<number> {
  let done = 0;
  await eachDue(db, await some(db, column), async (tx, { id, agreement_id }) => {
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

/** Whoever did not sign in their own time: the agreement has run out. */
export const expireAgreements = (db: Db) =>
  each(db, 'expires_at', async (tx, row, party) => {
    await itself(tx, 'agreement_party', party).change().set({ status: 'expired' }).$call(oneRow);
    await fall(atClock(tx), row, 'expire', '', party);
  });

/** After days of silence only the newest reminder is sent, and none once the time is over. */
export const remindSigners = (secret: string, db: Db) =>
  each(db, 'remind_at', async (tx, row, party) => {
    const [invitedAt, expiresAt] = [party.invited_at ?? clock.now(), party.expires_at ?? clock.now()];
    let reminded = party.reminded + 1;
    for (let next = nextReminder(invitedAt, reminded); next && next <= clock.now(); next = nextReminder(invitedAt, reminded)) reminded += 1;
    await itself(tx, 'agreement_party', party)
      .change()
      .set({ reminded, remind_at: nextReminder(invitedAt, reminded) })
      .$call(oneRow);
    if (expiresAt <= clock.now()) return;
    const ctx = atClock(tx);
    await note(ctx, row.id, 'reminded', { partyId: party.id });
    const params = { company: await companyName(ctx.db, row.company_id), home: await homeOf(ctx, row), date: dayOf(expiresAt) };
    await tellParty(
      ctx,
      row,
      party,
      { event: 'contract.reminder', params, key: `${row.id}:${invitedAt.getTime()}:${reminded}` },
      pathOf(madeToken(secret, 'link', party)),
    );
  });

const unsettled = (db: Db) =>
  everything(db, 'agreement', why)
    .select()
    .innerJoin('tenancy', 'tenancy.id', 'agreement.tenancy_id')
    .select(['agreement.id', 'agreement.tenancy_id', 'tenancy.booking_id', 'tenancy.property_id', 'tenancy.unit_id'])
    .where('agreement.status', 'in', ['expired', 'rejected'])
    .where('tenancy.status', '=', 'pending')
    .where(sql<boolean>`agreement.settle_by <= app.now()`)
    .orderBy('agreement.id');

/** No new version came in time: whoever holds the home for it lets it go, in the order of the locks, and the agreement is put away with it. */
export const settleFallen = async (db: Db): Promise<number> =>
  eachDue(db, await unsettled(db).execute(), async (tx, { id }) => {
    const row = await unsettled(tx).where('agreement.id', '=', id).executeTakeFirst();
    if (!row) return;
    const { tenancy_id: tenancyId, booking_id: bookingId, property_id: propertyId, unit_id: unitId } = row;
    await happened(atClock(tx), 'agreement.unsettled', { agreementId: id, tenancyId, bookingId, propertyId, unitId });
  });

export const agreementJobs = ({ secret }: House): readonly Job[] => [
  { name: 'agreement.expire', everyMinutes: 10, run: expireAgreements, dryRun: (db) => count(db, 'expires_at') },
  { name: 'agreement.remind', everyMinutes: 60, run: (db) => remindSigners(secret, db), dryRun: (db) => count(db, 'remind_at') },
  { name: 'agreement.settle', everyMinutes: 60, run: settleFallen, dryRun: async (db) => (await unsettled(db).execute()).length },
];
