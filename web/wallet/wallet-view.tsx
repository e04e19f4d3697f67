import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { sumCents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import type { WalletDetails } from '#contract/wallet/shapes.ts';
import { calculateWalletTiles } from '#contract/wallet/tiles.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { MonthlyWalletStatement } from '#web/settlement/month.tsx';
import classes from '#web/settlement/settlement.module.css';
import { WithdrawDialog } from '#web/settlement/withdraw.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { PayoutAccountList } from './accounts.tsx';
import { WalletDeposits, WalletEntries } from './entries.tsx';
import { WalletBalances, WalletHolds } from './parts.tsx';

/** A wallet for its owner and for platform staff. The page states if the company collects the money itself. */
export function WalletView({ wallet }: { wallet: WalletDetails }) {
  const { layout, link } = useDashboard();
  const [taking, take] = useState(false);
  const tiles = calculateWalletTiles(wallet);
  const reads = layout === 'superadmin' || layout === 'admin';
  const inHand = wallet.in_hand_cents;
  const owes = sumCents([...wallet.pockets.map((pocket) => pocket.owes_cents), -inHand]);
  return (
    <div className={classes.stack}>
      {wallet.memo && wallet.memo.collected_cents + wallet.memo.deposits_cents > 0 && layout !== 'dealer' && (
        <Note>
          <strong>{m.wallet_memo_title()}</strong>{' '}
          {m.wallet_memo_text({ sum: formatKes(wallet.memo.collected_cents), deposits: formatKes(wallet.memo.deposits_cents) })}
        </Note>
      )}
      {wallet.status === 'frozen' && <Note>{`${m.wallet_frozen_title()}: ${wallet.status_reason}`}</Note>}
      {inHand > 0 && (
        <Note>{reads ? m.wallet_in_hand_theirs({ sum: formatKes(inHand, true) }) : m.wallet_in_hand({ sum: formatKes(inHand, true) })}</Note>
      )}
      {owes > 0 && <Note>{reads ? m.wallet_owes_theirs({ sum: formatKes(owes, true) }) : m.wallet_owes({ sum: formatKes(owes, true) })}</Note>}
      <FactStrip
        items={[
          { label: m.wallet_whole(), value: formatKes(tiles.whole, true) },
          { label: m.wallet_available(), value: formatKes(tiles.available, true) },
          { label: m.wallet_column_held(), value: formatKes(tiles.held, true) },
          ...(tiles.asked === 0 ? [] : [{ label: m.wallet_asked(), value: formatKes(tiles.asked, true) }]),
          { label: m.wallet_transit(), value: formatKes(tiles.transit, true) },
          ...(tiles.putBy === 0 ? [] : [{ label: m.wallet_put_by(), value: formatKes(tiles.putBy, true) }]),
          ...(tiles.owed === 0 ? [] : [{ label: m.wallet_owed_us(), value: formatKes(tiles.owed, true) }]),
          ...(layout === 'dealer' ? [] : [{ label: m.wallet_deposits(), value: formatKes(wallet.deposits_cents, true) }]),
        ]}
      />
      <div className={classes.acts}>
        {wallet.own && tiles.available > 0 && wallet.status === 'open' && <Button onClick={() => take(true)}>{m.settlement_withdraw()}</Button>}
        {!reads && (
          <Button variant="default" component={Link} to={`${link('payment.transactions')}?tab=statements`}>
            {m.payments_tab_statements()}
          </Button>
        )}
      </div>
      <div className={classes.cols}>
        <div className={classes.stack}>
          <WalletEntries wallet={wallet} />
        </div>
        <div className={classes.stack}>
          <WalletBalances wallet={wallet} />
          <WalletHolds wallet={wallet} />
          <PayoutAccountList wallet={wallet} />
          {wallet.own && wallet.mode === 'trust' && <Reserve key={wallet.revision} wallet={wallet} />}
        </div>
      </div>
      {layout !== 'dealer' && <WalletDeposits id={wallet.id} />}
      {(reads || layout === 'dealer') && <MonthlyWalletStatement id={wallet.id} />}
      {taking && <WithdrawDialog wallet={wallet} close={() => take(false)} />}
    </div>
  );
}

function Reserve({ wallet }: { wallet: WalletDetails }) {
  const form = useForm(walletCalls.setReserve, {
    blank: { reserve_cents: typedAmountToCents(toShillings(wallet.reserve_cents)) },
    given: ({ reserve_cents }: { reserve_cents: ReturnType<typeof typedAmountToCents> }) => ({ reserve_cents, revision: wallet.revision }),
    inPlace: true,
    said: () => m.wallet_reserve_said(),
  });
  return (
    <Panel title={m.wallet_reserve()}>
      <form onSubmit={form.submit} className={classes.stack}>
        <MoneyInput
          upTo="charge"
          label={m.wallet_reserve()}
          description={m.wallet_reserve_text()}
          value={toShillings(form.values.reserve_cents)}
          error={form.problems.reserve_cents || form.problem}
          onChange={(value) => form.set('reserve_cents', typedAmountToCents(Number(value) || 0))}
        />
        <Button type="submit" variant="default" loading={form.busy}>
          {m.wallet_reserve_save()}
        </Button>
      </form>
    </Panel>
  );
}
