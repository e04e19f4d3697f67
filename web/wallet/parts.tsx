import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import type { WalletHoldKind } from '#contract/wallet/kinds.ts';
import { walletCollectionModeLabels, walletStatusLabels } from '#contract/wallet/labels.ts';
import type { WalletDetails, WalletHold, WalletSummary } from '#contract/wallet/shapes.ts';
import { listShownBalances } from '#contract/wallet/tiles.ts';
import { getWalletBalanceLabel } from '#contract/wallet/words.ts';
import classes from '#web/settlement/settlement.module.css';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { addTones, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** Names the holder of a company's money: an owner who collects rent themselves may still have earnings on the platform. */
export const formatWalletTotal = ({ mode, total_cents, transit_cents }: Pick<WalletSummary, 'mode' | 'total_cents' | 'transit_cents'>): string =>
  mode === 'record' && total_cents + transit_cents > 0 ? m.wallet_mode_apart() : walletCollectionModeLabels[mode]();
export const walletStatusNames = addTones(walletStatusLabels, { open: 'good', frozen: 'bad' });
export const WalletStatusBadge = ({ of }: { of: WalletSummary['status'] }) => (
  <ToneBadge tone={walletStatusNames[of].tone}>{walletStatusNames[of].label()}</ToneBadge>
);

/** Each balance: total, held with reasons, available. */
export const WalletBalances = ({ wallet }: { wallet: WalletDetails }) => (
  <>
    {listShownBalances(wallet.pockets, wallet.in_hand_cents).map((pocket) => (
      <Panel key={pocket.code} title={getWalletBalanceLabel(pocket.code)}>
        <MoneyLines
          exact
          items={[
            { label: m.wallet_column_total(), cents: pocket.total_cents },
            { label: m.wallet_pending(), cents: -pocket.pending_cents },
            { label: m.wallet_reserved(), cents: -pocket.reserved_cents },
            ...(pocket.asked_cents > 0 ? [{ label: m.wallet_asked(), cents: -pocket.asked_cents }] : []),
            ...(pocket.owed_cents > 0 ? [{ label: m.wallet_owed(), cents: -pocket.owed_cents }] : []),
          ]}
          {...(pocket.code === ledgerAccounts.walletTopUps ? {} : { total: { label: m.wallet_available(), cents: pocket.available_cents } })}
        />
      </Panel>
    ))}
  </>
);

const holdText: Readonly<Record<WalletHoldKind, (hold: WalletHold) => string>> = {
  clearing: ({ until }) => (until ? m.wallet_hold_clearing({ day: formatDate(until) }) : m.wallet_pending()),
  reserve: () => m.wallet_hold_reserve(),
  dispute: () => m.wallet_hold_dispute(),
  cash: ({ until }) => (until ? m.wallet_hold_debt() : m.wallet_hold_cash()),
};
const whyOf = (hold: WalletHold): string => [holdText[hold.kind](hold), hold.reason].filter(Boolean).join(': ');
export const WalletHolds = ({ wallet }: { wallet: WalletDetails }) =>
  wallet.holds.length === 0 ? null : (
    <Panel title={m.wallet_holds()} pad={false}>
      {wallet.holds.map((hold) => (
        <div key={hold.id} className={classes.row}>
          <span>
            {hold.home ?? whyOf(hold)}
            {hold.home && <p className={classes.quiet}>{whyOf(hold)}</p>}
          </span>
          <span className={classes.num}>{formatKes(hold.cents, true)}</span>
        </div>
      ))}
    </Panel>
  );
