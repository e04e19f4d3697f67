import { toPercent } from '#contract/money/cents.ts';
import {
  earliestStartDay,
  fullShareBasisPoints,
  type OpeningBalance,
  payingTenancyRoles,
  type RentEscalation,
  type TenancyPersonRole,
} from '#contract/tenancy/kinds.ts';
import type { RecurringCharge } from '#contract/tenancy/schedule.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { TenantContact } from '#server/tenant/service.ts';
import { m } from '#words/messages.js';
import type { TenancyRow } from './rows.ts';

/** An existing tenant of the company, or contact data of a new one. */
export type TenancyPersonInput = { readonly role: TenancyPersonRole; readonly shareBp: number } & (
  | { readonly tenantId: number }
  | { readonly somebody: TenantContact }
);
export type NewTenancy = {
  readonly unitId: number;
  /** The tenancy covers all units of the property, and `unitId` represents them. The reservation of its booking is taken over unchanged. */
  readonly whole?: boolean;
  readonly startsOn: string;
  /** The last day; null for a tenancy that continues until notice is given. */
  readonly endsOn: string | null;
  readonly people: readonly TenancyPersonInput[];
  readonly rentCents: number;
  readonly period: number;
  readonly depositCents: number;
  readonly charges?: readonly (Omit<RecurringCharge, 'from' | 'last'> & { readonly last?: string | null })[];
  readonly listingType?: 0 | 1;
  readonly termType?: 'fixed' | 'periodic';
  readonly holdover?: 'roll' | 'stop';
  readonly noticeDays?: number;
  readonly dueDay?: number;
  readonly reviewOn?: string | null;
  readonly escalation?: RentEscalation;
  readonly controlled?: boolean;
  /** The agent with the mandate if known, otherwise the caller. */
  readonly agentCompanyId?: number | null;
  /** The booking that led to the tenancy, whose reserved unit it takes over. */
  readonly bookingId?: number;
  /** The arrears and deposit of an existing tenancy on a day. Such a tenancy is active immediately. */
  readonly opening?: OpeningBalance | null;
  readonly importId?: number;
  /** Payers with an account confirm an existing tenancy before it begins. */
  readonly asksFirst?: boolean;
  readonly note?: string;
};
export type CreatedTenancy = {
  readonly id: number;
  readonly code: string;
  readonly status: TenancyRow['status'];
  /** The tenancy replaced an occupant that was only recorded. */
  readonly tookUp: boolean;
};

/** There must be one lead tenant, no duplicates, and the shares of the payers must add up to the whole. */
export function validateTenancyPeople(people: readonly TenancyPersonInput[]) {
  const total = people.filter((one) => payingTenancyRoles.includes(one.role)).reduce((sum, one) => sum + one.shareBp, 0);
  const known = people.flatMap((one) => ('tenantId' in one ? [one.tenantId] : []));
  if (people.filter((one) => one.role === 'lead').length !== 1) return m.tenancy_problem_one_lead();
  if (new Set(known).size !== known.length) return m.tenancy_problem_twice();
  if (total !== fullShareBasisPoints) return m.tenancy_problem_shares({ percent: String(toPercent(total)) });
  return people.some((one) => !payingTenancyRoles.includes(one.role) && one.shareBp > 0) ? m.tenancy_problem_share_of_others() : null;
}

/** Checks the input of wizard, booking and import by the same rules, with one sentence at each invalid field. */
export function checkNewTenancy(given: NewTenancy): void {
  const fields: Record<string, ReturnType<typeof m.tenancy_problem_shares>> = {};
  const people = validateTenancyPeople(given.people);
  if (people !== null) fields.people = people;
  if (given.endsOn !== null && given.endsOn <= given.startsOn) fields.ends_on = m.tenancy_problem_end_first();
  if (given.endsOn === null && (given.termType ?? 'fixed') === 'fixed') fields.ends_on = m.tenancy_problem_end_needed();
  const today = clock.today();
  if (!hasResidentTenants(given) && given.bookingId === undefined && given.startsOn < today) fields.starts_on = m.tenancy_problem_start_past();
  if (given.startsOn < earliestStartDay) fields.starts_on = m.tenancy_problem_start_old();
  if (hasResidentTenants(given) && given.startsOn > today) fields.starts_on = m.tenancy_problem_start_future();
  if (given.opening && given.opening.as_of > today) fields.as_of = m.tenancy_problem_as_of();
  const up = given.escalation;
  if (up && up.kind !== 'none' && (!up.value || !up.every_months || !up.next_on)) fields.escalation = m.tenancy_problem_escalation();
  else if (up?.kind !== 'none' && up?.next_on && up.next_on <= given.startsOn) fields.escalation = m.tenancy_problem_escalation_early();
  if (Object.keys(fields).length > 0) throw invalidInputRefusal(fields);
}
/** Whether the tenants live in the unit already: the input has an opening balance, or comes from an import. */
export const hasResidentTenants = (given: NewTenancy): boolean => Boolean(given.opening) || given.importId !== undefined;
