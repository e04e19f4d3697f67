import type { AgreementKind } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { clock } from '#contract/time/clock.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { asUnscoped, type Ctx } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import type { EventHandlers } from '#server/kernel/publish.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { findDefaultAgreementTemplate, readTenancyFacts, readTenancyPeople } from './facts.ts';
import { inviteNextParty } from './invite.ts';
import { buildUpdatedParties, isPayingParty, listMissingPayerNames, replaceParties } from './parties.ts';
import { draftRenewal } from './renewal.ts';
import { type AgreementRow, addAgreementTrailEntry, listAgreementParties } from './rows.ts';
import { onTenantMerged } from './tenant-merge.ts';
import { draftTenancyLease, voidAgreement, writeAgreementDraft } from './write-draft.ts';

const why = 'an agreement follows the events of its tenancy';
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
  sameRow(ctx.db, 'agreement', row)
    .change()
    .set({ ...set, updated_at: clock.now() })
    .$call(oneRow);

/** A tenancy that never begins voids its unsigned agreements; a tenancy that ended archives its documents. */
async function putAway(ctx: Ctx, tenancyId: number, reason: Reason): Promise<void> {
  for (const row of await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute()) await away(ctx, row, reason);
}
const away = (ctx: Ctx, row: AgreementRow, reason: Reason) =>
  row.status === 'fully_signed' ? makeMove(ctx, agreementMachine, 'archive', row.id, reason, 'clock') : voidAgreement(ctx, row, reason, 'clock');

/** Writes the draft again from current facts; a lease only before move-in. */
async function writeAnew(ctx: Ctx, { tenancy_id, kind }: { readonly tenancy_id: number; readonly kind: AgreementKind }): Promise<void> {
  if (kind === 'lease') await draftTenancyLease(ctx, { tenancyId: tenancy_id });
  else await writeAgreementDraft({ ...ctx, note: { audited: 0 } }, { tenancyId: tenancy_id, kind });
}

/**
 * The people of a tenancy changed. A draft is updated. A sent agreement, or a scan that awaits confirmation, names people who no longer pay: it is
 * withdrawn with a notification, and a new draft is created. The same applies to a signed lease of a tenancy that has not begun. For an active
 * tenancy, an addendum names the current people.
 */
async function onTermsChanged(ctx: Ctx, { tenancyId }: DomainEvents['tenancy.terms_changed']): Promise<void> {
  const rows = await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute();
  for (const row of rows) {
    const parties = await listAgreementParties(ctx.db, row);
    if (row.status === 'draft' && row.wet_ink === null) {
      const now = await buildUpdatedParties(ctx.db, await readTenancyFacts(ctx.db, tenancyId), parties);
      if (!now) continue;
      await replaceParties(ctx, row, now);
      await put(ctx, row, { revision: row.revision + 1 });
    } else if (isOpen(row) || (row.kind === 'lease' && row.tenancy_status === 'pending' && row.status === 'fully_signed')) {
      const unasked = await listMissingPayerNames(ctx.db, tenancyId, parties);
      if (unasked.length === 0 && !(await left(ctx, row, parties))) continue;
      await away(ctx, row, 'who is in the tenancy changed');
      if (row.kind !== 'sale') await writeAnew(ctx, row);
    }
  }
}
/** The signed lease of an active tenancy stays valid: a draft addendum for its manager names the current people. */
async function addendumFor(ctx: Ctx, { tenancyId }: DomainEvents['tenancy.people_changed']): Promise<void> {
  const rows = await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute();
  const signed = rows.some((row) => row.kind === 'lease' && row.status === 'fully_signed' && row.tenancy_status !== 'pending');
  if (!signed || rows.some((row) => row.kind === 'addendum' && isOpen(row))) return;
  const { companyId, commercial } = await readTenancyFacts(ctx.db, tenancyId);
  if (await findDefaultAgreementTemplate(ctx.db, companyId, 'addendum', commercial))
    await writeAnew(ctx, { tenancy_id: tenancyId, kind: 'addendum' });
}
/** Whether the agreement names a tenant who is no longer in the tenancy. */
async function left(ctx: Ctx, row: AgreementRow, parties: Awaited<ReturnType<typeof listAgreementParties>>): Promise<boolean> {
  const people = await readTenancyPeople(ctx.db, row.tenancy_id);
  return parties.some((p) => isPayingParty(p) && !people.some(({ tenant_id, role }) => role !== 'guarantor' && tenant_id === p.tenant_id));
}

