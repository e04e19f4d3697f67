import { Button } from '@mantine/core';
import { Fragment, useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type ReconciliationFigure, reconciliationCalls } from '#contract/bank-statement/reconciliation-calls.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import type { CashMove } from '#contract/treasury/shapes.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { usePaymentDetailLink } from '#web/collection/use-detail.ts';
import { cashMoveNames, formatCashMoveState, formatReconciliationPart } from '#web/collection/words.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { PendingOnlyNote } from '#web/lists/pending-only.tsx';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { type StatusTone, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import {
  ApproveCashMoveForm,
  CashCorrectionForm,
  ConfirmCashArrivalForm,
  InterfundClearingForm,
  ReverseCashMoveForm,
  SweepForm,
  UndoCashMoveForm,
} from './cash-forms.tsx';

const names = ['waiting'] as const;
const newest = { by: 'id', desc: true } as const;
const tones: Readonly<Record<CashMove['status'], StatusTone>> = { asked: 'wait', left: 'info', arrived: 'good', undone: 'done' };
const Badge = ({ of }: { of: CashMove }) => <ToneBadge tone={tones[of.status]}>{formatCashMoveState(of)}</ToneBadge>;
const wayOf = ({ account, to, to_fund }: CashMove): string =>
  to || to_fund ? `${account.name} → ${to?.name ?? (to_fund === 'D' ? m.payments_cash_fund_d() : m.payments_cash_fund_p())}` : account.name;

const columns = (): readonly TableColumn<CashMove>[] => [
  { key: 'what', header: m.payments_cash_move(), cell: (r) => <TwoLineCell top={cashMoveNames[r.kind]()} bottom={r.code} /> },
  { key: 'way', header: m.payments_cash_from(), wrap: true, cell: (r) => <TwoLineCell top={wayOf(r)} bottom={r.proof || r.reason} /> },
  { key: 'by', header: m.payments_refund_by(), cell: (r) => <TwoLineCell top={r.made_by ?? ''} bottom={formatDate(r.created_at)} /> },
  { key: 'status', header: m.payments_column_status(), cell: (r) => <Badge of={r} /> },
  { key: 'sum', header: m.payments_column_sum(), align: 'right', cell: (r) => <span className="num">{formatKes(r.cents, true)}</span> },
];
type Asked =
  | { what: 'sweep' | 'clear' | 'deposits' }
  | { what: 'correct'; of: ReconciliationFigure }
  | { what: 'approve' | 'arrive' | 'undo' | 'reverse'; of: CashMove };

/** Where the platform's money is: bank balances, ledger balances, and moves between the platform's own accounts. */
export default function CashTab() {
  const { visitor } = useApp();
  const [asked, ask] = useState<Asked | null>(null);
  const figures = useCall(reconciliationCalls.listReconciliations, {});
  const may = isAllowed(treasuryCalls.recordSweep.needs, visitor);
  if (!figures.data) return <LoadingState answer={figures} rows={6} />;
  const { results, owed, payable, stopped } = figures.data;
  const close = () => ask(null);
  return (
    <div className={classes.cash}>
      {stopped && (
        <Note tone="bad">
          {stopped} {m.payments_cash_what()}
        </Note>
      )}
      {payable.D > 0 && <Note tone="guard">{m.payments_cash_deposits({ sum: formatKes(payable.D) })}</Note>}
      <FactStrip
        items={[
          { label: m.payments_cash_owed_d(), value: formatKes(owed.D) },
          { label: m.payments_cash_owed_p(), value: formatKes(owed.P) },
          ...(payable.D < owed.D || payable.P < owed.P
            ? [{ label: m.payments_cash_in_hands(), value: formatKes(Math.max(owed.D - payable.D, owed.P - payable.P)) }]
            : []),
        ]}
      />
      {may && (
        <div className={classes.acts}>
          <Button onClick={() => ask({ what: 'sweep' })}>{m.payments_cash_sweep()}</Button>
          <Button variant="default" onClick={() => ask({ what: 'clear' })}>
            {m.payments_cash_clear()}
          </Button>
          {payable.D > 0 && (
            <Button variant="default" onClick={() => ask({ what: 'deposits' })}>
              {m.payments_cash_deposits_record()}
            </Button>
          )}
        </div>
      )}
      <Panel title={m.payments_cash_places()} pad={false}>
        <PanelRows>
          {results.length === 0 && <div>{m.payments_cash_none()}</div>}
          {results.map((one) => (
            <Place key={one.account.id} of={one} correct={may ? () => ask({ what: 'correct', of: one }) : null} />
          ))}
        </PanelRows>
      </Panel>
      <Moves may={may} ask={ask} />
      {asked?.what === 'sweep' && <SweepForm places={results} close={close} />}
      {asked?.what === 'clear' && <InterfundClearingForm places={results} payable={payable} to="P" close={close} />}
      {asked?.what === 'deposits' && <InterfundClearingForm places={results} payable={payable} to="D" close={close} />}
      {asked?.what === 'correct' && <CashCorrectionForm of={asked.of} close={close} />}
      {asked?.what === 'approve' && <ApproveCashMoveForm of={asked.of} close={close} />}
      {asked?.what === 'arrive' && <ConfirmCashArrivalForm of={asked.of} close={close} />}
      {asked?.what === 'reverse' && <ReverseCashMoveForm of={asked.of} close={close} />}
      {asked?.what === 'undo' && <UndoCashMoveForm of={asked.of} close={close} />}
    </div>
  );
}

