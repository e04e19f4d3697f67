import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { type Cents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { type WalletBalanceCode, walletBalanceKinds } from '#contract/wallet/kinds.ts';
import { walletAdjustmentStatusLabels } from '#contract/wallet/labels.ts';
import type { WalletAdjustment, WalletDetails } from '#contract/wallet/shapes.ts';
import { getWalletBalanceLabel } from '#contract/wallet/words.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { PayoutConfirmDialog } from '#web/settlement/confirm-dialog.tsx';
import classes from '#web/settlement/settlement.module.css';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { formatWalletTotal, WalletStatusBadge } from './parts.tsx';
import { WalletView } from './wallet-view.tsx';

/** One wallet: the owner's own, or any for the platform, which may freeze it and, with a second approver, adjust it. */
export default function WalletDetail() {
  const { id } = useParams();
  const found = useCall(walletCalls.walletDetails, { id: parseAddressId(id) });
  useScreenTitle(found.data?.company.name);
  return found.data ? <Loaded wallet={found.data} /> : <LoadingState answer={found} />;
}

function Loaded({ wallet }: { wallet: WalletDetails }) {
  const { link } = useDashboard();
  const { visitor } = useApp();
  const [wanted, want] = useState<'freeze' | 'thaw' | 'adjust' | null>(null);
  const close = () => want(null);
  const may = (move: WalletDetails['moves'][number]) => wallet.moves.includes(move);
  const name = wallet.company.name;
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: m.screens_wallet_list(), href: link('wallet.list') }, { label: wallet.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<WalletStatusBadge of={wallet.status} />}
        sub={formatWalletTotal(wallet)}
        actions={
          visitor.role === 'superadmin' && (
            <MoreMenu
              label={m.shell_more()}
              items={[
                { label: m.wallet_adjust(), onClick: () => want('adjust') },
                may('thaw') && { label: m.wallet_thaw(), onClick: () => want('thaw') },
                may('freeze') && { label: m.wallet_freeze(), danger: true, onClick: () => want('freeze') },
              ]}
            />
          )
        }
      />
      {wallet.adjustments.length > 0 && <Adjustments rows={wallet.adjustments} />}
      <WalletView wallet={wallet} />
      {(wanted === 'freeze' || wanted === 'thaw') && (
        <PayoutConfirmDialog
          call={walletCalls.move}
          danger={wanted === 'freeze'}
          title={wanted === 'freeze' ? m.wallet_freeze_title({ name }) : m.wallet_thaw_title({ name })}
          text={wanted === 'freeze' ? m.wallet_freeze_text() : m.wallet_thaw_text()}
          verb={wanted === 'freeze' ? m.wallet_freeze() : m.wallet_thaw()}
          keep={m.wallet_keep()}
          reason={m.wallet_reason()}
          given={(reason) => ({ id: wallet.id, move: wanted, reason })}
          close={close}
        />
      )}
      {wanted === 'adjust' && <Adjust wallet={wallet} close={close} />}
    </>
  );
}

function Adjustments({ rows }: { rows: readonly WalletAdjustment[] }) {
  const decide = useAction(walletCalls.decideAdjustment, { said: () => m.wallet_adjust_decided_said() });
  return (
    <Panel title={m.wallet_adjustments()} pad={false}>
      {rows.map((row) => (
        <div key={row.id} className={classes.row}>
          <span>
            <strong className={classes.num}>{formatKes(row.cents, true)}</strong> {getWalletBalanceLabel(row.account_code)}
            <p className={classes.quiet}>{`${row.reason} · ${m.wallet_adjust_by({ name: row.asked_by ?? '' })}`}</p>
          </span>
          {row.may_decide ? (
            <span className={classes.acts}>
              <Button size="xs" variant="default" onClick={() => decide.mutate({ id: row.id, move: 'refuse' })}>
                {m.wallet_adjust_refuse()}
              </Button>
              <Button size="xs" loading={decide.isPending} onClick={() => decide.mutate({ id: row.id, move: 'book' })}>
                {m.wallet_adjust_book()}
              </Button>
            </span>
          ) : (
            <span>{walletAdjustmentStatusLabels[row.status]()}</span>
          )}
        </div>
      ))}
    </Panel>
  );
}

type Values = { account_code: string; direction: 'in' | 'out'; cents: Cents; reason: string };
function Adjust({ wallet, close }: { wallet: WalletDetails; close: () => void }) {
  const form = useForm(walletCalls.requestAdjustment, {
    blank: { account_code: String(ledgerAccounts.ownerPayable), direction: 'in', cents: typedAmountToCents(0), reason: '' } as Values,
    given: ({ account_code, ...values }: Values) => ({ id: wallet.id, account_code: Number(account_code) as WalletBalanceCode, ...values }),
    inPlace: true,
    said: () => m.wallet_adjust_asked_said(),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.wallet_adjust_title({ name: wallet.company.name })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.wallet_adjust_ask()} />}
    >
      <p className={classes.quiet}>{m.wallet_adjust_text()}</p>
      <NativeSelect
        {...form.text('account_code')}
        label={m.wallet_adjust_pocket()}
        data={walletBalanceKinds.map(({ code }) => ({ value: String(code), label: getWalletBalanceLabel(code) }))}
      />
      <SegmentedControl
        fullWidth
        aria-label={m.wallet_adjust_direction()}
        value={form.values.direction}
        onChange={(direction) => form.set('direction', direction as 'in' | 'out')}
        data={[
          { value: 'in', label: m.wallet_adjust_in() },
          { value: 'out', label: m.wallet_adjust_out() },
        ]}
      />
      <MoneyInput
        upTo="price"
        label={m.wallet_adjust_amount()}
        value={toShillings(form.values.cents)}
        error={form.problems.cents || form.problem}
        onChange={(value) => form.set('cents', typedAmountToCents(Number(value) || 0))}
      />
      <TextInput {...form.text('reason')} label={m.wallet_reason()} maxLength={500} />
    </FormDrawer>
  );
}
