import type { AgreementKind } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { clock } from '#contract/time/clock.ts';
import { emit } from '#server/jobs/queue.ts';
import { type Ctx, unscoped } from '#server/kernel/ctx.ts';
import type { Follows } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, systemRows } from '#server/kernel/scoped-row.ts';
import { draft, draftFor, takeBack } from './drafts.ts';
import { factsOf, firstTemplate, peopleOf } from './facts.ts';
import { inviteNext } from './invite.ts';
import { followMerge } from './merged.ts';
import { followed, isPayer, replaceParties, unaskedIn } from './parties.ts';
import { renewalFor } from './renewed.ts';
import { type AgreementRow, note, partiesIn } from './rows.ts';

const why = 'what happened to the tenancy they are about';
type Reason = 'the tenancy did not come about' | 'the tenancy ended' | 'who is in the tenancy changed' | 'the mandate ended';

const still = (ctx: Ctx) =>
  systemRows(ctx.db, 'agreement', why)
    .innerJoin('tenancy', 'tenancy.id', 'agreement.tenancy_id')
    .selectAll('agreement')
    .select('tenancy.status as tenancy_status')
    .where('agreement.status', '<>', 'archived')
    .orderBy('agreement.id')
    .forUpdate('agreement');
const isOpen = ({ status }: AgreementRow): boolean => status === 'draft' || status === 'pending_signature' || status === 'partially_signed';
const put = (ctx: Ctx, row: AgreementRow, set: object) =>
  itself(ctx.db, 'agreement', row)
    .change()
    .set({ ...set, updated_at: clock.now() })
    .$call(oneRow);

/** A tenancy that comes to nothing takes what was to be signed with it; one that ended puts its papers away. */
async function putAway(ctx: Ctx, tenancyId: number, reason: Reason): Promise<void> {
  for (const row of await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute()) await away(ctx, row, reason);
}
const away = (ctx: Ctx, row: AgreementRow, reason: Reason) =>
  row.status === 'fully_signed' ? move(ctx, agreementMachine, 'archive', row.id, reason, 'clock') : takeBack(ctx, row, reason, 'clock');

/** Written anew from what is known now; a lease only for who has not moved in. */
async function writeAnew(ctx: Ctx, { tenancy_id, kind }: { readonly tenancy_id: number; readonly kind: AgreementKind }): Promise<void> {
  if (kind === 'lease') await draftFor(ctx, { tenancyId: tenancy_id });
  else await draft({ ...ctx, note: { audited: 0 } }, { tenancyId: tenancy_id, kind });
}

/**
 * The people of a tenancy changed. A draft follows them. What was sent to be signed, or was signed on paper and waits to be confirmed, names others
 * than those who pay: it is put away with word to all, and the next one is a draft. So is a lease that was signed for a tenancy that has not begun;
 * of one that is lived in, an addendum says who is in it now.
 */
async function followPeople(ctx: Ctx, { tenancyId }: Happenings['tenancy.terms_changed']): Promise<void> {
  const rows = await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute();
  for (const row of rows) {
    const parties = await partiesIn(ctx.db, row);
    if (row.status === 'draft' && row.wet_ink === null) {
      const now = await followed(ctx.db, await factsOf(ctx.db, tenancyId), parties);
      if (!now) continue;
      await replaceParties(ctx, row, now);
      await put(ctx, row, { revision: row.revision + 1 });
    } else if (isOpen(row) || (row.kind === 'lease' && row.tenancy_status === 'pending' && row.status === 'fully_signed')) {
      const unasked = await unaskedIn(ctx.db, tenancyId, parties);
      if (unasked.length === 0 && !(await left(ctx, row, parties))) continue;
      await away(ctx, row, 'who is in the tenancy changed');
      if (row.kind !== 'sale') await writeAnew(ctx, row);
    }
  }
}
/** What was signed for one that is lived in stands: an addendum says who is in it now, and waits as a draft for who manages it. */
async function addendumFor(ctx: Ctx, { tenancyId }: Happenings['tenancy.people_changed']): Promise<void> {
  const rows = await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute();
  const signed = rows.some((row) => row.kind === 'lease' && row.status === 'fully_signed' && row.tenancy_status !== 'pending');
  if (!signed || rows.some((row) => row.kind === 'addendum' && isOpen(row))) return;
  const { companyId, commercial } = await factsOf(ctx.db, tenancyId);
  if (await firstTemplate(ctx.db, companyId, 'addendum', commercial)) await writeAnew(ctx, { tenancy_id: tenancyId, kind: 'addendum' });
}
/** Whether somebody rents by the paper who is no longer in the tenancy. */
async function left(ctx: Ctx, row: AgreementRow, parties: Awaited<ReturnType<typeof partiesIn>>): Promise<boolean> {
  const people = await peopleOf(ctx.db, row.tenancy_id);
  return parties.some((p) => isPayer(p) && !people.some(({ tenant_id, role }) => role !== 'guarantor' && tenant_id === p.tenant_id));
}

