import type { Kysely, Transaction } from 'kysely';
import { defaultGrants, type Grants } from '#contract/access/grants.ts';
import type { FailureCode } from '#contract/kernel/failures.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import type { FieldProblems } from '#contract/kernel/problems.ts';
import type { DashboardLayout, Role } from '#contract/kernel/roles.ts';
import type { personMachine } from '#contract/people/machine.ts';
import type { OpenTables } from '#server/db/open-tables.ts';
import type { Sentence } from '../../words/sentence.ts';
import { sentence } from './locale.ts';

/** The database without the owned tables, which are reached only through scoped.ts. */
export type Db = Kysely<OpenTables>;
export type Tx = Transaction<OpenTables>;
export type VerifiedStatus = StateOf<typeof personMachine>;

/** The caller. It is loaded on every request, so a changed permission applies from the next request. */
export type Me = {
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly role: Role;
  readonly userType: number | null;
  readonly companyId: number | null;
  readonly layout: DashboardLayout | null;
  readonly onboarding: boolean;
  /** The verification status of the person. Staff have the status of their employer; null for user types that Makao does not verify. */
  readonly verifiedStatus: VerifiedStatus | null;
  /** The region that Makao assigned to this person, for which a sub admin is responsible. */
  readonly region: string | null;
  /** The county that Makao assigned to the person's company, for which a dealer is responsible. */
  readonly county: string | null;
  readonly companyActive: boolean;
  /** Platform staff without two-step sign-in: they can reach only their own account until they enable it. */
  readonly mustEnrol: boolean;
  /** Staff in limited teams work only on the properties of these teams. Null means no limit. */
  readonly limits: { readonly teamIds: readonly number[]; readonly propertyIds: readonly number[] } | null;
  readonly grants: Grants;
  /** An auditor reads the log of the company like its account holder. */
  readonly auditor?: true;
  /** The companies whose mandate the caller’s company had when the request arrived. A caller without a session has no list, so scopes query it. */
  readonly mandators?: readonly number[];
  /** The real person during an impersonation ("view as"). */
  readonly impersonatorId: number | null;
  /** The reason why no scope applies, for example because a scheduled job runs without a caller. Only `visibleTo` and `mayChange` read it. */
  readonly unscoped?: string;
};

/**
 * Platform staff without two-step sign-in, and people of a company that is not verified or is suspended, are restricted: they reach only their own
 * account. Both permissions and scopes use this function.
 */
export const isRestricted = ({ mustEnrol, verifiedStatus }: Pick<Me, 'mustEnrol' | 'verifiedStatus'>): boolean =>
  mustEnrol || (verifiedStatus !== null && verifiedStatus !== 'verified');

/** A caller who is signed in: a person with an id. */
export type SignedInCaller = Me & { readonly userId: number };
/** A caller who works for a company: an owner, agent, dealer or staff of one. */
export type CompanyMember = SignedInCaller & { readonly companyId: number };

/** The origin of a change; every audit row contains it. */
export type RequestOrigin = { readonly requestId: string; readonly ip: string; readonly agent: string };

/**
 * The context of a service: the caller, the database, the origin of the request and the audit counter. A write gets a context whose `db` is its
 * transaction.
 */
export type Ctx = { readonly me: Me; readonly db: Db; readonly from: RequestOrigin; readonly note: RequestNotes };

/** Counts the audit entries of a write: the registry refuses to commit a write without an audit entry. */
export type RequestNotes = { audited: number /** Cookies the answer sets. */; cookies?: string[] };

export const anonymousCaller: Me = {
  userId: null,
  sessionId: null,
  role: 'anonymous',
  userType: null,
  companyId: null,
  layout: null,
  onboarding: false,
  verifiedStatus: null,
  region: null,
  county: null,
  companyActive: false,
  mustEnrol: false,
  limits: null,
  grants: defaultGrants.anonymous,
  impersonatorId: null,
};

/**
 * The caller of a call that requires sign-in. The `needs` of the call reject other callers, so this error shows that a call’s `needs` were widened
 * and its service was not.
 */
export function requireSignedIn({ me }: Pick<Ctx, 'me'>): SignedInCaller {
  const { userId } = me;
  if (userId === null) throw new Refusal('signedOut', sentence('signedOut'));
  return { ...me, userId };
}

/** The caller of a call for people of a company. Platform staff belong to no company and are refused. */
export function requireCompanyMember(ctx: Pick<Ctx, 'me'>): CompanyMember {
  const me = requireSignedIn(ctx);
  const { companyId } = me;
  if (companyId === null) throw new Refusal('forbidden', sentence('accessForbidden'));
  return { ...me, companyId };
}

/** The fields of an error response besides its message. */
type Extra = Readonly<Record<string, unknown>> & { readonly fields?: FieldProblems };

/** A refusal that the caller caused and can understand. Any other error is a fault of the server and answers 500. */
export class Refusal extends Error {
  declare readonly message: Sentence;
  readonly failure: FailureCode;
  readonly extra: Extra;
  constructor(failure: FailureCode, message: Sentence, extra: Extra = {}) {
    super(message);
    this.failure = failure;
    this.extra = extra;
  }
}

/** The context of code that runs without a caller: no scope limits it, and it states a reason. */
export const asClock = (db: Db, why = 'scheduled job for the deadlines of agreements'): Ctx => ({
  me: { ...anonymousCaller, unscoped: why },
  db,
  from: { requestId: 'clock', ip: '', agent: 'clock' },
  note: { audited: 0 },
});

/** The same caller without the limits of a scope: the caller holds a secret that grants access, or a rule of the product requires the change. */
export const asUnscoped = (ctx: Ctx, why: string): Ctx => ({ ...ctx, me: { ...ctx.me, unscoped: why } });
