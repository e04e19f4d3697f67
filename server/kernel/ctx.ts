import type { Kysely, Transaction } from 'kysely';
import { defaultGrants, type Grants } from '#contract/access/grants.ts';
import { grantsOf } from '#contract/access/permissions.ts';
import type { Failure } from '#contract/kernel/failures.ts';
import { type CompanyKind, type DashboardLayout, layoutOf, type Role } from '#contract/kernel/roles.ts';
import type { DB } from '#server/db/types.gen.ts';

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

/** Who is asking. Read anew on every request, so a changed right counts from the next request on. */
export type Me = {
  readonly userId: number | null;
  readonly sessionId: number | null;
  readonly role: Role;
  readonly userType: number | null;
  readonly companyId: number | null;
  readonly layout: DashboardLayout | null;
  readonly onboarding: boolean;
  readonly grants: Grants;
  /** Who really sits there, while somebody looks at the product as this person. */
  readonly impersonatorId: number | null;
};

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
  grants: defaultGrants.anonymous,
  impersonatorId: null,
};

type PersonFacts = {
  id: number;
  sessionId: number;
  role: Role;
  userType: number;
  companyId: number | null;
  companyKind: CompanyKind | null;
  onboarding: boolean;
  staffGrants: readonly string[] | null;
  impersonatorId?: number | null;
};

export function meOf(p: PersonFacts): Me {
  return {
    userId: p.id,
    sessionId: p.sessionId,
    role: p.role,
    userType: p.userType,
    companyId: p.companyId,
    layout: layoutOf(p.role, p.companyKind),
    onboarding: p.onboarding,
    grants: grantsOf(p.role, p.companyKind, p.staffGrants),
    impersonatorId: p.impersonatorId ?? null,
  };
}

/** A refusal the caller caused and can understand. Anything else that is thrown is our fault and answers 500. */
export class Refusal extends Error {
  readonly failure: Failure;
  readonly extra: Readonly<Record<string, unknown>>;
  constructor(failure: Failure, message: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.failure = failure;
    this.extra = extra;
  }
}

/** The context of what the clock does: nobody asks, so nobody's scope limits it. */
export const atClock = (db: Db): Ctx => ({ me: nobody, db, from: { requestId: 'clock', ip: '', agent: 'clock' }, note: { audited: 0 } });
