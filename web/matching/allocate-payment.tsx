import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { matchingCalls } from '#contract/matching/calls.ts';
import type { MatchCandidate } from '#contract/matching/shapes.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PaymentSummary } from '#contract/payment/shapes.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { getPayableKindName } from '#web/collection/kind-names.ts';
import { formatPaymentReceivedAt } from '#web/collection/received-text.ts';
import { computeUnallocatedCents, matchReasonNames, paymentMethodNames } from '#web/collection/words.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { BankedCashDialog } from './banked-cash.tsx';
import {
  calculateUnallocatedRemainder,
  isAllocationComplete,
  limitSinglePart,
  type PaymentParts,
  previewPaymentParts,
  selectInvoicesToShow,
  togglePaymentPart,
} from './payment-parts.ts';
import { AskPayerDialog, getAskPayerItem, RequestRefundDialog } from './unallocated-actions.tsx';

type Props = { readonly of: PaymentSummary; readonly back: string; readonly done: () => void };
const keyOf = ({ tenancy, booking }: MatchCandidate): string => (tenancy ? `t${tenancy.id}` : `b${booking?.id}`);

/** One unallocated payment next to the possible tenants. A person selects the parts and sees the result before confirming. */
export function AllocatePaymentForm({ of, back, done }: Props) {
  const [q, search] = useState('');
  const [parts, setParts] = useState<PaymentParts>({});
  const [asked, ask] = useState<'assign' | 'ask' | 'refund' | 'cash' | null>(null);
  const found = useCall(matchingCalls.listCandidates, { id: of.id, ...(q ? { q } : {}) }, { quiet: true });
  const full = useCall(paymentCalls.details, { id: of.id }, { quiet: true });
  const { visitor } = useApp();
  const mayBeCash = of.how === 'bank' && of.fund === 'C' && isAllowed(statementCalls.bankedCash.needs, visitor);
  const deposits = useCall(statementCalls.depositCandidates, { id: of.id }, { quiet: true, enabled: mayBeCash }).data?.results ?? [];
  // A selected candidate stays listed when another search does not find it.
  const [known, keep] = useState<readonly MatchCandidate[]>([]);
  const results = found.data?.results ?? [];
  const all = [...known.filter((one) => keyOf(one) in parts && !results.some((other) => keyOf(other) === keyOf(one))), ...results];
  const left = computeUnallocatedCents(of);
  const owes = Object.fromEntries([...known, ...results].map((one) => [keyOf(one), one.open_cents]));
  const pick = (one: MatchCandidate) => {
    keep((old) => [...old.filter((other) => keyOf(other) !== keyOf(one)), one]);
    setParts((old) => togglePaymentPart(keyOf(one) in old ? old : limitSinglePart(old, owes), keyOf(one), one.open_cents, left));
  };
  const close = () => ask(null);
  return (
    <div className={classes.stack}>
      <p className={classes.back}>
        <AppLink href={back} preventScrollReset>
          {m.payments_suspense_back()}
        </AppLink>
      </p>
      <Panel
        title={formatKes(left)}
        right={
          <MoreMenu
            quiet
            label={m.shell_more()}
            items={[
              full.data?.may.assign === true && getAskPayerItem(full.data, () => ask('ask')),
              deposits.length > 0 && { label: m.cash_act(), onClick: () => ask('cash') },
              full.data?.may.refund === true && { label: m.payments_refund(), onClick: () => ask('refund') },
            ]}
          />
        }
      >
        <DefinitionList
          items={[
            { label: m.payments_column_how(), value: [paymentMethodNames[of.how](), of.external].filter(Boolean).join(' · ') },
            {
              label: m.payments_field_payer(),
              value: [of.payer, of.phone_tail && m.payments_tail({ tail: of.phone_tail })].filter(Boolean).join(' · ') || '–',
            },
            { label: m.payments_field_account(), value: of.account_text || '–' },
            ...(full.data?.narration ? [{ label: m.payments_field_narration(), value: full.data.narration }] : []),
            { label: m.payments_column_when(), value: formatPaymentReceivedAt(of) },
          ]}
        />
      </Panel>
      <Panel title={m.payments_whose()} pad={false}>
        <div className={classes.find}>
          <SearchInput
            value={q}
            onSearch={search}
            label={m.payments_whose_search()}
            placeholder={m.payments_whose_hint()}
            clearLabel={m.shell_filter_remove()}
          />
        </div>
        {!found.data && <LoadingState answer={found} rows={3} />}
        {found.data && all.length === 0 && <p className={classes.none}>{q ? m.payments_whose_not_found() : m.payments_whose_none()}</p>}
        <ul className={classes.candidates}>
          {all.map((one) => (
            <Could
              key={keyOf(one)}
              of={one}
              fund={of.fund}
              left={left}
              cents={parts[keyOf(one)]}
              pick={() => pick(one)}
              put={(cents) => setParts((old) => ({ ...old, [keyOf(one)]: cents }))}
            />
          ))}
        </ul>
        {Object.keys(parts).length > 0 && (
          <div className={classes.foot}>
            <span role="status">{restText(calculateUnallocatedRemainder(parts, left))}</span>
            <Button disabled={!isAllocationComplete(parts, left)} onClick={() => ask('assign')}>
              {m.payments_assign()}
            </Button>
          </div>
        )}
      </Panel>
      {asked === 'assign' && <Assign of={of} parts={parts} all={all} close={close} done={done} />}
      {asked === 'ask' && <AskPayerDialog of={of} close={close} />}
      {asked === 'cash' && <BankedCashDialog of={of} deposits={deposits} close={close} done={done} />}
      {asked === 'refund' && <RequestRefundDialog of={of} close={close} />}
    </div>
  );
}

