import type { Kysely, Transaction } from 'kysely';
import { defaultGrants, type Grants } from '#contract/access/grants.ts';
import type { Failure } from '#contract/kernel/failures.ts';
import type { StateOf } from '#contract/kernel/machine.ts';
import type { Fields } from '#contract/kernel/problems.ts';
import type { DashboardLayout, Role } from '#contract/kernel/roles.ts';
import type { personMachine } from '#contract/people/machine.ts';
import type { OpenTables } from '#server/db/open-tables.ts';
import type { Sentence } from '../../words/sentence.ts';
import { sentence } from './locale.ts';

/** The database without the tables that have owners: those are reached through scoped.ts. */
export type Db = Kysely<OpenTables>;
export type Tx = Transaction<OpenTables>;
export type VerifiedStatus = StateOf<typeof personMachine>;

/** Who is asking. Read anew on every request, so a changed right counts from the next request on. */
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
  /** The companies whose mandate their company held when the request came; who was not made from a session has none said, and scopes ask. */
  readonly mandators?: readonly number[];
  /** Who really sits there, while somebody looks at the product as this person. */
  readonly impersonatorId: number | null;
  /** Why no scope limits this: the clock's work, which nobody asks for. Only `visible` reads it. */
  readonly unscoped?: string;
};

/**
 * One of the platform's own without a second step, or one of a company the platform does not trust (yet, or any more): they reach their own
 * account and nothing else. Grants and scopes both ask here.
 */
export const isHeldBack = ({ mustEnrol, verifiedStatus }: Pick<Me, 'mustEnrol' | 'verifiedStatus'>): boolean =>
  mustEnrol || (verifiedStatus !== null && verifiedStatus !== 'verified');

/** A caller who is signed in: a person with an id. */
export type SignedIn = Me & { readonly userId: number };
/** A caller who works for a company: an owner, agent, dealer or staff of one. */
export type CompanyMember = SignedIn & { readonly companyId: number };

/** Where a change came from; every audit row carries it. */
export type Origin = { readonly requestId: string; readonly ip: string; readonly agent: string };

/** Everything a service may know. Writes get a context whose `db` is their transaction. */
export type Ctx = { readonly me: Me; readonly db: Db; readonly from: Origin; readonly note: Note };

/** What a write has to leave behind: the registry refuses to commit a write that left no audit row. */
export type Note = { audited: number /** Cookies the answer sets. */; cookies?: string[] };

export const nobody: Me = {
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
 * The caller of a call that is for signed-in people. The call's `needs` let nobody else in, so the refusal tells of a
 * call whose needs were widened and whose service was not.
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
type Extra = Readonly<Record<string, unknown>> & { readonly fields?: Fields };

/** A refusal the caller caused and can understand. Anything else that is thrown is our fault and answers 500. */
export class Refusal extends Error {
  declare readonly message: Sentence;
  readonly failure: Failure;
  readonly extra: Extra;
  constructor(failure: Failure, message: Sentence, extra: Extra = {}) {
    super(message);
    this.failure = failure;
    this.extra = extra;
  }
}

/** The context of what runs for nobody: no person's scope limits it, and it says why. */
export const atClock = (db: Db, why = 'the clock'): Ctx => ({
  me: { ...nobody, unscoped: why },
  db,
  from: { requestId: 'clock', ip: '', agent: 'clock' },
  note: { audited: 0 },
});

/** The same caller, doing what no scope of theirs limits: a secret they hold gives the right, or a rule brings it about. */
export const unscoped = (ctx: Ctx, why: string): Ctx => ({ ...ctx, me: { ...ctx.me, unscoped: why } });
