import type { RawBuilder } from 'kysely';
import type { ApprovalRule } from '#contract/approval/purposes.ts';
import type { Failure } from '#contract/kernel/failures.ts';
import type { OwnedTable } from '#server/db/open-tables.ts';
import type { DB } from '#server/db/types.gen.ts';
import type { Me } from '#server/kernel/ctx.ts';
import type { Column } from '#server/kernel/scope.ts';
import type { Sentence } from '../../words/sentence.ts';

type Condition = (me: Me, t: Column) => RawBuilder<boolean>;
/** A reason of one purpose alone why a person may not approve a row. */
export type OwnBar = { readonly is: Condition; readonly says: () => Sentence };

type Terms = {
  /** Who may approve. */
  readonly rule: ApprovalRule;
  /** Whether a row is pending. A request that expires says so here. */
  readonly pending: (t: Column) => RawBuilder<boolean>;
  /** The error if the requester approves it themselves. */
  readonly ownRequest: { readonly says: () => Sentence; readonly failure?: Failure };
  /** The error for a user without a role for it, if the call accepts them for other purposes. */
  readonly otherRole?: () => Sentence;
  readonly also?: readonly OwnBar[];
  /** Rows the rule's waiting period and invitations do not count for: the request is about the person who approves. */
  readonly exempt?: Condition;
};
/** Where requester and time are stored: columns of the approved row, or derived from rows below it. */
type Place<T extends string, C extends string> = {
  readonly table: T;
  readonly id: C;
  readonly askedBy: C | ((t: Column) => RawBuilder<number | null>);
  readonly askedAt: C;
};
export type Purpose = Terms & Place<string, string>;

/** Declares what one person asks for and another approves. */
export const approvalPurpose = <const T extends OwnedTable>(declared: Terms & Place<T, keyof DB[T] & string>): Purpose => declared;
