import { enumerations } from '#contract/reference/enumerations.ts';

/** What a person is to a company. One function of facts writes it; nobody sets it by hand. */
export const tenantStatuses = ['prospective', 'approved', 'current', 'past', 'rejected'] as const;
export type TenantStatus = (typeof tenantStatuses)[number];

export type TenantFacts = {
  /** Of tenancies they are in: active or expired (still living there). */
  readonly livesThere: boolean;
  /** A booking that was approved or confirmed, or a tenancy that has not begun. */
  readonly comes: boolean;
  /** An open booking: whoever merely asks, bids or comes to look is no tenant's relation yet. */
  readonly asks: boolean;
  readonly livedThere: boolean;
  readonly wasDeclined: boolean;
};

/** current > approved > prospective > past > rejected; whom nothing is known of asks. */
export function tenantStatus({ livesThere, comes, asks, livedThere, wasDeclined }: TenantFacts): TenantStatus {
  if (livesThere) return 'current';
  if (comes) return 'approved';
  if (asks) return 'prospective';
  if (livedThere) return 'past';
  return wasDeclined ? 'rejected' : 'prospective';
}

export const statusNumbers: Readonly<Record<TenantStatus, number>> = enumerations.tenant_status;
/** How a company knows somebody already. */
export const knownBy = ['phone', 'email', 'account'] as const;
export const noteMost = 4000;
export const [tagMost, tagsMost] = [40, 20] as const;
