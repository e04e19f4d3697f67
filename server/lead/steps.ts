import { sql } from 'kysely';
import type { Happenings } from '#contract/kernel/happenings.ts';
import { type MoveOf, movesFor, type StateOf } from '#contract/kernel/machine.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import { forward, stepEffects } from '#contract/lead/steps.ts';
import { clock } from '#contract/time/clock.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { move as makeMove } from '#server/kernel/move.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, systemRows } from '#server/kernel/scoped-row.ts';
import { changed } from '#server/notification/service.ts';
import { keep, targetOfListing } from './enquire.ts';
import type { LeadRow } from './rows.ts';

type Stage = StateOf<typeof leadMachine>;
const why = 'what became of an enquiry, whoever brought it about';

const held = (ctx: Ctx, id: number): Promise<LeadRow | undefined> =>
  systemRows(ctx.db, 'lead', why).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The moves that bring an enquiry forward to a stage: at once where the machine has such a move, else by way of being contacted. */
export function pathTo(from: Stage, to: Stage): MoveOf<typeof leadMachine>[] {
  const [at, goal] = [forward.indexOf(from as 'new'), forward.indexOf(to as 'new')];
  if (at < 0 || goal <= at) return [];
  const straight = (state: Stage) => movesFor(leadMachine, state, 'clock').find((name) => leadMachine.moves[name].to === to);
  const one = straight(from);
  if (one) return [one];
  const then = straight('contacted');
  return from === 'new' && then ? ['contact', then] : [];
}

async function advance(ctx: Ctx, lead: LeadRow, to: Stage): Promise<void> {
  const path = pathTo(lead.status, to);
  for (const name of path) await makeMove(ctx, leadMachine, name, lead.id, null, 'clock');
  if (path.length > 0) await itself(ctx.db, 'lead', lead).change().set({ moved_at: clock.now() }).$call(oneRow);
}

/** Later steps move the enquiry on, count as its answer and open the visitor's number, as contract/lead/steps.ts says. */
export async function followStep(ctx: Ctx, { leadId, what }: Happenings['lead.step']): Promise<void> {
  const effect = stepEffects[what];
  const lead = await held(ctx, leadId);
  if (!lead) return;
  if (effect?.stage) await advance(ctx, lead, effect.stage);
  const now = clock.now();
  await everything(ctx.db, 'lead', why)
    .change()
    .set({
      updated_at: now,
      ...(effect?.answers && lead.first_answer_at === null ? { first_answer_at: now } : {}),
      ...(effect?.opens && lead.reachable_at === null ? { reachable_at: now } : {}),
    })
    .where('id', '=', leadId)
    .$call(oneRow);
  await changed(ctx, { room: 'lead', company: lead.company_id });
}

/** Somebody of the company wrote back: that is its answer, and a new enquiry is one no longer. */
export async function answered(ctx: Ctx, leadId: number): Promise<void> {
  const lead = await held(ctx, leadId);
  if (!lead) return;
  await advance(ctx, lead, 'contacted');
  if (lead.first_answer_at === null) await itself(ctx.db, 'lead', lead).change().set({ first_answer_at: clock.now() }).$call(oneRow);
}

/** With the mandate ends the agency's word for the homes it was about: whoever asked is answered by their holder, who reads what was said so far. */
export async function backToHolder(ctx: Ctx, { ownerCompanyId, agentCompanyId, propertyIds }: Happenings['mandate.ended']): Promise<void> {
  if (propertyIds.length === 0) return;
  const leads = await everything(ctx.db, 'lead', why)
    .select()
    .select('id')
    .where('company_id', '=', agentCompanyId)
    .where('property_id', 'in', [...propertyIds])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (leads.length === 0) return;
  await everything(ctx.db, 'lead', why)
    .change()
    .set({ company_id: ownerCompanyId, assigned_to: null, updated_at: clock.now(), revision: sql`revision + 1` })
    .where(
      'id',
      'in',
      leads.map(({ id }) => id),
    )
    .execute();
  for (const company of [ownerCompanyId, agentCompanyId]) await changed(ctx, { room: 'lead', company });
}

type Visitor = {
  readonly personId: number | null;
  readonly name: string;
  readonly phone: string;
  readonly email: string | null;
  /** What they wrote with it: the first word of a new conversation. */
  readonly message: string;
};
/**
 * The enquiry a tour, a bid or a booking belongs to: the latest open one of the same visitor about the same offer, else a new one. The
 * listing is one the caller has looked at; who asks is known by account, else by number.
 */
export async function leadFor(ctx: Ctx, listingId: number, { personId, name, phone, email, message }: Visitor): Promise<number> {
  const known = await everything(ctx.db, 'lead', 'the enquiry of the same visitor about the same offer')
    .select()
    .select('id')
    .where('listing_id', '=', listingId)
    .where('status', 'not in', ['won', 'lost'])
    .where((eb) => (personId === null ? eb.and([eb('person_id', 'is', null), eb('phone', '=', phone)]) : eb('person_id', '=', personId)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (known) return known.id;
  const target = await targetOfListing(ctx, listingId);
  if (!target) throw new Refusal('notFound', sentence('itemNotFound'));
  const asking: Ctx = { ...ctx, me: { ...ctx.me, userId: personId } };
  return (await keep(asking, target, { name, phone, email: email ?? undefined, message }, 'portal')).id;
}