/**
 * An agent whose mandate ended can no longer sign: their open signature is void, and the next signatory is asked. If the agent was the only signatory
 * for the landlord, the agreement is withdrawn, and the holder gets a new draft.
 */
async function mandateEnded(ctx: Ctx, { agentCompanyId, propertyIds }: DomainEvents['mandate.ended']): Promise<void> {
  if (propertyIds.length === 0) return;
  const rows = await still(ctx)
    .where('agreement.agent_company_id', '=', agentCompanyId)
    .where('agreement.property_id', 'in', [...propertyIds])
    .execute();
  for (const row of rows) {
    const without = { ...row, agent_company_id: null };
    await put(ctx, row, { agent_company_id: null, revision: row.revision + 1 });
    const parties = await listAgreementParties(ctx.db, row);
    const agents = parties.filter(({ role, status }) => role === 'agent' && status !== 'signed');
    if (agents.length === 0 || !isOpen(row)) continue;
    if (row.status === 'draft' && row.wet_ink === null) {
      const now = await buildUpdatedParties(ctx.db, await readTenancyFacts(ctx.db, row.tenancy_id), parties, true);
      if (now) await replaceParties(ctx, row, now);
    } else if (!parties.some(({ role }) => role === 'owner')) {
      await voidAgreement(ctx, without, 'the mandate ended', 'clock');
      await writeAnew(ctx, row);
    } else {
      for (const agent of agents) {
        await sameRow(ctx.db, 'agreement_party', agent).change().set({ status: 'void', token_hash: null, remind_at: null }).$call(oneRow);
        await addAgreementTrailEntry(ctx, row.id, 'voided', { partyId: agent.id, detail: { said: 'the mandate ended' } });
      }
      if (row.status !== 'draft' && row.wet_ink === null && !(await inviteNextParty(asUnscoped(ctx, why), without)))
        await enqueueJob(ctx.db, 'agreement.seal', { agreementId: row.id }, `agreement.seal:${row.id}`);
    }
  }
}

/** The tenants moved to another unit of the same tenancy, so people with access to that unit see its agreements. */
async function onHomeChanged(ctx: Ctx, { tenancyId }: { readonly tenancyId: number }): Promise<void> {
  await unscopedTable(ctx.db, 'agreement', why)
    .change()
    .set((eb) => ({ property_id: eb.selectFrom('tenancy').select('property_id').where('tenancy.id', '=', tenancyId) }))
    .where('tenancy_id', '=', tenancyId)
    .where('status', '<>', 'archived')
    .execute();
}
/** A new owner of the property takes over the signed agreements of the tenancy; open ones are void, because the former owner can no longer sign. */
async function handedOver(ctx: Ctx, { tenancyId, toCompany, why: reason }: DomainEvents['tenancy.handed_over']): Promise<void> {
  for (const row of await still(ctx).where('agreement.tenancy_id', '=', tenancyId).execute()) {
    if (isOpen(row)) await voidAgreement(ctx, row, reason, 'clock');
    await put(ctx, row, { company_id: toCompany, agent_company_id: null });
    if (isOpen(row) && row.kind === 'lease') await writeAnew(ctx, row);
  }
}

export const agreementEventHandlers: EventHandlers = {
  'tenant.merged': onTenantMerged,
  'tenancy.made': draftTenancyLease,
  'tenancy.terms_changed': onTermsChanged,
  'tenancy.people_changed': addendumFor,
  'tenancy.renewed': draftRenewal,
  'mandate.ended': mandateEnded,
  'tenancy.transferred': onHomeChanged,
  'tenancy.handed_over': handedOver,
  'tenancy.withdrawn': (ctx, { tenancyId }) => putAway(ctx, tenancyId, 'the tenancy did not come about'),
  'tenancy.ended': (ctx, { tenancyId }) => putAway(ctx, tenancyId, 'the tenancy ended'),
};
