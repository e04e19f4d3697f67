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

/** The database without the tables that have owners: those are reached through scoped.ts. */
export type Db = Kysely<OpenTables>;
export type Tx = Transaction<OpenTables>;
export type VerifiedStatus = StateOf<typeof personMachine>;

/** The caller. It is read again on every request, so a changed permission applies from the next request. */
export type Me = {
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly role: Role;
  readonly userType: number | null;
  readonly companyId: number | null;
  readonly layout: DashboardLayout | null;
  readonly onboarding: boolean;
  /** How far the platform trusts them; staff stand as their employer does. Null for kinds of people it does not verify. */
  readonly verifiedStatus: VerifiedStatus | null;
  /** The region the platform gave this person: what a subadmin looks after. */
  readonly region: string | null;
  /** The county the platform gave their company: what a dealer looks after. */
  readonly county: string | null;
  readonly companyActive: boolean;
  /** One of the platform's own without a second step of signing in: until it is on, they reach their own account only. */
  readonly mustEnrol: boolean;
  /** Staff in limited teams work on the properties of these only; null is no limit. */
  readonly limits: { readonly teamIds: readonly number[]; readonly propertyIds: readonly number[] } | null;
  readonly grants: Grants;
  /** The companies whose mandate the caller’s company had when the request arrived. A caller without a session has no list, so scopes query it. */
  readonly mandators?: readonly number[];
  /** The real person during an impersonation. */
  readonly impersonatorId: number | null;
  /** Why no scope applies: a job runs it, and no person asked. Only `visible` reads it. */
  readonly unscoped?: string;
};

/**
 * One of the platform's own without a second step, or one of a company the platform does not trust (yet, or any more): they reach their own
 * account and nothing else. Grants and scopes both ask here.
 */
export const isRestricted = ({ mustEnrol, verifiedStatus }: Pick<Me, 'mustEnrol' | 'verifiedStatus'>): boolean =>
  mustEnrol || (verifiedStatus !== null && verifiedStatus !== 'verified');

/** A caller who is signed in: a person with an id. */
export type SignedIn = Me & { readonly userId: number };
/** A caller who works for a company: an owner, agent, dealer or staff of one. */
export type CompanyMember = SignedIn & { readonly companyId: number };

/** The origin of a change; every audit row contains it. */
export type RequestOrigin = { readonly requestId: string; readonly ip: string; readonly agent: string };

/** Everything a service may know. Writes get a context whose `db` is their transaction. */
export type Ctx = { readonly me: Me; readonly db: Db; readonly from: RequestOrigin; readonly note: RequestNotes };

/** What a write has to leave behind: the registry refuses to commit a write that left no audit row. */
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
export function signedIn({ me }: Pick<Ctx, 'me'>): SignedIn {
  const { userId } = me;
  if (userId === null) throw new Refusal('signedOut', sentence('signedOut'));
  return { ...me, userId };
}

/** The caller of a call that is for people of a company. The platform's own staff have none: they are refused. */
export function companyMember(ctx: Pick<Ctx, 'me'>): CompanyMember {
  const me = signedIn(ctx);
  const { companyId } = me;
  if (companyId === null) throw new Refusal('forbidden', sentence('accessForbidden'));
  return { ...me, companyId };
}

/** What an answer carries beside its sentence. */
type Extra = Readonly<Record<string, unknown>> & { readonly fields?: FieldProblems };

/** A refusal the caller caused and can understand. Anything else that is thrown is our fault and answers 500. */
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
export const atClock = (db: Db, why = 'scheduled job for the deadlines of agreements'): Ctx => ({
  me: { ...anonymousCaller, unscoped: why },
  db,
  from: { requestId: 'clock', ip: '', agent: 'clock' },
  note: { audited: 0 },
});

/** The same caller, doing what no scope of theirs limits: a secret they hold gives the right, or a rule brings it about. */
export const asUnscoped = (ctx: Ctx, why: string): Ctx => ({ ...ctx, me: { ...ctx.me, unscoped: why } });
