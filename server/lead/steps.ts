import { sql } from 'kysely';
import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { listAllowedMoves, type MoveOf, type StateOf } from '#contract/kernel/machine.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import { leadStages, leadStepEffects } from '#contract/lead/steps.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { announceListChange } from '#server/notification/service.ts';
import { readEnquiryRecipient, saveEnquiry } from './enquiry.ts';
import type { LeadRow } from './rows.ts';

type Stage = StateOf<typeof leadMachine>;
const why = 'the status of an enquiry changes regardless of the caller';

const lockLead = (ctx: Ctx, id: number): Promise<LeadRow | undefined> =>
  systemRows(ctx.db, 'lead', why).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The moves that bring an enquiry forward to a stage: one move if the state machine has it, otherwise through `contacted`. */
export function findMovesToStage(from: Stage, to: Stage): MoveOf<typeof leadMachine>[] {
  const [at, goal] = [leadStages.indexOf(from as 'new'), leadStages.indexOf(to as 'new')];
  if (at < 0 || goal <= at) return [];
  const straight = (state: Stage) => listAllowedMoves(leadMachine, state, 'clock').find((name) => leadMachine.moves[name].to === to);
  const one = straight(from);
  if (one) return [one];
  const then = straight('contacted');
  return from === 'new' && then ? ['contact', then] : [];
}

async function advance(ctx: Ctx, lead: LeadRow, to: Stage): Promise<void> {
  const path = findMovesToStage(lead.status, to);
  for (const name of path) await makeMove(ctx, leadMachine, name, lead.id, null, 'clock');
  if (path.length > 0) await sameRow(ctx.db, 'lead', lead).change().set({ moved_at: clock.now() }).$call(oneRow);
}

/**
 * Applies a later step (tour, application, tenancy) to the enquiry: its stage, its answer time and the visibility of the visitor's number, as
 * contract/lead/steps.ts defines.
 */
export async function onLeadStep(ctx: Ctx, { leadId, what }: DomainEvents['lead.step']): Promise<void> {
  const effect = leadStepEffects[what];
  const lead = await lockLead(ctx, leadId);
  if (!lead) return;
  if (effect?.stage) await advance(ctx, lead, effect.stage);
  const now = clock.now();
  await unscopedTable(ctx.db, 'lead', why)
    .change()
    .set({
      updated_at: now,
      ...(effect?.answers && lead.first_answer_at === null ? { first_answer_at: now } : {}),
      ...(effect?.opens && lead.reachable_at === null ? { reachable_at: now } : {}),
    })
    .where('id', '=', leadId)
    .$call(oneRow);
  await announceListChange(ctx, { module: 'lead', company: lead.company_id });
}

/** The company's first written reply counts as the first answer, and a new enquiry becomes contacted. */
export async function markLeadAnswered(ctx: Ctx, leadId: number): Promise<void> {
  const lead = await lockLead(ctx, leadId);
  if (!lead) return;
  await advance(ctx, lead, 'contacted');
  if (lead.first_answer_at === null) await sameRow(ctx.db, 'lead', lead).change().set({ first_answer_at: clock.now() }).$call(oneRow);
}

/** When a mandate ends, the owner takes over the enquiries about its units and can read the earlier messages. */
export async function returnLeadsToOwner(ctx: Ctx, { ownerCompanyId, agentCompanyId, propertyIds }: DomainEvents['mandate.ended']): Promise<void> {
  if (propertyIds.length === 0) return;
  const leads = await unscopedTable(ctx.db, 'lead', why)
    .select()
    .select('id')
    .where('company_id', '=', agentCompanyId)
    .where('property_id', 'in', [...propertyIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (leads.length === 0) return;
  await unscopedTable(ctx.db, 'lead', why)
    .change()
    .set({ company_id: ownerCompanyId, assigned_to: null, updated_at: clock.now(), revision: sql`revision + 1` })
    .where(
      'id',
      'in',
      leads.map(({ id }) => id),
    )
    .execute();
  for (const company of [ownerCompanyId, agentCompanyId]) await announceListChange(ctx, { module: 'lead', company });
}

type Visitor = {
  readonly personId: number | null;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  /** The visitor's message with the request, which becomes the first message of a new conversation. */
  readonly message: string;
};
/**
 * The enquiry that a tour, bid or booking belongs to: the latest open one of the same visitor about the same listing, otherwise a new one. The caller
 * has checked access to the listing. The visitor is identified by account, otherwise by phone number.
 */
export async function findOrCreateLead(ctx: Ctx, listingId: number, { personId, name, phone, email, message }: Visitor): Promise<number> {
  const known = await unscopedTable(ctx.db, 'lead', 'an enquiry of the same visitor about the same listing')
    .select()
    .select('id')
    .where('listing_id', '=', listingId)
    .where('status', 'not in', ['won', 'lost'])
    .where((eb) => (personId === null ? eb.and([eb('person_id', 'is', null), eb('phone', '=', phone)]) : eb('person_id', '=', personId)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (known) return known.id;
  const target = await readEnquiryRecipient(ctx, listingId);
  if (!target) throw new Refusal('notFound', sentence('itemNotFound'));
  const asking: Ctx = { ...ctx, me: { ...ctx.me, userId: personId } };
  return (await saveEnquiry(asking, target, { name, phone, email: email ?? undefined, message }, 'portal')).id;
}
