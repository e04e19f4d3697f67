import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { day, id } from '#contract/kernel/list.ts';
import { waivableMoveInGuards } from './guards.ts';
import { requestableEndKinds, tenancyEndKinds, unitStatusesAfterEnd } from './kinds.ts';
import { rentAmount, TenancyChargeRequest, TenancyDetails, TenancyPersonRequest, tenancyReason } from './shapes.ts';

const base = '/api/v2/tenancy';
const query = z.object({ id });
const why = tenancyReason.min(3);
/** The version of the request that was read: an answer to an older version is not consent to a newer one. */
const version = z.number().int();
const managers = companyRolesOnly('tenancies', 'edit');
const changing = { method: 'PATCH', query, result: TenancyDetails, document: 'tenancies' } as const;
const managing = { ...changing, needs: managers, fails: ['notFound', 'forbidden', 'conflict', 'wrongState'] } as const;
const living = { ...changing, needs: 'signed-in', fails: ['notFound', 'forbidden', 'conflict', 'wrongState', 'gone'] } as const;

/** Acts on an existing tenancy. */
export const tenancyActionCalls = {
  activate: call({
    ...managing,
    path: `${base}/activate_tenancy/`,
    summary: 'Move a tenant in from the start day, when nothing is missing',
    toast: 'statusUpdated',
  }),
  waiveGuard: call({
    ...managing,
    path: `${base}/waive_guard/`,
    summary: 'Override a missing signed lease (owner only, if no payer has an account), payment or inspection, with a reason',
    body: z.strictObject({ what: z.enum(waivableMoveInGuards), reason: why }),
  }),
  acceptTerms: call({
    ...living,
    path: `${base}/accept_terms/`,
    summary: 'Confirm an existing tenancy as a paying tenant; it begins once all who were asked have confirmed',
    body: z.strictObject({ version }),
  }),
  withdraw: call({
    ...living,
    path: `${base}/withdraw_tenancy/`,
    summary: 'Cancel a tenancy that has not begun; the unit becomes available again',
    body: z.strictObject({ reason: why }),
    toast: 'statusUpdated',
  }),
  recordNotice: call({
    ...managing,
    path: `${base}/record_leaving/`,
    summary: 'Record a tenant’s notice with its document; the unit can be let from the day after the move-out',
    body: z.strictObject({
      on: day,
      kind: z.enum(tenancyEndKinds),
      reason: tenancyReason.default(''),
      /** For a notice: the day it was given; today if absent. */
      given_on: day.optional(),
    }),
    upload: { field: 'notice', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
  }),
  requestShortNotice: call({
    ...managing,
    path: `${base}/ask_leaving/`,
    summary: 'Request a shorter notice period from the tenants; it applies once a paying tenant agrees',
    body: z.strictObject({ on: day, kind: z.enum(requestableEndKinds), reason: tenancyReason.default('') }),
  }),
  withdrawShortNotice: call({ ...managing, path: `${base}/withdraw_leaving_ask/`, summary: 'Withdraw the request for a shorter notice period' }),
  acceptShortNotice: call({
    ...living,
    path: `${base}/agree_leaving/`,
    summary: 'Accept a shorter notice period as a paying tenant, for the version that was read',
    body: z.strictObject({ version }),
  }),
  refuseShortNotice: call({
    ...living,
    path: `${base}/refuse_leaving/`,
    summary: 'Decline a shorter notice period',
    body: z.strictObject({ reason: tenancyReason.default('') }),
  }),
  objectToNotice: call({
    ...living,
    path: `${base}/object_leaving/`,
    summary: 'Object as a paying tenant to a move-out that the manager recorded; the tenancy cannot end while the objection is open',
    body: z.strictObject({ reason: why }),
  }),
  withdrawObjection: call({ ...living, path: `${base}/withdraw_objection/`, summary: 'Withdraw the objection to a recorded move-out' }),
  requestObjectionReview: call({
    ...managing,
    path: `${base}/review_objection/`,
    summary: 'Request the platform’s review of an order to which a tenant objects',
    body: z.strictObject({ reason: why }),
  }),
  cancelNotice: call({
    ...managing,
    path: `${base}/revoke_leaving/`,
    summary: 'Withdraw a notice, unless the unit is reserved for the next tenant',
    body: z.strictObject({ reason: why }),
  }),
  end: call({
    ...managing,
    path: `${base}/end_tenancy/`,
    summary: 'Complete the move-out after keys, inspection and meter readings; the tenancy ends and the unit is available',
    body: z.strictObject({
      on: day,
      kind: z.enum(tenancyEndKinds),
      reason: tenancyReason.default(''),
      keys: z.boolean(),
      readings: z.boolean(),
      /** Why there was no inspection; empty if one was done. */
      no_inspection: tenancyReason.default(''),
      after: z.enum(unitStatusesAfterEnd).default('vacant'),
    }),
    toast: 'statusUpdated',
  }),
  changeRent: call({
    ...managing,
    path: `${base}/change_rent/`,
    summary: 'Change the rent from a day on with the agreed notice; a large change needs confirmation',
    body: z.strictObject({ rent_cents: rentAmount, from: day, reason: tenancyReason.default(''), sure: z.boolean().default(false) }),
  }),
  withdrawRent: call({
    ...managing,
    path: `${base}/withdraw_rent_change/`,
    summary: 'Withdraw an announced rent change that has not begun; the paying tenants are notified',
    body: z.strictObject({ term_id: id, reason: tenancyReason.default('') }),
  }),
  addCharge: call({
    ...managing,
    method: 'POST',
    path: `${base}/add_charge/`,
    summary: 'Add a charge from a day on',
    body: z.strictObject({ ...TenancyChargeRequest.shape, from: day }),
  }),
  stopCharge: call({
    ...managing,
    path: `${base}/stop_charge/`,
    summary: 'End a charge on a day',
    body: z.strictObject({ charge_id: id, last: day }),
  }),
  changePeople: call({
    ...managing,
    path: `${base}/change_people/`,
    summary:
      'Change the people of a tenancy and their shares from a day on. People with an account consent before they become or stop being payers or pay a larger share; a document of a departure replaces a missing consent after 14 days',
    body: z.strictObject({
      from: day,
      people: z.array(TenancyPersonRequest).min(1).max(20),
      reason: tenancyReason.default(''),
      paper_id: id.optional(),
    }),
  }),
  withdrawPeopleChange: call({
    ...managing,
    path: `${base}/withdraw_people_ask/`,
    summary: 'Withdraw the request to change the people of a tenancy',
  }),
  acceptPeopleChange: call({
    ...living,
    path: `${base}/agree_people/`,
    summary: 'Consent to become or stop being a payer of a tenancy; the change applies once all have consented',
    body: z.strictObject({ version }),
  }),
  refusePeopleChange: call({
    ...living,
    path: `${base}/refuse_people/`,
    summary: 'Decline to become or stop being a payer of a tenancy; the people of the tenancy stay the same',
    body: z.strictObject({ reason: tenancyReason.default('') }),
    result: z.object({ id: z.number() }),
  }),
  transfer: call({
    ...managing,
    path: `${base}/transfer_tenancy/`,
    summary:
      'Transfer a tenancy to another available unit of the same owner, from a given day or today; tenants with an account need their notice period',
    body: z.strictObject({
      unit_id: id,
      on: day.optional(),
      rent_cents: rentAmount.optional(),
      reason: why,
      after: z.enum(unitStatusesAfterEnd).default('vacant'),
    }),
  }),
  withdrawTransfer: call({
    ...living,
    path: `${base}/withdraw_transfer/`,
    summary: 'Cancel a planned unit transfer as a manager, or decline it as a paying tenant, unless the old unit is reserved for another tenant',
    body: z.strictObject({ reason: tenancyReason.default('') }),
  }),
  offerRenewal: call({
    ...managing,
    path: `${base}/offer_renewal/`,
    summary: 'Offer a lease renewal; it takes effect when the tenant accepts',
    body: z.strictObject({
      starts_on: day.optional(),
      ends_on: day,
      rent_cents: rentAmount,
      until: day,
      message: z.string().trim().max(1000).default(''),
    }),
  }),
  withdrawRenewal: call({ ...managing, path: `${base}/withdraw_renewal/`, summary: 'Withdraw a renewal offer' }),
  acceptRenewal: call({
    ...living,
    path: `${base}/accept_renewal/`,
    summary: 'Accept a renewal as a paying tenant, for the version that was read',
    body: z.strictObject({ version }),
  }),
  declineRenewal: call({
    ...living,
    path: `${base}/decline_renewal/`,
    summary: 'Decline a renewal',
    body: z.strictObject({ reason: tenancyReason.default('') }),
  }),
  recordRenewal: call({
    ...managing,
    path: `${base}/record_renewal/`,
    summary: 'Record that tenants without an account accepted a renewal, and how they agreed',
    body: z.strictObject({ reason: why }),
    fails: ['notFound', 'forbidden', 'conflict', 'wrongState', 'gone'],
  }),
} as const;
