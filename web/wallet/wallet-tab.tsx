import { walletCalls } from '#contract/wallet/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { WalletView } from './wallet-view.tsx';

/** The wallet of one's own company: a tab of the transactions of owners and agents, a page of dealers. */
export function WalletTab() {
  const found = useCall(walletCalls.own, {});
  return found.data ? <WalletView wallet={found.data} /> : <Waiting answer={found} />;
}
