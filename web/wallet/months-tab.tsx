import { walletCalls } from '#contract/wallet/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { MonthStatement } from '#web/settlement/month.tsx';

/** Monthly statements of the reader's company. */
export function MonthStatementsTab() {
  const found = useCall(walletCalls.ownWallet, {});
  return found.data ? <MonthStatement id={found.data.id} /> : <LoadingState answer={found} />;
}
