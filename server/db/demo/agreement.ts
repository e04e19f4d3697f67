import { sql } from 'kysely';
import { agreementMachine } from '#contract/agreement/machine.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { hashSigningToken, makeVerificationCode, readAgreementText, writeAgreementDraft } from '#server/agreement/service.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { asClock } from '#server/kernel/ctx.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';

type Status = keyof typeof agreementMachine.states;
/**
 * The progress of a demo agreement. With `everybody`, all parties have signed and the worker seals the agreement at the first start, with a real
 * seal.
 */
type Stand = {
  readonly status: Status;
  readonly days: number;
  readonly signed?: 'first' | 'everybody';
  readonly reason?: string;
  readonly move?: string;
};
const coming: readonly Stand[] = [
  { status: 'draft', days: 0 },
  { status: 'pending_signature', days: 1 },
  { status: 'partially_signed', days: 2, signed: 'first' },
  { status: 'rejected', days: 4, reason: 'The deposit should be one month’s rent, not two', move: 'reject' },
  { status: 'expired', days: 12, move: 'expire' },
  { status: 'archived', days: 6, reason: 'The parties agreed on a different rent', move: 'void' },
];
const sealed: Stand = { status: 'partially_signed', days: 20, signed: 'everybody' };
const renewal: Stand = { status: 'pending_signature', days: 1 };
const hour = 3_600_000;
const ofTenant = sql`exists (select 1 from tenancy_person p join tenant n on n.id = p.tenant_id join person g on g.id = n.person_id
  where p.tenancy_id = t.id and g.email = 'tenant@makao.test')`;
const renewed = sql`exists (select 1 from tenancy_term x where x.tenancy_id = t.id and x.why = 'renewal')`;

/**
 * Adds an agreement in every status for the demo's owner and agent, and a sealed renewal; for the demo's tenant a sealed lease and a renewal to sign.
 */
export async function fillAgreements(db: Db): Promise<void> {
  const homes = async (email: string, status: string, many: number, those = sql`true`) => {
    const { rows } = await sql<{ id: number }>`select t.id from tenancy t join person o on o.email = ${email}
      where t.status = ${status} and t.leaving_on is null and (t.company_id = o.company_id or exists (select 1 from mandate m where m.agent_company_id = o.company_id
          and m.owner_company_id = t.company_id and m.ended_at is null and (m.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = m.id and mp.property_id = t.property_id))))
        and not exists (select 1 from agreement a where a.tenancy_id = t.id)
        and exists (select 1 from tenancy_person p where p.tenancy_id = t.id) and ${those}
      order by t.id limit ${many}`.execute(db);
    return rows.map(({ id }) => id);
  };
  for (const id of await homes('owner@makao.test', 'active', 1, ofTenant)) {
    await put(db, id, 'lease', sealed);
    await put(db, id, 'renewal', renewal);
  }
  for (const email of ['owner@makao.test', 'agent@makao.test']) {
    const [mine, lived] = [await homes(email, 'pending', coming.length), await homes(email, 'active', coming.length + 1)];
    const [first, ...others] = lived;
    if (first) await put(db, first, 'lease', sealed);
    // Statuses left over because there are too few coming tenancies are shown on a renewal of a current tenancy.
    for (const [n, stand] of coming.entries()) {
      const at = mine[n] ?? others[n];
      if (at) await put(db, at, mine[n] === undefined ? 'renewal' : 'lease', stand);
    }
    // A tenancy whose term was renewed has the renewal document.
    for (const id of await homes(email, 'active', 1, renewed)) await put(db, id, 'renewal', sealed);
  }
}

