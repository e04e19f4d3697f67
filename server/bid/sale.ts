import { sql } from 'kysely';
import type { bidCalls } from '#contract/bid/calls.ts';
import { saleMachine } from '#contract/bid/machine.ts';
import { saleSteps } from '#contract/bid/terms.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { buildFileNameFromKey } from '#server/http/file-name.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, oneRow } from '#server/kernel/scoped.ts';
import { childrenOf, parentOf, type RowOf, sameRow } from '#server/kernel/scoped-row.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { applySaleOutcome, lockListing, pauseListingForSale } from '#server/listing/service.ts';
import { buildSignedFilePath, storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import type { BidRow } from './rows.ts';

type Calls = typeof bidCalls;
const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const fileSeconds = 3600;

/** Opens a sale with its ten steps and their usual dates; the listing is paused. */
export async function openSale(ctx: Ctx, bid: BidRow, price: number): Promise<void> {
  const { company_id, agent_company_id, property_id, listing_id } = bid;
  const sale = await add(ctx, 'sale_file')
    .values({ company_id, agent_company_id, property_id, listing_id, bid_id: bid.id, buyer_id: bid.person_id, price_cents: toCents(price) })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const today = clock.today();
  await add(ctx, 'sale_step')
    .values(saleSteps.map(({ step, days }, at) => ({ sale_id: sale.id, step, n: at + 1, due_on: addDays(today, days) })))
    .execute();
  if (bid.lead_id !== null)
    await publishEvent(ctx, 'lead.step', { leadId: bid.lead_id, what: 'sale.opened', about: { sale_id: sale.id, code: sale.code, cents: price } });
  await pauseListingForSale(ctx, listing_id, sale.code);
}

/** People sign documents, so the seller is the leader of the selling company. */
const seller = sql<string | null>`(select p.name from person p where p.company_id = sale_file.company_id
  and app.is_head(p.user_type, p.is_active, p.closed_at) order by p.id limit 1)`.as('seller');

const joined = (ctx: Ctx) =>
  from(ctx, 'sale_file')
    .innerJoin('listing', 'listing.id', 'sale_file.listing_id')
    .innerJoin('person', 'person.id', 'sale_file.buyer_id')
    .innerJoin('company', 'company.id', 'sale_file.company_id')
    .innerJoin('bid', 'bid.id', 'sale_file.bid_id')
    .innerJoin('property', 'property.id', 'sale_file.property_id')
    .leftJoin('unit', 'unit.id', 'listing.unit_id')
    .leftJoin('company as agency', 'agency.id', 'sale_file.agent_company_id')
    .select([
      'listing.title',
      'listing.unit_id',
      'person.name as buyer',
      'person.company_id as buyer_company',
      'company.name as company',
      'property.name as property',
      'unit.name as unit',
      'agency.name as agent',
      'bid.code as bid_code',
      'bid.lead_id',
    ])
    .selectAll('sale_file')
    .select(seller)
    .select(mayChange('sale_file:managed', ctx.me, 'offers.edit').as('may_work'));

export const readSale =
  (services: Pick<RunningServices, 'secret'>) =>
  async (ctx: Ctx, { id }: HandlerInput<Calls['sale']>): Promise<HandlerResult<Calls['sale']>> => {
    const row = await joined(ctx).where('sale_file.id', '=', id).executeTakeFirst();
    if (!row) throw missing();
    const steps = await childrenOf(ctx.db, row, 'sale_step', 'sale_id')
      .select()
      .leftJoin('person', 'person.id', 'sale_step.done_by')
      .leftJoin('media_file', 'media_file.id', 'sale_step.file_id')
      .leftJoin('media_variant', (join) => join.onRef('media_variant.file_id', '=', 'media_file.id').on('media_variant.label', '=', 'original'))
      .selectAll('sale_step')
      .select(['person.name as by', 'media_file.name as file_name', 'media_variant.key'])
      .orderBy('sale_step.n')
      .execute();
    const may = row.may_work && ctx.me.grants.has('offers.edit');
    const buyer = row.buyer_id === ctx.me.userId;
    return {
      id,
      code: row.code,
      status: row.status,
      title: row.title,
      property: row.property,
      unit: row.unit,
      buyer: row.buyer,
      seller: row.seller,
      company: row.company,
      agent: row.agent,
      price_cents: row.price_cents,
      bid: { id: row.bid_id, code: row.bid_code },
      reason: row.reason,
      may_work: may && row.status === 'open' && listAllowedMoves(saleMachine, row.status, ctx.me.role).length > 0,
      moves: may || buyer ? listAllowedMoves(saleMachine, row.status, ctx.me.role) : [],
      created_at: row.created_at.toISOString(),
      revision: row.revision,
      steps: steps.map((s) => ({
        step: s.step,
        n: s.n,
        due_on: s.due_on,
        done_at: s.done_at?.toISOString() ?? null,
        done_by: s.by,
        note: s.note,
        file:
          s.key === null
            ? null
            : { name: buildFileNameFromKey(s.file_name ?? '', s.key), url: buildSignedFilePath(services.secret, s.key, fileSeconds) },
      })),
    };
  };

/** Locks the sale for its managers. The buyer may only withdraw. */
async function toChange(ctx: Ctx, id: number, buyerToo = false) {
  const own = sql<boolean>`sale_file.buyer_id = ${ctx.me.userId}`;
  const managed = mayChange('sale_file:managed', ctx.me, 'offers.edit');
  const row = await from(ctx, 'sale_file')
    .selectAll('sale_file')
    .where(buyerToo ? sql<boolean>`(${own} or ${managed})` : managed)
    .where('sale_file.id', '=', id)
    .forUpdate('sale_file')
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
}
function assertSaleOpen(ctx: Ctx, status: 'open' | 'completed' | 'fallen_through'): void {
  const allowed = listAllowedMoves(saleMachine, status, ctx.me.role);
  if (status !== 'open') throw new Refusal('wrongState', m.shell_refusal_state(), { from: status, allowed });
  // The platform reads only: a caller who can neither complete nor end the sale cannot work on it.
  if (allowed.length === 0) throw new Refusal('forbidden', m.shell_refusal_move());
}

type StepSet = { due_on?: string | null; done_at?: Date | null; done_by?: number | null; note?: string; file_id?: number };
async function putStep(ctx: Ctx, sale: RowOf<'sale_file'>, step: string, set: StepSet): Promise<void> {
  if (Object.keys(set).length > 0)
    await childrenOf(ctx.db, sale, 'sale_step', 'sale_id')
      .change()
      .set(set)
      .where('step', '=', step as 'search')
      .$call(oneRow);
  await sameRow(ctx.db, 'sale_file', sale)
    .change()
    .set({ revision: sale.revision + 1, updated_at: clock.now() })
    .$call(oneRow);
  const { done_at, due_on, note } = set;
  const after = {
    step,
    ...(due_on === undefined ? {} : { due_on }),
    ...(note === undefined ? {} : { note }),
    ...(done_at === undefined ? {} : { done: done_at !== null }),
  };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'sale', id: sale.id, code: sale.code, before: {}, after });
}

