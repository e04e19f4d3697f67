import type { ApprovalName, RequestedActKind } from './purposes.ts';

/** An act that moves, creates or releases client money, or changes a rule by which it moves. */
export type MoneyControl = {
  readonly act: string;
  /** The calls by which a person does or requests it, as `module.call`. */
  readonly ask: readonly string[];
  /** The call by which another person approves it. Stored requests are approved by `approval.decideRequest`. */
  readonly approve?: string;
  /** The rule of the second person; null if one person is enough, for the reason in `alone`. */
  readonly rule: ApprovalName | RequestedActKind | null;
  readonly alone?: string;
  readonly limits: string;
  readonly evidence: string;
  /** The test that proves it: file and title. */
  readonly test: readonly [file: string, title: string];
};
