import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type BankCode, kenyanBanks } from '#contract/reference/banks.ts';
import { payoutRailLabels } from '#contract/settlement/labels.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import type { PayoutRailKind } from '#contract/wallet/kinds.ts';
import type { PayoutAccount, WalletDetails } from '#contract/wallet/shapes.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { PayoutConfirmDialog } from '#web/settlement/confirm-dialog.tsx';
import classes from '#web/settlement/settlement.module.css';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const label = (account: PayoutAccount): string => `${account.bank ?? payoutRailLabels[account.rail]()} •••${account.tail}`;
/** The default payout account is always marked, also before it can be used. */
const standing = (account: PayoutAccount): string =>
  [
    ...(account.is_default ? [m.wallet_account_default()] : []),
    ...(account.status === 'unproved'
      ? [m.wallet_account_unproved()]
      : !account.usable
        ? [m.wallet_account_cooling({ day: formatDateTime(account.usable_from) })]
        : account.is_default
          ? []
          : [m.wallet_account_ready()]),
  ].join(' · ');

type Wanted = { act: 'prove' | 'close' | 'default'; account: PayoutAccount } | 'add' | null;

/** Payout accounts. The number is never shown again; a new one can be used after a day, and all leaders of the company are notified. */
export function PayoutAccountList({ wallet }: { wallet: WalletDetails }) {
  const [wanted, want] = useState<Wanted>(null);
  const close = () => want(null);
  const add = wallet.own && (
    <Button variant="default" size="xs" onClick={() => want('add')}>
      {m.wallet_account_add()}
    </Button>
  );
  return (
    <Panel title={m.wallet_accounts()} right={add || undefined} pad={false}>
      {wallet.accounts.length === 0 && <p className={`${classes.row} ${classes.quiet}`}>{m.wallet_accounts_empty()}</p>}
      {wallet.accounts.map((account) => (
        <div key={account.id} className={classes.row}>
          <span>
            <strong>{label(account)}</strong>
            <p className={classes.quiet}>{`${account.holder} · ${standing(account)}`}</p>
          </span>
          {wallet.own && (
            <span className={classes.acts}>
              {account.status === 'unproved' && (
                <Button size="xs" onClick={() => want({ act: 'prove', account })}>
                  {m.wallet_account_prove()}
                </Button>
              )}
              {account.status === 'ready' && !account.is_default && (
                <Button size="xs" variant="default" onClick={() => want({ act: 'default', account })}>
                  {m.wallet_account_make_default()}
                </Button>
              )}
              <Button size="xs" variant="subtle" onClick={() => want({ act: 'close', account })}>
                {m.wallet_account_close()}
              </Button>
            </span>
          )}
        </div>
      ))}
      {wanted === 'add' && <Add close={close} done={(account) => want({ act: 'prove', account })} />}
      {wanted !== null && wanted !== 'add' && wanted.act === 'prove' && <Prove account={wanted.account} close={close} />}
      {wanted !== null && wanted !== 'add' && wanted.act === 'default' && (
        <PayoutConfirmDialog
          call={walletCalls.accountDefault}
          title={m.wallet_account_default_title({ where: label(wanted.account) })}
          text={
            wanted.account.usable
              ? m.wallet_account_default_text()
              : m.wallet_account_default_waits({ day: formatDateTime(wanted.account.usable_from) })
          }
          verb={m.wallet_account_make_default()}
          given={() => ({ id: wanted.account.id })}
          said={() => m.wallet_account_default_said()}
          close={close}
        />
      )}
      {wanted !== null && wanted !== 'add' && wanted.act === 'close' && (
        <PayoutConfirmDialog
          call={walletCalls.accountClose}
          danger
          title={m.wallet_account_close_title({ where: label(wanted.account) })}
          text={m.wallet_account_close_text()}
          verb={m.wallet_account_close()}
          keep={m.wallet_account_keep()}
          given={() => ({ id: wanted.account.id })}
          close={close}
        />
      )}
    </Panel>
  );
}

type Values = { rail: PayoutRailKind; bank_code: string; number: string; holder: string };
function Add({ close, done }: { close: () => void; done: (account: PayoutAccount) => void }) {
  const form = useForm(walletCalls.accountAdd, {
    blank: { rail: 'mpesa', bank_code: '01', number: '', holder: '' } as Values,
    given: ({ rail, bank_code, number, holder }: Values) => ({
      holder,
      to: rail === 'mpesa' ? { rail, number } : { rail, number, bank_code: bank_code as BankCode },
    }),
    names: { 'to.number': 'number', 'to[number]': 'number', 'to.bank_code': 'bank_code' },
    inPlace: true,
    said: () => m.wallet_account_said(),
    done,
  });
  const { values } = form;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.wallet_account_add()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.wallet_account_save()} />}
    >
      <SegmentedControl
        fullWidth
        aria-label={m.wallet_account_rail()}
        value={values.rail}
        onChange={(rail) => form.set('rail', rail as PayoutRailKind)}
        data={[
          { value: 'mpesa', label: m.wallet_rail_mpesa() },
          { value: 'bank', label: m.wallet_rail_bank() },
        ]}
      />
      {values.rail === 'bank' && (
        <NativeSelect
          {...form.text('bank_code')}
          label={m.wallet_account_bank()}
          data={kenyanBanks.map(({ code, name }) => ({ value: code, label: name }))}
        />
      )}
      <TextInput
        {...form.text('number')}
        label={values.rail === 'mpesa' ? m.wallet_account_phone() : m.wallet_account_number()}
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
      />
      <TextInput {...form.text('holder')} label={m.wallet_account_holder()} maxLength={120} />
      {form.problem && <p role="alert">{form.problem}</p>}
    </FormDrawer>
  );
}

function Prove({ account, close }: { account: PayoutAccount; close: () => void }) {
  const form = useForm(walletCalls.accountProve, {
    blank: { code: '', own_code: '' },
    given: ({ code, own_code }: { code: string; own_code: string }) => ({ id: account.id, code, ...(own_code.trim() ? { own_code } : {}) }),
    inPlace: true,
    said: () => m.wallet_account_proved_said(),
    done: close,
  });
  const again = useAction(walletCalls.accountCode, { said: ({ to }) => m.wallet_account_again_said({ to }) });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.wallet_account_prove_title({ where: label(account) })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.wallet_account_prove()} />}
    >
      <p className={classes.quiet}>{account.rail === 'mpesa' ? m.wallet_account_prove_two() : m.wallet_account_prove_text()}</p>
      <TextInput
        {...form.text('code')}
        label={account.rail === 'mpesa' ? m.wallet_code_number({ tail: account.tail }) : m.wallet_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
      />
      {account.rail === 'mpesa' && (
        <TextInput
          {...form.text('own_code')}
          label={m.wallet_code_own()}
          description={m.wallet_code_own_help()}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
        />
      )}
      {form.problem && <p role="alert">{form.problem}</p>}
      <Button variant="subtle" loading={again.isPending} onClick={() => again.mutate({ id: account.id })}>
        {m.wallet_account_again()}
      </Button>
    </FormDrawer>
  );
}
