import { walletCalls } from '#contract/wallet/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { MonthlyWalletStatement } from '#web/settlement/month.tsx';

/** Monthly statements of the reader's company. */
export function MonthlyStatementsTab() {
  const found = useCall(walletCalls.ownWallet, {});
  return found.data ? <MonthlyWalletStatement id={found.data.id} /> : <LoadingState answer={found} />;
}
