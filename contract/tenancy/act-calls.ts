import { z } from 'zod';
import { holders } from '#contract/access/whose.ts';
import { call } from '#contract/kernel/call.ts';
import { day, id } from '#contract/kernel/list.ts';
import { waivable } from './guards.ts';
import { afterEnd, askedKinds, endKinds } from './kinds.ts';
import { GivenCharge, GivenPerson, money, reason, TenancyFull } from './shapes.ts';

const base = '/api/v2/tenancy';
const query = z.object({ id });
const why = reason.min(3);
/** Of what was asked, as it was read: where it was asked anew, this is no yes to that. */
const version = z.number().int();
const managers = holders('tenancies', 'edit');
const changing = { method: 'PATCH', query, result: TenancyFull, document: 'tenancies' } as const;
const managing = { ...changing, needs: managers, fails: ['notFound', 'forbidden', 'conflict', 'wrongState'] } as const;
const living = { ...changing, needs: 'signed-in', fails: ['notFound', 'forbidden', 'conflict', 'wrongState', 'gone'] } as const;

/** What is done to a tenancy that is there. */
export const tenancyActCalls = {
  activate: call({
    ...managing,
    path: `${base}/activate_tenancy/`,
    summary: 'Somebody moves in: from the start day on, when nothing is missing',
    toast: 'statusUpdated',
  }),
  waive: call({
    ...managing,
    path: `${base}/waive_guard/`,
    summary: 'Go without the signed lease (its holder only), the payment or the inspection, with a reason',
    body: z.strictObject({ what: z.enum(waivable), reason: why }),
  }),
  withdraw: call({
    ...living,
    path: `${base}/withdraw_tenancy/`,
    summary: 'A tenancy that has not begun does not come about; the unit is free again',
    body: z.strictObject({ reason: why }),
    toast: 'statusUpdated',
  }),
  leave: call({
    ...managing,
    path: `${base}/record_leaving/`,
    summary: 'Write down that somebody leaves, with the document that says so; the unit may be let from the day after',
    body: z.strictObject({
      on: day,
      kind: z.enum(endKinds),
      reason: reason.default(''),
      /** Of a notice: the day it was given; without it, today. */
      given_on: day.optional(),
    }),
    upload: { field: 'notice', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
  }),
  askLeaving: call({
    ...managing,
    path: `${base}/ask_leaving/`,
    summary: 'Ask those who live there whether they agree to a shorter notice than theirs; nothing holds before one of those who pay says yes',
    body: z.strictObject({ on: day, kind: z.enum(askedKinds), reason: reason.default('') }),
  }),
  withdrawAsk: call({ ...managing, path: `${base}/withdraw_leaving_ask/`, summary: 'A shorter notice is no longer asked for' }),
  agreeLeaving: call({
    ...living,
    path: `${base}/agree_leaving/`,
    summary: 'Agree to leave with a shorter notice, as one of those who pay: to what was read, or not at all',
    body: z.strictObject({ version }),
  }),
  refuseLeaving: call({
    ...living,
    path: `${base}/refuse_leaving/`,
    summary: 'Keep the notice that was agreed',
    body: z.strictObject({ reason: reason.default('') }),
  }),
  stayOn: call({
    ...managing,
    path: `${base}/revoke_leaving/`,
    summary: 'Leaving is taken back; not where the next tenant holds the days',
    body: z.strictObject({ reason: why }),
  }),
  end: call({
    ...managing,
    path: `${base}/end_tenancy/`,
    summary: 'Keys are back, the unit was looked at and the meters read: the tenancy is over and the unit free',
    body: z.strictObject({
      on: day,
      kind: z.enum(endKinds),
      reason: reason.default(''),
      keys: z.boolean(),
      readings: z.boolean(),
      /** Why there was no inspection; empty where one was done. */
      no_inspection: reason.default(''),
      after: z.enum(afterEnd).default('vacant'),
    }),
    toast: 'statusUpdated',
  }),
  changeRent: call({
    ...managing,
    path: `${base}/change_rent/`,
    summary: 'Another rent from a day on, with the notice that was agreed; one that is far from the rent there is must be meant',
    body: z.strictObject({ rent_cents: money, from: day, reason: reason.default(''), sure: z.boolean().default(false) }),
  }),
  withdrawRent: call({
    ...managing,
    path: `${base}/withdraw_rent_change/`,
    summary: 'A rent that was told of and has not begun is taken back; those who pay are told',
    body: z.strictObject({ term_id: id, reason: reason.default('') }),
  }),
  addCharge: call({
    ...managing,
    method: 'POST',
    path: `${base}/add_charge/`,
    summary: 'Something more is asked for from a day on',
    body: z.strictObject({ ...GivenCharge.shape, from: day }),
  }),
  stopCharge: call({
    ...managing,
    path: `${base}/stop_charge/`,
    summary: 'Something is asked for until a day and no longer',
    body: z.strictObject({ charge_id: id, last: day }),
  }),
  changePeople: call({
    ...managing,
    path: `${base}/change_people/`,
    summary:
      'Who is in a tenancy from a day on, with their shares; whoever is left out leaves. Whoever has an account and would pay, or pay no more, is asked first; of those who leave, a paper that everybody in the lease reads says so instead',
    body: z.strictObject({ from: day, people: z.array(GivenPerson).min(1).max(20), reason: reason.default(''), paper_id: id.optional() }),
  }),
  withdrawPeople: call({ ...managing, path: `${base}/withdraw_people_ask/`, summary: 'Other people in a tenancy are no longer asked for' }),
  agreePeople: call({
    ...living,
    path: `${base}/agree_people/`,
    summary: 'Agree to pay in a tenancy, or to pay no more, as one who is asked; once all have, it holds',
    body: z.strictObject({ version }),
  }),
  refusePeople: call({
    ...living,
    path: `${base}/refuse_people/`,
    summary: 'Refuse to pay in a tenancy, or to leave those who do: everybody stays who they are',
    body: z.strictObject({ reason: reason.default('') }),
    result: z.object({ id: z.number() }),
  }),
  transfer: call({
    ...managing,
    path: `${base}/transfer_tenancy/`,
    summary: 'Move a tenancy to another unit of the same holder that is free from that day; without a day, today',
    body: z.strictObject({
      unit_id: id,
      on: day.optional(),
      rent_cents: money.optional(),
      reason: why,
      after: z.enum(afterEnd).default('vacant'),
    }),
  }),
  withdrawTransfer: call({
    ...managing,
    path: `${base}/withdraw_transfer/`,
    summary: 'A move to another unit that was planned does not come about; not where somebody else holds the old unit by then',
    body: z.strictObject({ reason: reason.default('') }),
  }),
  offerRenewal: call({
    ...managing,
    path: `${base}/offer_renewal/`,
    summary: 'Offer another term; it is theirs once they accept',
    body: z.strictObject({
      starts_on: day.optional(),
      ends_on: day,
      rent_cents: money,
      until: day,
      message: z.string().trim().max(1000).default(''),
    }),
  }),
  withdrawRenewal: call({ ...managing, path: `${base}/withdraw_renewal/`, summary: 'The offer of another term is taken back' }),
  acceptRenewal: call({
    ...living,
    path: `${base}/accept_renewal/`,
    summary: 'Accept another term, as one of those who pay: the one that was read, or none',
    body: z.strictObject({ version }),
  }),
  declineRenewal: call({
    ...living,
    path: `${base}/decline_renewal/`,
    summary: 'Decline another term',
    body: z.strictObject({ reason: reason.default('') }),
  }),
  recordRenewal: call({
    ...managing,
    path: `${base}/record_renewal/`,
    summary: 'Write down that tenants without an account accepted another term, and how they said so',
    body: z.strictObject({ reason: why }),
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState', 'gone'],
  }),
} as const;
