import { enumerations } from '#contract/reference/enumerations.ts';

/** The words of a tenancy, for every storey, without Zod. */
export const tenancyStatuses = enumerations.tenancy_status;
export type TenancyStatus = keyof typeof tenancyStatuses;

export const personRoles = ['lead', 'co_tenant', 'occupant', 'guarantor'] as const;
export type PersonRole = (typeof personRoles)[number];
/** Those who pay; their shares make a whole. */
export const payingRoles: readonly PersonRole[] = ['lead', 'co_tenant'];
export const wholeShare = 10_000;

export const chargeKinds = ['service', 'water', 'power', 'garbage', 'security', 'parking', 'internet', 'discount', 'other'] as const;
export type ChargeKind = (typeof chargeKinds)[number];
export const chargeOften = ['once', 'monthly', 'yearly'] as const;
export type ChargeOften = (typeof chargeOften)[number];

export const termTypes = ['fixed', 'periodic'] as const;
export const holdovers = ['roll', 'stop'] as const;
export const escalationKinds = ['none', 'percent', 'amount'] as const;
/** How often a rent is paid: payment frequencies of the specification. */
export const rentPeriods = [2, 4, 5, 6, 3] as const;
export type RentPeriod = (typeof rentPeriods)[number];

export const termReasons = ['start', 'renewal', 'rent_change', 'escalation', 'roll', 'transfer', 'import'] as const;
export type TermReason = (typeof termReasons)[number];

/** How a tenancy that was lived in comes to its end. */
export const endKinds = ['notice', 'mutual', 'order', 'abandoned', 'expired'] as const;
export type EndKind = (typeof endKinds)[number];
/** What who lives there is asked for: less than the notice of the lease is no notice, but an agreement of both. */
export const askedKinds = ['mutual'] as const satisfies readonly EndKind[];
/** What becomes of the unit: it is free, or there is work to do first. A next tenant's stay takes it before either. */
export const afterEnd = ['vacant', 'works'] as const;

/** Nobody who lives somewhere now moved in before: a year was mistyped. */
export const earliestStart = '1950-01-01';
/** One without a booking that never began is withdrawn so many days after its start day. */
export const lapseDays = 14;
/** So many days before its end both sides are told. */
export const alertDays = [90, 60, 30] as const;
/** The same as lists are cut by them: each the month before it. */
export const endingIn = ['30', '60', '90'] as const;
/** What holds where nobody said otherwise: the lease says the same before anybody pays. */
export const usual = { noticeDays: 30, dueDay: 1 } as const;
/** What the schedule of a tenancy shows ahead. */
export const scheduleMonths = 12;

export type Escalation = {
  readonly kind: (typeof escalationKinds)[number];
  /** Hundredths of a percent, or cents. */
  readonly value?: number | undefined;
  readonly every_months?: number | undefined;
  readonly next_on?: string | undefined;
  readonly notice_days?: number | undefined;
};
export type Opening = { readonly balance_cents: number; readonly deposit_held_cents: number; readonly as_of: string };