/** One account: the bank's balance, the ledger's balance, and every known reason for their difference. */
function Place({ of: { account, books_cents, asked_to, said, unproven }, correct }: { of: ReconciliationFigure; correct: (() => void) | null }) {
  const differs = said !== null && said.difference_cents !== 0;
  const sums = said && { day: formatDate(said.day), bank: formatKes(said.bank_cents, true), books: formatKes(said.books_cents, true) };
  return (
    <div>
      <span className={classes.grow}>
        <b>{account.name}</b>
        <small>{m.payments_cash_books({ sum: formatKes(books_cents, true) })}</small>
        {asked_to && <small>{m.payments_cash_asked_to({ when: formatDateTime(asked_to) })}</small>}
        {said && sums && <small>{said.source === 'query' ? m.payments_cash_query(sums) : m.payments_cash_statement(sums)}</small>}
        {said?.parts.map((part) => (
          <small key={part.what}>{formatReconciliationPart(part)}</small>
        ))}
        {said && <MadeOf of={said} />}
        {said && differs && (
          <small>{m.payments_cash_expected({ sum: formatKes(said.expected_cents, true), left: formatKes(said.difference_cents, true) })}</small>
        )}
        <Unproven of={unproven} />
      </span>
      <span className={classes.end}>
        {unproven.count > 0 && <ToneBadge tone="bad">{m.payments_cash_unproven({ sum: formatKes(unproven.cents) })}</ToneBadge>}
        <ToneBadge tone={said === null ? 'neutral' : differs ? 'bad' : 'good'}>
          {said === null
            ? m.payments_cash_never()
            : differs
              ? m.payments_cash_differs({ sum: formatKes(said.difference_cents, true) })
              : m.payments_cash_agrees()}
        </ToneBadge>
        {correct && account.rail === 'mpesa' && <AskPaybill id={account.id} />}
        {differs && correct && (
          <Button size="compact-sm" variant="subtle" onClick={correct}>
            {m.payments_cash_correct()}
          </Button>
        )}
      </span>
    </div>
  );
}

function AskPaybill({ id }: { id: number }) {
  const ask = useAction(treasuryCalls.queryPaybill, { said: () => m.payments_cash_asked() });
  return (
    <Button size="compact-sm" variant="subtle" loading={ask.isPending} onClick={() => ask.mutate({ account_id: id })}>
      {m.payments_cash_ask()}
    </Button>
  );
}

function Journals({ of }: { of: NonNullable<ReconciliationFigure['said']>['unseen'] }) {
  const { link, layout } = useDashboard();
  return of.map((one, n) => (
    <Fragment key={one.id}>
      {n > 0 && ', '}
      {layout === 'superadmin' ? (
        <AppLink href={link('ledger.detail', { id: one.id, code: one.code })}>{one.transfer || one.code}</AppLink>
      ) : (
        one.transfer || one.code
      )}{' '}
      ({one.who && `${one.who}, `}
      {formatDate(one.day)}, {formatKes(one.cents, true)})
    </Fragment>
  ));
}

