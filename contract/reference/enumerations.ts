import { permissionActions } from '#contract/access/documents.ts';
import { discountTypes, listingTypes, mediaTypes, paymentFrequencies, unitStatuses } from '#contract/catalogue/kinds.ts';
import { accentKeys, accountPrompts, auditChangeKinds } from '#contract/constants.ts';
import { userTypes } from '#contract/kernel/roles.ts';

/** The enumerations of the specification (3.1 and 4) with their wire values. Enumerations owned by a module are imported from it. */
export const apiEnumerations = {
  user_type: userTypes,
  media_type: mediaTypes,
  listing_type: listingTypes,
  discount_type: discountTypes,
  business_type: { sole_proprietorship: 1, limited_partnership: 2 },
  pricing_plan_type: { subscription: 1, commission: 2 },
  plan_tier: { NOT_APPLICABLE: 1, PRO: 2, ENTERPRISE: 3 },
  billing_period: { monthly: 1, yearly: 2 },
  payment_frequency: paymentFrequencies,
  payment_purpose: { tenancy_payment: 1, property_featured_payment: 2, property_pricing_plan_payment: 4, company_pricing_plan_payment: 5 },
  change_kind: auditChangeKinds,
  invitation_status: { pending: 1, accepted: 2, revoked: 3, closed: 4 },
  work_order_status: { pending: 1, assigned: 2, canceled: 3, complete: 4 },
  request_status: { pending: 1, assigned: 2, closed: 3, revoked: 4 },
  invoice_status: { unpaid: 1, paid: 2, active: 3, expired: 4 },
  booking_status: { await_screening: 0, confirmed: 1, await_payment: 2, declined: 3, expired: 4, canceled: 5, deleted: 6, closed: 7 },
  unit_status: unitStatuses,
  tenancy_status: { pending: 1, active: 2, expired: 3, terminate: 4 },
  tenant_status: { prospective: 1, approved: 2, current: 3, past: 4, rejected: 5 },
  subscription_status: { PENDING: 1, ACTIVE: 2, SUSPENDED: 3, CANCELLED: 4, EXPIRED: 5, COVERED_BY_ENTERPRISE: 6 },
  contract_status: { DRAFT: 1, PENDING_SIGNATURE: 2, PARTIALLY_SIGNED: 3, FULLY_SIGNED: 4, EXPIRED: 5, REJECTED: 6, ARCHIVED: 7 },
} as const satisfies Readonly<Record<string, Readonly<Record<string, number>>>>;

/** The enumerations whose wire values are words instead of numbers. */
export const wordEnumerations = {
  invite_source: ['booking', 'code', 'invite'],
  account_prompt: accountPrompts,
  permission_action: permissionActions,
  plan_invoice_status: ['pending', 'paid', 'failed', 'overdue'],
  accent: accentKeys,
} as const satisfies Readonly<Record<string, readonly string[]>>;
