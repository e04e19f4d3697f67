import { SegmentedControl } from '@mantine/core';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import type { PaymentMatchState } from '#contract/collection/kinds.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import { PaymentExceptions } from '#web/bank-statement/payment-exceptions.tsx';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { formatPaymentReceivedAt } from '#web/collection/received-text.ts';
import { computeUnallocatedCents, paymentMatchNames, paymentMethodNames } from '#web/collection/words.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { AllocatePaymentForm } from './allocate-payment.tsx';

const names = ['match', 'payment', 'statement'] as const;
const oldest = { by: 'received_at', desc: false } as const;
const shown = ['suggested', 'unmatched'] as const satisfies readonly PaymentMatchState[];

/** Unallocated payments on the left; possible tenants and the reasons on the right. */
export default function UnallocatedPaymentsTab() {
  const list = useListState(names, oldest);
  const match = list.filters.match === 'suggested' ? 'suggested' : 'unmatched';
  const statement = Number(list.filters.statement) || undefined;
  const of = { status: 'completed', statement_id: statement } as const;
  const rows = useCall(paymentCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    sort: 'received_at',
    z_filter: { match, ...of },
  });
  const other = match === 'suggested' ? 'unmatched' : 'suggested';
  const others = useCall(paymentCalls.list, { page: 1, page_size: 10, z_filter: { match: other, ...of } }, { quiet: true });
  const countOf: Partial<Record<PaymentMatchState, number | undefined>> = { [match]: rows.data?.count, [other]: others.data?.count };
  const found = rows.data?.results ?? [];
  // A link opens this payment, whichever page of the list it is on.
  const wanted = Number(list.filters.payment) || 0;
  const linked = useCall(paymentCalls.details, { id: wanted }, { quiet: true, enabled: wanted > 0 && !found.some(({ id }) => id === wanted) });
  const open =
    found.find(({ id }) => id === wanted) ?? (linked.data?.id === wanted && computeUnallocatedCents(linked.data) > 0 ? linked.data : undefined);
  return (
    <div className={classes.tab}>
      <SegmentedControl
        aria-label={m.payments_filter_match()}
        data={shown.map((value) => ({
          value,
          label: countOf[value] === undefined ? paymentMatchNames[value]() : `${paymentMatchNames[value]()} (${countOf[value]})`,
        }))}
        value={match}
        onChange={(value) => list.setFilters({ match: value === 'unmatched' ? null : value, payment: null })}
      />
      {statement ? <OfStatement id={statement} all={list.hrefWith({ statement: null, payment: null })} /> : <PaymentExceptions />}
      {!rows.data && <LoadingState answer={rows} />}
      {rows.data && found.length === 0 && !open && (
        <StateBlock
          title={m.payments_suspense_none_title()}
          text={match === 'unmatched' ? m.payments_suspense_none() : m.payments_suspense_none_suggested()}
        />
      )}
      {(found.length > 0 || open) && (
        <div className={classes.desk} data-open={open ? true : undefined}>
          <div className={classes.came}>
            <Panel title={m.payments_suspense_came()} pad={false}>
              <PanelRows>
                {found.map((p) => (
                  <AppLink
                    key={p.id}
                    href={list.hrefWith({ payment: p.id })}
                    preventScrollReset
                    aria-current={p.id === open?.id ? 'true' : undefined}
                  >
                    <span className={classes.grow}>
                      <b>{p.payer ?? (p.phone_tail ? m.payments_tail({ tail: p.phone_tail }) : paymentMethodNames[p.how]())}</b>
                      <small>
                        {[p.account_text && m.payments_typed({ text: p.account_text }), p.narration, formatPaymentReceivedAt(p)]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                    <b className="num">{formatKes(computeUnallocatedCents(p))}</b>
                  </AppLink>
                ))}
              </PanelRows>
              <ListFooter list={list} count={rows.data?.count ?? 0} />
            </Panel>
          </div>
          {open ? (
            <AllocatePaymentForm key={open.id} of={open} back={list.hrefWith({ payment: null })} done={() => list.setFilter('payment', null)} />
          ) : (
            <p className={classes.choose}>{m.payments_suspense_choose()}</p>
          )}
        </div>
      )}
    </div>
  );
}

/** A link from a statement's notification shows only the pending payments of that statement. */
function OfStatement({ id, all }: { id: number; all: string }) {
  const { data } = useCall(statementCalls.statementDetails, { id }, { quiet: true });
  return (
    <Note>
      {data ? m.payments_suspense_statement_of({ account: data.account.name, name: data.name }) : m.payments_suspense_statement()}{' '}
      <AppLink href={all}>{m.shell_waiting_all()}</AppLink>
    </Note>
  );
}