/** The items that make up the difference, each with a link. */
function MadeOf({ of: { outstanding, unseen, overdue, strange } }: { of: NonNullable<ReconciliationFigure['said']> }) {
  const { link } = useDashboard();
  return (
    <>
      {outstanding.length > 0 && (
        <small>
          {m.payments_cash_outstanding()} <Journals of={outstanding} />
        </small>
      )}
      {unseen.length > 0 && (
        <small>
          {m.payments_cash_unseen()} <Journals of={unseen} />
        </small>
      )}
      {overdue.length > 0 && (
        <small>
          {m.payments_cash_overdue()} <Journals of={overdue} />
        </small>
      )}
      {strange.length > 0 && (
        <small>
          {m.payments_cash_strange()}{' '}
          {strange.map((one, n) => (
            <Fragment key={`${one.statement_id} ${one.n}`}>
              {n > 0 && ', '}
              <AppLink href={`${link('payment.finance')}?tab=import&statement=${one.statement_id}&line=${one.n}`}>
                {one.details || m.payments_column_nth({ n: one.n })}
              </AppLink>{' '}
              ({formatDate(one.day)}, {formatKes(one.cents, true)})
            </Fragment>
          ))}
        </small>
      )}
    </>
  );
}

/** Refunds recorded as paid from here: a difference until a statement or Pull shows their code. */
function Unproven({ of: { count, results } }: { of: ReconciliationFigure['unproven'] }) {
  const detail = usePaymentDetailLink();
  return (
    <>
      {results.map(({ code, cents, proof, day, payment }) => (
        <small key={code}>
          <AppLink href={detail(payment)}>{m.payments_cash_unproven_one({ code, sum: formatKes(cents), day: formatDate(day), proof })}</AppLink>
        </small>
      ))}
      {count > results.length && <small>{m.payments_cash_unproven_more({ count: count - results.length })}</small>}
    </>
  );
}

function Moves({ may, ask }: { may: boolean; ask: (asked: Asked) => void }) {
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const waiting = list.filters.waiting ? 'true' : undefined;
  const answer = useCall(treasuryCalls.listCashMoves, { page: list.page, page_size: list.pageSize, z_filter: { waiting } });
  const acts = (r: CashMove) => (
    <>
      {r.may_approve && (
        <Button size="compact-sm" variant="default" onClick={() => ask({ what: 'approve', of: r })}>
          {m.payments_move_approve()}
        </Button>
      )}
      {may && r.status === 'left' && (
        <Button size="compact-sm" variant="default" onClick={() => ask({ what: 'arrive', of: r })}>
          {m.payments_move_arrive()}
        </Button>
      )}
      {may && (r.status === 'left' || r.status === 'asked') && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ what: 'undo', of: r })}>
          {m.payments_move_undo()}
        </Button>
      )}
      {may && r.may_undo && !r.undo_request && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => ask({ what: 'reverse', of: r })}>
          {m.payments_move_reverse()}
        </Button>
      )}
      {r.undo_request && (
        <AppLink href={link('approval.detail', { id: r.undo_request.id, code: r.undo_request.code })}>
          {m.approval_asked_banner_link({ code: r.undo_request.code })}
        </AppLink>
      )}
    </>
  );
  return (
    <>
      {waiting && <PendingOnlyNote all={list.hrefWith({ waiting: null })} />}
      <DataTable
        caption={m.payments_cash_moves()}
        columns={columns()}
        rows={answer.data?.results ?? []}
        rowKey={(r) => String(r.id)}
        state={answer.isPending ? 'loading' : answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={answer.isError && !answer.data ? <LoadingState answer={answer} /> : undefined}
        empty={<StateBlock title={m.payments_cash_moves_none_title()} text={m.payments_cash_moves_none()} />}
        mobile={(r) => (
          <MobileRow
            name={cashMoveNames[r.kind]()}
            amount={formatKes(r.cents, true)}
            meta={wayOf(r)}
            badge={<Badge of={r} />}
            when={formatDate(r.created_at)}
          />
        )}
        actions={acts}
        actionsLabel={m.shell_more()}
        footer={<ListFooter list={list} count={answer.data?.count ?? 0} />}
      />
    </>
  );
}
