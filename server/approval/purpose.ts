import type { RawBuilder } from 'kysely';
import type { ApprovalRule } from '#contract/approval/purposes.ts';
import type { FailureCode } from '#contract/kernel/failures.ts';
import type { OwnedTable } from '#server/db/open-tables.ts';
import type { DB } from '#server/db/types.gen.ts';
import type { Me } from '#server/kernel/ctx.ts';
import type { ScopeColumn } from '#server/kernel/scope.ts';
import type { Sentence } from '../../words/sentence.ts';

type Condition = (me: Me, t: ScopeColumn) => RawBuilder<boolean>;
/** A reason, specific to one purpose, why a person cannot approve a row. */
export type PurposeApprovalBlocker = { readonly is: Condition; readonly says: () => Sentence };

type Terms = {
  /** The rule for the people who can approve. */
  readonly rule: ApprovalRule;
  /** Whether a row is pending. For a request that expires, this includes the expiry. */
  readonly pending: (t: ScopeColumn) => RawBuilder<boolean>;
  /** The error if the requester approves it themselves. */
  readonly ownRequest: { readonly says: () => Sentence; readonly failure?: FailureCode };
  /** The error for a user without a role for it, if the call accepts them for other purposes. */
  readonly otherRole?: () => Sentence;
  readonly also?: readonly PurposeApprovalBlocker[];
  /** The request cannot be approved after the account of its requester was disabled or closed. Another person can reject or cancel it. */
  readonly requesterStays?: true;
  /** Rows that are exempt from the waiting period and the invitation rule, because the request is about the approver. */
  readonly exempt?: Condition;
};
/** Where requester and time are stored: columns of the approved row, or derived from rows below it. */
type Place<T extends string, C extends string> = {
  readonly table: T;
  readonly id: C;
  readonly askedBy: C | ((t: ScopeColumn) => RawBuilder<number | null>);
  readonly askedAt: C;
};
export type ApprovalPurpose = Terms & Place<string, string>;

/** Declares a request that one person makes and another approves (maker-checker, four-eyes principle). */
export const defineApprovalPurpose = <const T extends OwnedTable>(declared: Terms & Place<T, keyof DB[T] & string>): ApprovalPurpose => declared;
