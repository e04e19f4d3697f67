import { data, type RouterContextProvider } from 'react-router';
import type { CallInput, CallResult, CallShape } from '#contract/kernel/call.ts';
import { serverFunctionsContext } from './context.ts';

type Context = Readonly<RouterContextProvider>;

/** Runs a call for a page that is being rendered, in-process; a refusal becomes the error page of that status. */
export async function loadCall<C extends CallShape>(context: Context, call: C, given: CallInput<C>): Promise<CallResult<C>> {
  const outcome = await context.get(serverFunctionsContext).call(call, given);
  if (outcome.ok) return outcome.value;
  throw data(outcome.body, { status: outcome.status });
}

export const readServerFunctions = (context: Context) => context.get(serverFunctionsContext);
