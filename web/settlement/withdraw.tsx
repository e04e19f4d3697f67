import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { type Cents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { payoutRailLabels } from '#contract/settlement/labels.ts';
import { withdrawCalls } from '#contract/settlement/withdraw-calls.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import type { PayableAccountCode } from '#contract/wallet/kinds.ts';
import type { PayoutAccount, WalletDetails } from '#contract/wallet/shapes.ts';
import { getWalletBalanceLabel } from '#contract/wallet/words.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './settlement.module.css';

const nameOf = (account: PayoutAccount): string => `${account.bank ?? payoutRailLabels[account.rail]()} •••${account.tail}`;

type Values = { account_code: string; payout_account_id: string; cents: Cents; code: string };

/** Withdraws money: first a code for exactly this amount and account, then the request. A different amount needs a new code. */
export function WithdrawDialog({ wallet, close }: { wallet: WalletDetails; close: () => void }) {
  const [sent, setSent] = useState<string | null>(null);
  const open = wallet.pockets.filter((pocket) => pocket.available_cents > 0);
  const usable = wallet.accounts.filter((account) => account.usable);
  const given = (values: Values) => ({
    account_code: Number(values.account_code) as PayableAccountCode,
    payout_account_id: Number(values.payout_account_id),
    cents: values.cents,
  });
  const form = useForm(withdrawCalls.withdraw, {
    blank: {
      account_code: String(open[0]?.code ?? ledgerAccounts.ownerPayable),
      payout_account_id: String(usable.find((account) => account.is_default)?.id ?? usable[0]?.id ?? ''),
      cents: typedAmountToCents(0),
      code: '',
    },
    given: (values: Values) => ({ ...given(values), code: values.code }),
    inPlace: true,
    touches: [walletCalls],
    said: ({ code }) => m.settlement_withdraw_said({ code }),
    done: close,
  });
  const code = useAction(withdrawCalls.sendCode, { inPlace: true, quiet: true, done: ({ to }) => setSent(to) });
  const pocket = open.find((one) => String(one.code) === form.values.account_code);
  const changed = (): void => setSent(null);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.settlement_withdraw()}
      closeLabel={m.shell_close()}
      onSubmit={(event) => {
        event.preventDefault();
        if (sent === null) code.mutate(given(form.values));
        else form.submit(event);
      }}
      actions={
        <DrawerActions
          close={close}
          busy={form.busy || code.isPending}
          label={sent === null ? m.settlement_withdraw_code_send() : m.settlement_withdraw()}
        />
      }
    >
      {usable.length === 0 && <p className={classes.quiet}>{m.settlement_withdraw_none()}</p>}
      <NativeSelect
        label={m.settlement_withdraw_from()}
        value={form.values.account_code}
        onChange={(event) => {
          changed();
          form.set('account_code', event.currentTarget.value);
        }}
        data={open.map((one) => ({ value: String(one.code), label: `${getWalletBalanceLabel(one.code)} (${formatKes(one.available_cents)})` }))}
      />
      <NativeSelect
        label={m.settlement_withdraw_to()}
        value={form.values.payout_account_id}
        error={form.problems.payout_account_id}
        onChange={(event) => {
          changed();
          form.set('payout_account_id', event.currentTarget.value);
        }}
        data={wallet.accounts
          .filter((account) => account.status === 'ready')
          .map((account) => ({
            value: String(account.id),
            label: account.usable
              ? nameOf(account)
              : m.wallet_account_cooling_short({ where: nameOf(account), day: formatDateTime(account.usable_from) }),
            disabled: !account.usable,
          }))}
      />
      <MoneyInput
        upTo="price"
        label={m.settlement_withdraw_amount()}
        description={m.settlement_withdraw_amount_help({ sum: formatKes(pocket?.available_cents ?? 0) })}
        whole
        value={toShillings(form.values.cents)}
        error={form.problems.cents || code.problem || form.problem}
        onChange={(value) => {
          changed();
          form.set('cents', typedAmountToCents(Number(value) || 0));
        }}
      />
      {sent !== null && (
        <>
          <TextInput
            {...form.text('code')}
            label={m.settlement_withdraw_code()}
            description={m.settlement_withdraw_code_help({ to: sent })}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
          />
          <Button variant="subtle" loading={code.isPending} onClick={() => code.mutate(given(form.values))}>
            {m.wallet_account_again()}
          </Button>
        </>
      )}
    </FormDrawer>
  );
}
