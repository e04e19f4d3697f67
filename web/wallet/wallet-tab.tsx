import { walletCalls } from '#contract/wallet/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { WalletView } from './wallet-view.tsx';

/** The wallet of the reader's company: a tab of the transactions of owners and agents, a page of dealers. */
export function WalletTab() {
  const found = useCall(walletCalls.ownWallet, {});
  return found.data ? <WalletView wallet={found.data} /> : <LoadingState answer={found} />;
}
