import { walletCalls } from '#contract/wallet/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { Month } from '#web/settlement/month.tsx';

/** Monthly statements of one's own company. */
export function MonthsTab() {
  const found = useCall(walletCalls.own, {});
  return found.data ? <Month id={found.data.id} /> : <Waiting answer={found} />;
}
