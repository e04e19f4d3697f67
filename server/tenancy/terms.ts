import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { tenancyActionCalls } from '#contract/tenancy/act-calls.ts';
import { canStopCharge, computeEarliestChargeDay } from '#contract/tenancy/guards.ts';
import { tenancyMachine } from '#contract/tenancy/machine.ts';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { addTenancyCharge, addTenancyTerm, updateTenancy } from './create-tenancy.ts';
import {
  assertTenancyStatus,
  assertTextNotFixed,
  hasPayerWithAccount,
  lockTenancyForManager,
  lockTenancyForTenant,
  logTenancyChange,
  occupiedStatuses,
} from './lock-tenancy.ts';
import { notifyTenancyManagers, notifyTenants, notifyTenantsAndManagers } from './notify.ts';
import { assertSamePayers, type RequestedPayers, readPayingMemberIds } from './people/same-payers.ts';
import { assertTermsNotAsked } from './people/terms-request.ts';
import { buildTermEndUpdate, endTenancyTermsAfter } from './rent.ts';
import { type TenancyRow, tenancyNotFound } from './rows.ts';
import { readAllTenancyCharges, readAllTenancyTerms, readTenancyDetails } from './tenancy-detail.ts';

type Calls = typeof tenancyActionCalls;
type Offer = NonNullable<TenancyDetails['renewal']> & RequestedPayers;

export async function addChargeToTenancy(
  ctx: Ctx,
  { id, from, ...charge }: HandlerInput<Calls['addCharge']>,
): Promise<HandlerResult<Calls['addCharge']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, ['pending', ...occupiedStatuses]);
  assertTermsNotAsked(row);
  await assertTextNotFixed(ctx, row);
  const today = clock.today();
  const first = computeEarliestChargeDay({ ...row, begun: row.status !== 'pending' }, charge.often, charge.cents, today);
  if (from < row.starts_on) throw invalidInputRefusal({ from: m.tenancy_problem_charge_early() });
  if (from < first)
    throw invalidInputRefusal({
      from: first > today ? m.tenancy_problem_charge_notice({ days: row.notice_days, day: formatLongDate(first) }) : m.tenancy_problem_charge_past(),
    });
  const rent = (await readAllTenancyTerms(ctx.db, row)).findLast((term) => term.from <= from)?.rent_cents ?? 0;
  // All discounts together may not exceed the rent, because a discount in parts is one discount.
  const off = (await readAllTenancyCharges(ctx.db, row)).filter(
    (one) => one.cents !== null && one.cents < 0 && (one.last === null || one.last >= from),
  );
  const less = sumCents(off.map((one) => one.cents ?? 0)) + (charge.cents ?? 0);
  if (charge.cents !== null && charge.cents < 0 && less < -rent)
    throw invalidInputRefusal({ cents: m.tenancy_problem_charge_less({ rent: formatKesPlain(rent) }) });
  await addTenancyCharge(ctx, id, { ...charge, from, last: null });
  const after = await termsChanged(ctx, row, { was: {}, is: { charge: charge.label } });
  const said = { day: from, label: charge.label, often: charge.often, amount: charge.cents === null ? '' : formatKesPlain(charge.cents) };
  await notifyTenantsAndManagers(ctx, after, 'tenancy.charge', said, String(after.revision));
  return readTenancyDetails(ctx, { id });
}
export async function stopTenancyCharge(
  ctx: Ctx,
  { id, charge_id, last }: HandlerInput<Calls['stopCharge']>,
): Promise<HandlerResult<Calls['stopCharge']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, ['pending', ...occupiedStatuses]);
  assertTermsNotAsked(row);
  await assertTextNotFixed(ctx, row);
  const charge = (await readAllTenancyCharges(ctx.db, row)).find((one) => one.id === charge_id);
  if (!charge) throw tenancyNotFound();
  if (!canStopCharge(charge)) throw invalidInputRefusal({ charge_id: m.tenancy_problem_charge_agreed() });
  if (last < charge.from) throw invalidInputRefusal({ last: m.tenancy_problem_end_first() });
  // A charge that ends already cannot be extended by stopping it on a later day.
  if (charge.last !== null && last > charge.last)
    throw invalidInputRefusal({ last: m.tenancy_problem_charge_over({ day: formatLongDate(charge.last) }) });
  await sameRow(ctx.db, 'tenancy_charge', charge).change().set(buildTermEndUpdate(last)).execute();
  await termsChanged(ctx, row, { was: { charge: charge.label }, is: { charge: null } });
  return readTenancyDetails(ctx, { id });
}
async function termsChanged(ctx: Ctx, row: TenancyRow, said: { was: object; is: object }): Promise<TenancyRow> {
  const after = await updateTenancy(ctx, row);
  await logTenancyChange(ctx, row, after, said);
  await publishEvent(ctx, 'tenancy.terms_changed', { tenancyId: row.id });
  return after;
}

