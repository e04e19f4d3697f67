import { createContext } from 'react-router';
import type { SessionUser } from '#contract/identity/calls.ts';
import type { CallInput, CallResult, CallShape } from '#contract/kernel/call.ts';
import type { FailureBody } from '#contract/kernel/failures.ts';
import type { MessageLocale, MessageOverrides } from '#contract/messages.ts';

export type DemoAccounts = { readonly password: string; readonly accounts: readonly { readonly email: string; readonly says: string }[] };

export type CallOutcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly status: number; readonly body: FailureBody };

/** The server's functions for a loader. The web side knows only their types. */
export type ServerFunctions = {
  readonly call: <C extends CallShape>(call: C, given: CallInput<C>) => Promise<CallOutcome<CallResult<C>>>;
  readonly user: SessionUser | null;
  readonly locale: MessageLocale;
  readonly product: string;
  readonly appUrl: string;
  readonly buildId: string;
  /** Accounts to try the product with; null without demo data. */
  readonly demo: DemoAccounts | null;
  readonly wordings: MessageOverrides;
  /** Whether signing in with Google is offered here. */
  readonly google: boolean;
  /** The operator's map style; null for the built-in one. */
  readonly mapStyleUrl: string | null;
  /** A token for forms that work without JavaScript; the page that requests one sets its cookie. */
  readonly csrf: () => string;
};

export const serverFunctionsContext = createContext<ServerFunctions>();