const restText = (rest: number): string =>
  rest === 0 ? m.payments_rest_none() : rest > 0 ? m.payments_rest({ sum: formatKes(rest) }) : m.payments_rest_over({ sum: formatKes(-rest) });

type CouldProps = {
  readonly of: MatchCandidate;
  readonly fund: PaymentSummary['fund'];
  /** The unallocated part of the payment. */
  readonly left: number;
  readonly cents: number | undefined;
  readonly pick: () => void;
  readonly put: (cents: number) => void;
};
const openText = ({ open_cents, elsewhere_cents }: MatchCandidate): string =>
  open_cents > 0
    ? m.payments_owes({ sum: formatKes(open_cents) })
    : elsewhere_cents > 0
      ? m.payments_elsewhere({ sum: formatKes(elsewhere_cents) })
      : m.payments_owes_none();

function Could({ of, fund, left, cents, pick, put }: CouldProps) {
  const chosen = cents !== undefined;
  return (
    <li data-on={chosen || undefined}>
      <Checkbox
        checked={chosen}
        disabled={!of.takes}
        onChange={pick}
        label={<b>{of.name}</b>}
        description={`${of.unit}, ${of.property} · ${of.tenancy?.code ?? of.booking?.code ?? ''}`}
      />
      <div className={classes.facts}>
        <span className={classes.reasons}>
          {of.reasons.map(({ what }) => (
            <ToneBadge key={what} tone={of.score >= 90 ? 'good' : 'info'} plain>
              {matchReasonNames[what]()}
            </ToneBadge>
          ))}
        </span>
        <b className="num">{openText(of)}</b>
      </div>
      {selectInvoicesToShow(of.invoices, left).map((one) => (
        <small key={one.id} className={classes.open}>
          <span>
            {getPayableKindName(one.kind) || one.code}, {formatDate(one.due_on)}
          </span>
          <span className="num">{formatKes(one.open_cents)}</span>
        </small>
      ))}
      {!of.takes && (
        <small className={classes.open}>
          {fund === 'M' ? m.payments_elsewhere_held({ account: of.tenancy?.code ?? of.booking?.code ?? '' }) : m.payments_elsewhere_own()}
        </small>
      )}
      {chosen && (
        <MoneyInput
          size="sm"
          label={m.payments_part_of({ name: of.name })}
          value={toShillings(cents)}
          onChange={(typed) => put(typedAmountToCents(Number(typed)))}
        />
      )}
    </li>
  );
}

type AssignProps = {
  readonly of: PaymentSummary;
  readonly parts: PaymentParts;
  readonly all: readonly MatchCandidate[];
  readonly close: () => void;
  readonly done: () => void;
};
function Assign({ of, parts, all, close, done }: AssignProps) {
  const act = useAction(paymentActionCalls.assign, {
    inPlace: true,
    touches: [invoiceCalls],
    said: () => m.payments_said_assigned({ code: of.code }),
    done,
  });
  const [another, confirm] = useState(false);
  const chosen = all.filter((one) => keyOf(one) in parts);
  // The tenant's unbanked cash of the same amount is probably this payment.
  const same = chosen.flatMap((one) => (one.cash && one.cash.cents === parts[keyOf(one)] ? one.cash : []));
  const given = chosen.map((one) => ({
    ...(one.tenancy ? { tenancy_id: one.tenancy.id } : {}),
    ...(one.booking && !one.tenancy ? { booking_id: one.booking.id } : {}),
    cents: parts[keyOf(one)] ?? 0,
    ...(another && one.cash ? { besides: one.cash.id } : {}),
  }));
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.payments_assign_ask()}
      confirmLabel={m.payments_assign()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, parts: given })}
    >
      <ul>
        {chosen.map((one) => (
          <li key={keyOf(one)}>
            {m.payments_assign_line({ sum: formatKes(parts[keyOf(one)] ?? 0), name: one.name, home: `${one.unit}, ${one.property}` })}
            <Gets of={one} cents={parts[keyOf(one)] ?? 0} />
          </li>
        ))}
      </ul>
      <p>{m.payments_assign_text()}</p>
      {same.length > 0 && (
        <Checkbox
          label={m.cash_another({ code: same.map(({ code }) => code).join(', '), sum: formatKes(same[0]?.cents ?? 0) })}
          checked={another}
          onChange={(event) => confirm(event.currentTarget.checked)}
        />
      )}
    </ConfirmModal>
  );
}

/** The result of a part: what each invoice gets, its balance due, and the overpayment. */
function Gets({ of, cents }: { of: MatchCandidate; cents: number }) {
  const { paid, over } = previewPaymentParts(of.invoices, cents);
  return (
    <>
      {paid.map((one) => (
        <small key={one.id} className={classes.open}>
          <span>
            {getPayableKindName(one.kind) || one.code}, {formatDate(one.due_on)}
          </span>
          <span className="num">
            {formatKes(one.cents)}
            {one.cents < one.open_cents && ` · ${m.payments_assign_stays({ sum: formatKes(one.open_cents - one.cents) })}`}
          </span>
        </small>
      ))}
      {over > 0 && (
        <small className={classes.open}>
          <span>{m.payments_assign_over()}</span>
          <span className="num">{formatKes(over)}</span>
        </small>
      )}
    </>
  );
}
