import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { RequestedActKind } from '#contract/approval/purposes.ts';
import type { ScreenKey } from '#contract/modules.ts';
import type { Sentence } from '../../words/sentence.ts';
import type { AuditDocument } from './audit.ts';
import type { Ctx, Me } from './ctx.ts';
import type { ScopeColumn } from './scope.ts';
import type { RunningServices } from './services.ts';

/** The stored request, for the act that is carried out. */
export type ApprovalRequestRow = {
  readonly id: number;
  readonly code: string;
  readonly subject_id: number | null;
  readonly company_id: number | null;
  readonly reason: string;
  readonly asked_by: number | null;
  readonly evidence_file_id: number | null;
};

/**
 * A dashboard screen with the parameters of its address, and the query that opens a tab or a record of it. `companyScreen`: the screen of a company
 * whose staff may request the act.
 */
export type RequestedActPage = {
  readonly screen: ScreenKey;
  readonly companyScreen?: ScreenKey;
  readonly params: Readonly<Record<string, string | number>>;
  readonly query?: string;
};

type Declared<P> = {
  /** The stored parameters. They are parsed again when the act is carried out. */
  readonly params: z.ZodType<P>;
  readonly document: AuditDocument;
  /** What happens on approval, from the parameters alone, in the reader's language. */
  readonly describe: (params: P) => Sentence;
  /** Figures that the approver reads beside the sentence, from the parameters alone. */
  readonly details?: (params: P) => readonly { readonly label: string; readonly value: string }[];
  /** The screen of the record. */
  readonly page?: (params: P) => RequestedActPage | null;
  /** The request cannot be approved without an uploaded file. */
  readonly needsEvidence?: true;
  /** The act tells the requester the decision itself, because people outside the platform have no page for requests. */
  readonly ownNotices?: true;
  /** Further reasons that bar a person. The column is one of `approval_request`. */
  readonly also?: readonly { readonly is: (me: Me, t: ScopeColumn) => RawBuilder<boolean>; readonly says: () => Sentence }[];
  /** Why an open request cannot be approved now, because other records changed since. The page of the request shows it. */
  readonly blocked?: (ctx: Ctx, params: P) => Promise<Sentence | null>;
  /**
   * Carries out the act in the transaction of the approval, with the context of the approver. It checks the state and the amounts again, because
   * they may have changed since the request.
   */
  readonly execute: (ctx: Ctx, params: P, request: ApprovalRequestRow, services: RunningServices) => Promise<void>;
  /** The people who have permissions on money by the act, after it was carried out, if the subject of the request is not that person. */
  readonly givesTo?: (ctx: Ctx, params: P) => Promise<readonly number[]>;
  /** Releases what the request had reserved, if it is rejected, withdrawn or expired. */
  readonly rejected?: (ctx: Ctx, params: P, request: ApprovalRequestRow) => Promise<void>;
};

/** An act with its parameters already parsed away, so that acts of different types fit in one table. */
export type RequestedAct = Omit<Declared<unknown>, 'params'>;
export type RequestedActs = { readonly [K in RequestedActKind]?: RequestedAct };

/** Declares an act that one person requests and another approves. */
export function defineRequestedAct<P>({ params, describe, details, page, blocked, execute, givesTo, rejected, ...act }: Declared<P>): RequestedAct {
  return {
    ...act,
    describe: (given) => describe(params.parse(given)),
    execute: (ctx, given, request, services) => execute(ctx, params.parse(given), request, services),
    ...(details ? { details: (given: unknown) => details(params.parse(given)) } : {}),
    ...(page ? { page: (given: unknown) => page(params.parse(given)) } : {}),
    ...(blocked ? { blocked: (ctx: Ctx, given: unknown) => blocked(ctx, params.parse(given)) } : {}),
    ...(givesTo ? { givesTo: (ctx: Ctx, given: unknown) => givesTo(ctx, params.parse(given)) } : {}),
    ...(rejected ? { rejected: (ctx: Ctx, given: unknown, request: ApprovalRequestRow) => rejected(ctx, params.parse(given), request) } : {}),
  };
}

const known = new Map<RequestedActKind, RequestedAct>();

/** Called once for every module at start; registering the same act again changes nothing. */
export function registerRequestedActs(acts: RequestedActs): void {
  for (const [kind, act] of Object.entries(acts) as [RequestedActKind, RequestedAct][]) {
    if (known.has(kind) && known.get(kind) !== act) throw new Error(`two modules declare the act ${kind}`);
    known.set(kind, act);
  }
}
export const listRequestedActKinds = (): readonly RequestedActKind[] => [...known.keys()];
export function getRequestedAct(kind: RequestedActKind): RequestedAct {
  const act = known.get(kind);
  if (!act) throw new Error(`no module declares the act ${kind}`);
  return act;
}
