import { apiEnumerations } from '#contract/reference/enumerations.ts';

/** A tenant's status in a company. It is computed from facts by one function and never set manually. */
export const tenantStatuses = ['prospective', 'approved', 'current', 'past', 'rejected'] as const;
export type TenantStatus = (typeof tenantStatuses)[number];

export type TenantFacts = {
  /** The tenant has an active or expired tenancy and still lives there. */
  readonly livesThere: boolean;
  /** The tenant has an approved or confirmed booking, or a tenancy that has not begun. */
  readonly comes: boolean;
  /** The person has an open booking. People who only enquire, bid or tour have no tenant record yet. */
  readonly asks: boolean;
  readonly livedThere: boolean;
  readonly wasDeclined: boolean;
};

/** Priority: current, approved, prospective, past, rejected. Without any facts the status is prospective. */
export function toTenantStatus({ livesThere, comes, asks, livedThere, wasDeclined }: TenantFacts): TenantStatus {
  if (livesThere) return 'current';
  if (comes) return 'approved';
  if (asks) return 'prospective';
  if (livedThere) return 'past';
  return wasDeclined ? 'rejected' : 'prospective';
}

export const tenantStatusNumbers: Readonly<Record<TenantStatus, number>> = apiEnumerations.tenant_status;
/** How the company recognises an existing tenant. */
export const tenantMatchFields = ['phone', 'email', 'account'] as const;
export const maxTenantNoteLength = 4000;
export const [tagMost, tagsMost] = [40, 20] as const;