/**
 * An agent who no longer stands for the holder signs nothing more: their open signature is void, and the next is asked. Where nobody else lets by
 * the paper, it is taken back, and the holder finds the next one as a draft.
 */
async function mandateEnded(ctx: Ctx, { agentCompanyId, propertyIds }: Happenings['mandate.ended']): Promise<void> {
  if (propertyIds.length === 0) return;
  const rows = await still(ctx)
    .where('agreement.agent_company_id', '=', agentCompanyId)
    .where('agreement.property_id', 'in', [...propertyIds])
    .execute();
  for (const row of rows) {
    const without = { ...row, agent_company_id: null };
    await put(ctx, row, { agent_company_id: null, revision: row.revision + 1 });
    const parties = await partiesIn(ctx.db, row);
    const agents = parties.filter(({ role, status }) => role === 'agent' && status !== 'signed');
    if (agents.length === 0 || !isOpen(row)) continue;
    if (row.status === 'draft' && row.wet_ink === null) {
      const now = await followed(ctx.db, await factsOf(ctx.db, row.tenancy_id), parties, true);
      if (now) await replaceParties(ctx, row, now);
    } else if (!parties.some(({ role }) => role === 'owner')) {
      await takeBack(ctx, without, 'the mandate ended', 'clock');
      await writeAnew(ctx, row);
    } else {
      for (const agent of agents) {
        await itself(ctx.db, 'agreement_party', agent).change().set({ status: 'void', token_hash: null, remind_at: null }).$call(oneRow);
        await note(ctx, row.id, 'voided', { partyId: agent.id, detail: { said: 'the mandate ended' } });
      }
      if (row.status !== 'draft' && row.wet_ink === null && !(await inviteNext(unscoped(ctx, why), without)))
        await emit(ctx.db, 'agreement.seal', { agreementId: row.id }, `agreement.seal:${row.id}`);
    }
  }
}

/** They live in another home of the same tenancy: who sees what belongs to that home sees its papers. */
async function followHome(ctx: Ctx, { tenancyId }: { readonly tenancyId: number }): Promise<void> {
  await everything(ctx.db, 'agreement', why)
    .change()
    .set((eb) => ({ property_id: eb.selectFrom('tenancy').select('property_id').where('tenancy.id', '=', tenancyId) }))
    .where('tenancy_id', '=', tenancyId)
    .where('status', '<>', 'archived')
    .execute();
}
/** Another holder breaks no lease: what was signed follows the tenancy to them. What was still to be signed with the old one is over. */
async function handedOver(ctx: Ctx, { tenancyId, toCompany, why: reason }: Happenings['tenancy.handed_over']): Promise<void> {
  for (const row of await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute()) {
    if (isOpen(row)) await takeBack(ctx, row, reason, 'clock');
    await put(ctx, row, { company_id: toCompany, agent_company_id: null });
    if (isOpen(row) && row.kind === 'lease') await writeAnew(ctx, row);
  }
}

export const agreementFollows: Follows = {
  'tenant.merged': followMerge,
  'tenancy.made': draftFor,
  'tenancy.terms_changed': followPeople,
  'tenancy.people_changed': addendumFor,
  'tenancy.renewed': renewalFor,
  'mandate.ended': mandateEnded,
  'tenancy.transferred': followHome,
  'tenancy.handed_over': handedOver,
  'tenancy.withdrawn': (ctx, { tenancyId }) => putAway(ctx, tenancyId, 'the tenancy did not come about'),
  'tenancy.ended': (ctx, { tenancyId }) => putAway(ctx, tenancyId, 'the tenancy ended'),
};
