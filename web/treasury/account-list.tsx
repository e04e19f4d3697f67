import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { describeAccount } from '#contract/treasury/account-name.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import type { CollectionAccount } from '#contract/treasury/shapes.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { CollectionAccountForm } from './account-form.tsx';
import { platformFundNames } from './words.ts';

type Asked = NonNullable<CollectionAccount['asked']>;
type Deciding = { readonly of: CollectionAccount; readonly asked: Asked; readonly agree: boolean };
/** The account with its bank and number, and whether it is off. */
const nameWithState = (of: Pick<CollectionAccount, 'name' | 'number' | 'bank_code' | 'active'>): string =>
  of.active ? describeAccount(of) : m.payments_account_inactive({ account: describeAccount(of) });

/** Accounts that receive money: the user's own paybill, bank and cash account; the platform's, which need two super admins. */
export function CollectionAccountList() {
  const { visitor } = useApp();
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const [deciding, decide] = useState<Deciding | null>(null);
  const found = useCall(treasuryCalls.listAccounts, {}, { quiet: true });
  const rows = found.data?.results ?? [];
  const may = isAllowed(treasuryCalls.saveAccount.needs, visitor);
  const decides = isAllowed(treasuryCalls.decideAccount.needs, visitor);
  return (
    <Panel
      title={m.payments_accounts()}
      right={
        may && (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen('new')}>
            {m.payments_account_add()}
          </Button>
        )
      }
      pad={false}
    >
      <PanelRows>
        {rows.length === 0 && <div>{m.payments_accounts_none()}</div>}
        {rows.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              <b>{one.name}</b>
              <small>
                {[
                  one.rail === 'cash' ? (one.company && decides ? m.payments_account_held() : m.payments_account_hand()) : one.number,
                  one.fund === 'M' ? (one.company?.name ?? m.payments_account_yours()) : platformFundNames[one.fund](),
                  !one.active && !one.asked?.fresh && m.payments_account_off(),
                  one.refused ? m.payments_account_refused() : one.connected && m.payments_account_connected(),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {one.asked && <Waits asked={one.asked} />}
            </span>
            {one.asked && decides && <Decisions of={one} asked={one.asked} decide={decide} />}
            {/* The platform's paybill is configured in its environment. */}
            {may && !one.asked && (one.fund === 'M' || (decides && one.rail !== 'mpesa')) && (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => setOpen(one.id)}
                aria-label={m.payments_account_change_of({ name: one.name })}
              >
                {m.payments_account_change()}
              </Button>
            )}
          </div>
        ))}
      </PanelRows>
      {open !== null && <CollectionAccountForm of={rows.find(({ id }) => id === open) ?? null} close={() => setOpen(null)} />}
      {deciding && <Decide {...deciding} close={() => decide(null)} />}
    </Panel>
  );
}

const Waits = ({ asked }: { asked: Asked }) => (
  <>
    <small>{m.payments_account_asked({ who: asked.by ?? '', day: formatDate(asked.at), number: nameWithState(asked) })}</small>
    {asked.alone && <small>{m.payments_account_alone()}</small>}
    <ToneBadge tone="wait">{m.payments_account_waits()}</ToneBadge>
  </>
);

/** The requester cancels it; another super admin rejects it. */
const refuseName = ({ own }: Deciding['asked']): string => (own ? m.payments_refund_withdraw() : m.payments_account_refuse());

const Decisions = ({ of, asked, decide }: Omit<Deciding, 'agree'> & { decide: (what: Deciding) => void }) => (
  <span className={classes.end}>
    {!asked.own && (
      <Button
        size="compact-sm"
        onClick={() => decide({ of, asked, agree: true })}
        aria-label={`${m.payments_account_agree()}: ${describeAccount(of)}`}
      >
        {m.payments_account_agree()}
      </Button>
    )}
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      onClick={() => decide({ of, asked, agree: false })}
      aria-label={`${refuseName(asked)}: ${describeAccount(of)}`}
    >
      {refuseName(asked)}
    </Button>
  </span>
);

/** States the effect with the full account numbers, because the user confirms these numbers. */
function Decide({ of, asked, agree, close }: Deciding & { close: () => void }) {
  const name = describeAccount(asked.fresh ? asked : of);
  const act = useAction(treasuryCalls.decideAccount, {
    inPlace: true,
    said: () => (agree ? m.payments_said_account_confirmed({ name }) : m.payments_said_account_refused({ name })),
    done: close,
  });
  const said = { who: asked.by ?? '', old: nameWithState(of), number: nameWithState(asked) };
  const [fresh, changed] = agree
    ? [m.payments_account_agree_new, asked.active ? m.payments_account_agree_change : m.payments_account_agree_off]
    : [m.payments_account_refuse_new, m.payments_account_refuse_change];
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={
        agree
          ? m.payments_account_agree_ask({ name })
          : asked.own
            ? m.payments_account_withdraw_ask({ name })
            : m.payments_account_refuse_ask({ name })
      }
      confirmLabel={agree ? m.payments_account_agree() : refuseName(asked)}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, at: asked.at, agree })}
    >
      {(asked.fresh ? fresh : changed)(said)}
    </ConfirmModal>
  );
}
