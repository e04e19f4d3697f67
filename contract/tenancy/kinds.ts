import { apiEnumerations } from '#contract/reference/enumerations.ts';

/** The enumerations of a tenancy, for every layer, without Zod. */
export const tenancyStatuses = apiEnumerations.tenancy_status;
export type TenancyStatus = keyof typeof tenancyStatuses;

export const tenancyPersonRoles = ['lead', 'co_tenant', 'occupant', 'guarantor'] as const;
export type TenancyPersonRole = (typeof tenancyPersonRoles)[number];
/** Roles that pay; their shares add up to the whole. */
export const payingTenancyRoles: readonly TenancyPersonRole[] = ['lead', 'co_tenant'];
export const fullShareBasisPoints = 10_000;

export const tenancyChargeKinds = ['service', 'water', 'power', 'garbage', 'security', 'parking', 'internet', 'discount', 'other'] as const;
export type TenancyChargeKind = (typeof tenancyChargeKinds)[number];
export const tenancyChargeFrequencies = ['once', 'monthly', 'yearly'] as const;
export type TenancyChargeFrequency = (typeof tenancyChargeFrequencies)[number];

export const tenancyTermTypes = ['fixed', 'periodic'] as const;
export const holdoverModes = ['roll', 'stop'] as const;
export const rentEscalationKinds = ['none', 'percent', 'amount'] as const;
/** How often a rent is paid: payment frequencies of the specification. */
export const rentPeriods = [2, 4, 5, 6, 3] as const;
export type RentPeriod = (typeof rentPeriods)[number];

export const tenancyTermReasons = ['start', 'renewal', 'rent_change', 'escalation', 'roll', 'transfer', 'import'] as const;
export type TenancyTermReason = (typeof tenancyTermReasons)[number];

/** How an occupied tenancy ends. */
export const tenancyEndKinds = ['notice', 'mutual', 'order', 'abandoned', 'expired'] as const;
export type TenancyEndKind = (typeof tenancyEndKinds)[number];
/** Kinds of ending that need the tenant's consent: less than the notice period is no notice, but a mutual agreement. */
export const requestableEndKinds = ['mutual'] as const satisfies readonly TenancyEndKind[];
/** Tenants with an account can object to an order at least this many days before its move-out day. */
export const orderObjectionDays = 14;
/** A payer with an account has this many days to decline a change that a document replaces their consent for. */
export const paperObjectionDays = 14;
/** The shortest notice period of tenants who are not asked to confirm their terms. */
export const minimumNoticeDays = 14;
/** Kinds of ending that a manager records alone, so that the tenants can object to them. */
export const objectionableEndKinds: readonly TenancyEndKind[] = ['notice', 'order', 'abandoned'];
/** An objection stops the move-out. The platform's review of an order can overrule it. */
export const objectionStates = ['open', 'reviewing', 'overruled'] as const;
export type ObjectionState = (typeof objectionStates)[number];
/** Tenants with an account can object to an imported tenancy for this many days before it begins and bills. */
export const importObjectionDays = 7;
/** A tenancy that its payers do not confirm is withdrawn this many days after the request. */
export const unconfirmedTenancyDays = 14;
/** The unit after the tenancy: vacant, or under works. The stay of a next tenant has priority over both. */
export const unitStatusesAfterEnd = ['vacant', 'works'] as const;

/** No current tenancy began before this day; an earlier one is a mistyped year. */
export const earliestStartDay = '1950-01-01';
/** A tenancy without a booking that never began is withdrawn this many days after its start day. */
export const unstartedTenancyWithdrawalDays = 14;
/** Both sides are reminded this many days before the end. */
export const tenancyEndReminderDays = [90, 60, 30] as const;
/** The end dates as filters of lists: each filter is the month before that day. */
export const endingWithinDays = ['30', '60', '90'] as const;
/** The defaults if nothing else was agreed; the lease states them before payment. */
export const tenancyDefaults = { noticeDays: 30, dueDay: 1 } as const;
/** Months that the schedule of a tenancy shows ahead. */
export const rentScheduleMonths = 12;

export type RentEscalation = {
  readonly kind: (typeof rentEscalationKinds)[number];
  /** Hundredths of a percent, or cents. */
  readonly value?: number | undefined;
  readonly every_months?: number | undefined;
  readonly next_on?: string | undefined;
  readonly notice_days?: number | undefined;
};
export type OpeningBalance = { readonly balance_cents: number; readonly deposit_held_cents: number; readonly as_of: string };