export const setSaleStep =
  (services: Pick<RunningServices, 'secret'>) =>
  async (ctx: Ctx, { id, step, due_on, done, note }: HandlerInput<Calls['saleStep']>): Promise<HandlerResult<Calls['saleStep']>> => {
    const sale = await toChange(ctx, id);
    assertSaleOpen(ctx, sale.status);
    await putStep(ctx, sale, step, {
      ...(due_on === undefined ? {} : { due_on }),
      ...(note === undefined ? {} : { note }),
      ...(done === undefined ? {} : { done_at: done ? clock.now() : null, done_by: done ? ctx.me.userId : null }),
    });
    return readSale(services)(ctx, { id });
  };

export const addSaleFile =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, step, file }: HandlerInput<Calls['saleFile']>): Promise<HandlerResult<Calls['saleFile']>> => {
    const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'file' });
    const sale = await toChange(ctx, id);
    assertSaleOpen(ctx, sale.status);
    await putStep(ctx, sale, step, { file_id: kept.id });
    return readSale(services)(ctx, { id });
  };

/**
 * A sale is completed when all ten steps are done, and the listing becomes sold. A sale that falls through has a reason, and the home is listed
 * again.
 */
export const moveSale =
  (services: Pick<RunningServices, 'secret'>) =>
  async (ctx: Ctx, { id, move: name, reason = '' }: HandlerInput<Calls['saleMove']>): Promise<HandlerResult<Calls['saleMove']>> => {
    const seen = await joined(ctx).where('sale_file.id', '=', id).executeTakeFirst();
    if (!seen) throw missing();
    // The listing is locked before the records that depend on it.
    await lockListing(ctx, seen.listing_id);
    const sale = await toChange(ctx, id, true);
    if (name === 'fall_through' && !reason) throw invalidInputRefusal({ reason: m.bid_problem_reason() });
    const { from: was, to } = await makeMove(ctx, saleMachine, name, id, reason || null);
    const open = await childrenOf(ctx.db, sale, 'sale_step', 'sale_id').select().select('step').where('done_at', 'is', null).execute();
    if (name === 'complete' && open.length > 0) throw new Refusal('conflict', m.bid_refusal_steps({ count: open.length }));
    await sameRow(ctx.db, 'sale_file', sale)
      .change()
      .set({ reason, revision: sale.revision + 1, updated_at: clock.now() })
      .$call(oneRow);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'sale',
      id,
      code: sale.code,
      before: { status: was },
      after: { status: to },
      ...(reason ? { reason } : {}),
    });
    const bid = await parentOf(ctx.db, sale, 'bid_id', 'bid').select('lead_id').executeTakeFirst();
    if (bid?.lead_id)
      await publishEvent(ctx, 'lead.step', {
        leadId: bid.lead_id,
        what: name === 'complete' ? 'sale.completed' : 'sale.fell_through',
        about: { sale_id: id, code: sale.code },
      });
    await applySaleOutcome(ctx, sale.listing_id, name === 'complete', sale.code);
    // Selling one home of a property does not transfer the property: its records stay with the owner of the other homes.
    if (name === 'complete' && seen.unit_id === null)
      await publishEvent(ctx, 'property.sold', { propertyId: sale.property_id, fromCompany: sale.company_id, toCompany: seen.buyer_company });
    return readSale(services)(ctx, { id });
  };