/* Offers a renewal, which one of the payers accepts or declines. */
export async function offerRenewal(ctx: Ctx, { id, ...given }: HandlerInput<Calls['offerRenewal']>): Promise<HandlerResult<Calls['offerRenewal']>> {
  const row = await lockTenancyForManager(ctx, id);
  assertTenancyStatus(ctx, row, occupiedStatuses);
  if (row.leaving_on !== null) throw new Refusal('conflict', m.tenancy_refusal_leaving());
  const today = clock.today();
  // A fixed term continues where it ends, even in the past, so that there is no gap. A term without an end becomes fixed from the offered day.
  const starts_on = row.ends_on === null ? (given.starts_on ?? today) : addDays(row.ends_on, 1);
  const problems = {
    ...(starts_on < today && row.ends_on === null ? { starts_on: m.tenancy_problem_start_past() } : {}),
    ...(given.ends_on <= starts_on ? { ends_on: m.tenancy_problem_end_first() } : {}),
    ...(given.until < today ? { until: m.tenancy_problem_until() } : {}),
  };
  if (Object.keys(problems).length > 0) throw invalidInputRefusal(problems);
  const { ends_on, rent_cents, until, message } = given;
  const offer: Offer = { version: row.revision + 1, to: await readPayingMemberIds(ctx, id), starts_on, ends_on, rent_cents, until, message };
  const after = await updateTenancy(ctx, row, { renewal: JSON.stringify(offer), stage: 'renewal' });
  await logTenancyChange(ctx, row, after, { is: { renewal: offer.ends_on, rent_cents: offer.rent_cents } });
  await notifyTenants(
    ctx,
    after,
    'tenancy.renewal_offer',
    { day: offer.ends_on ?? '', rent: formatKesPlain(offer.rent_cents), until: offer.until },
    String(after.revision),
  );
  return readTenancyDetails(ctx, { id });
}

export const getDefaultTenancyStage = (row: TenancyRow) => (row.status === 'expired' ? ('holdover' as const) : ('normal' as const));
function offerOf(row: TenancyRow): Offer {
  const offer = row.renewal as Offer | null;
  if (!offer) throw new Refusal('conflict', m.tenancy_refusal_no_offer());
  return offer;
}
async function dropOffer(ctx: Ctx, row: TenancyRow, reason: string): Promise<TenancyRow> {
  const offer = offerOf(row);
  const after = await updateTenancy(ctx, row, { renewal: null, stage: getDefaultTenancyStage(row) });
  await logTenancyChange(ctx, row, after, { ...(reason ? { reason } : {}), was: { renewal: offer.ends_on }, is: { renewal: null } });
  return after;
}
export async function withdrawRenewal(ctx: Ctx, { id }: HandlerInput<Calls['withdrawRenewal']>): Promise<HandlerResult<Calls['withdrawRenewal']>> {
  const after = await dropOffer(ctx, await lockTenancyForManager(ctx, id), '');
  await notifyTenantsAndManagers(ctx, after, 'tenancy.renewal_off', {}, String(after.revision));
  return readTenancyDetails(ctx, { id });
}
export async function declineRenewal(
  ctx: Ctx,
  { id, reason }: HandlerInput<Calls['declineRenewal']>,
): Promise<HandlerResult<Calls['declineRenewal']>> {
  const row = await lockTenancyForTenant(ctx, id);
  if (!row) throw tenancyNotFound();
  const after = await dropOffer(ctx, row, reason);
  await notifyTenancyManagers(ctx, after, 'tenancy.renewal_declined', {}, String(after.revision));
  return readTenancyDetails(ctx, { id });
}

/** Makes the offered lease renewal the new term. */
async function renewed(ctx: Ctx, row: TenancyRow, reason: string): Promise<void> {
  const { id } = row;
  assertTenancyStatus(ctx, row, occupiedStatuses);
  const offer = offerOf(row);
  if (offer.until < clock.today()) throw new Refusal('gone', m.tenancy_refusal_offer_over());
  await assertSamePayers(ctx, id, offer);
  const [before] = (await readAllTenancyTerms(ctx.db, row)).slice(-1);
  await endTenancyTermsAfter(ctx, row, addDays(offer.starts_on, -1));
  await addTenancyTerm(ctx, id, { first: offer.starts_on, last: offer.ends_on, rentCents: offer.rent_cents, period: before?.period ?? 2 }, 'renewal');
  await makeMove(ctx, tenancyMachine, row.status === 'expired' ? 'renew_late' : 'renew', id, reason || null, 'clock');
  const after = await updateTenancy(ctx, row, {
    ends_on: offer.ends_on,
    term_type: 'fixed',
    renewal: null,
    leaving_ask: null,
    stage: 'normal',
    alerted: null,
  });
  await logTenancyChange(ctx, row, after, {
    ...(reason ? { reason } : {}),
    was: { rent_cents: before?.rent_cents ?? null },
    is: { rent_cents: offer.rent_cents },
  });
  await publishEvent(ctx, 'tenancy.terms_changed', { tenancyId: id });
  await publishEvent(ctx, 'tenancy.renewed', { tenancyId: id });
  await notifyTenantsAndManagers(ctx, after, 'tenancy.renewed', { day: offer.ends_on ?? '' }, String(after.revision));
}

export async function acceptRenewal(ctx: Ctx, { id, version }: HandlerInput<Calls['acceptRenewal']>): Promise<HandlerResult<Calls['acceptRenewal']>> {
  const row = await lockTenancyForTenant(ctx, id);
  if (!row) throw tenancyNotFound();
  // The offer may have been replaced while the tenant read it.
  if (offerOf(row).version !== version) throw new Refusal('conflict', m.tenancy_refusal_other_offer());
  await renewed(ctx, row, '');
  return readTenancyDetails(ctx, { id });
}

/** Records the acceptance of tenants without an account, and how they gave it. Tenants with an account answer on their own dashboard. */
export async function recordRenewal(ctx: Ctx, { id, reason }: HandlerInput<Calls['recordRenewal']>): Promise<HandlerResult<Calls['recordRenewal']>> {
  const row = await lockTenancyForManager(ctx, id);
  if (await hasPayerWithAccount(ctx, id)) throw new Refusal('conflict', m.tenancy_refusal_answers_themselves());
  await renewed(ctx, row, reason);
  return readTenancyDetails(ctx, { id });
}