async function put(db: Db, tenancyId: number, kind: 'lease' | 'renewal', stand: Stand): Promise<void> {
  const ctx = asClock(db, 'the demo');
  const sent = new Date(clock.ms() - stand.days * 24 * hour - hour);
  const id = await writeAgreementDraft(ctx, { tenancyId, kind, at: new Date(sent.getTime() - 2 * hour) });
  if (stand.status === 'draft') return;
  const row = await systemRows(db, 'agreement', 'the demo').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const words = await readAgreementText(ctx.db, row);
  await db
    .updateTable('agreement')
    .set({
      status: stand.status,
      language: 'both',
      message: 'Karibu. Read the document carefully and call us if you have questions.',
      text: JSON.stringify(words.text),
      terms: JSON.stringify(words.facts),
      frozen_at: sent,
      created_at: new Date(sent.getTime() - 2 * hour),
      updated_at: sent,
      verify_code: makeVerificationCode(),
      reason: stand.reason ?? '',
    })
    .where('id', '=', id)
    .execute();
  const parties = await db.selectFrom('agreement_party').selectAll().where('agreement_id', '=', id).orderBy('turn').orderBy('id').execute();
  const note = noteEvent(db, id);
  await note('sent', sent);
  const open = isOpen(stand);
  const count = stand.signed === 'everybody' ? parties.length : stand.signed === 'first' ? 1 : 0;
  for (const [n, party] of parties.entries()) {
    const [signed, turn] = [n < count, n === count];
    const at = new Date(sent.getTime() + n * hour);
    await db
      .updateTable('agreement_party')
      .set({
        status: signed ? 'signed' : turn ? statusOfTurn(stand) : 'waiting',
        ...(signed || turn ? { invited_at: at, expires_at: computeEveningDeadline(at, 7 * 24) } : {}),
        token_hash: open && turn ? hashSigningToken(`demo:${party.id}`) : null,
      })
      .where('id', '=', party.id)
      .execute();
    if (signed || turn) await note('invited', at, party.id);
    if (signed) await note('signed', new Date(at.getTime() + hour / 2), party.id);
    if (turn && stand.move)
      await note(
        ({ reject: 'rejected', expire: 'expired', void: 'voided' } as Record<string, string>)[stand.move] ?? '',
        new Date(at.getTime() + hour),
        // The landlord’s side voids it, not the signer.
        stand.move === 'void' ? null : party.id,
        stand.reason,
      );
  }
  await log(db, id, sent, ['send', ...(count > 0 ? ['sign'] : []), ...(stand.move ? [stand.move] : [])]);
  await enqueueJob(ctx.db, 'agreement.papers', { agreementId: id }, `agreement.papers:${id}`);
}

const isOpen = ({ status }: Stand): boolean => status === 'pending_signature' || status === 'partially_signed';
/** The status of the party whose turn it is. */
const statusOfTurn = (stand: Stand) => (isOpen(stand) || stand.status === 'archived' ? 'sent' : (stand.status as 'rejected' | 'expired'));
const noteEvent =
  (db: Db, agreementId: number) =>
  (what: string, at: Date, partyId: number | null = null, said = '') =>
    db
      .insertInto('agreement_event')
      .values({ agreement_id: agreementId, party_id: partyId, what, at, detail: JSON.stringify(said ? { said } : {}) })
      .execute();

const steps: Readonly<Record<string, { readonly to: Status }>> = agreementMachine.moves;
async function log(db: Db, id: number, sent: Date, moves: readonly string[]): Promise<void> {
  let from: Status = 'draft';
  for (const [n, move] of moves.entries()) {
    const to: Status = steps[move]?.to ?? from;
    // The landlord’s side sends and voids it. The signer has no account here, and the deadline expires automatically.
    const lets = move === 'send' || move === 'void';
    await sql`insert into move_log (at, subject, subject_id, move, from_state, to_state, actor_type, actor_id)
      select ${new Date(sent.getTime() + n * hour - (move === 'sign' ? hour / 2 : 0))}, 'agreement', a.id, ${move}, ${from}, ${to}, case when ${lets} then 'owner' else 'clock' end,
        case when ${lets} then (select min(h.id) from person h where h.company_id = a.company_id and h.user_type = ${userTypes.owner}) end from agreement a where a.id = ${id}`.execute(
      db,
    );
    from = to;
  }
}
