import { NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type CorrectionCause, correctionCauses, type PaymentCorrection } from '#contract/collection/kinds.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { matchingCalls } from '#contract/matching/calls.ts';
import type { MatchCandidate } from '#contract/matching/shapes.ts';
import { toCents, toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { paymentCorrectionCalls } from '#contract/payment/correction-calls.ts';
import type { PaymentDetails } from '#contract/payment/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { toNairobiDay } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

const titles: Readonly<Record<PaymentCorrection, () => string>> = {
  amount: m.payments_correct_amount,
  tenant: m.payments_correct_tenant,
  date: m.payments_correct_date,
};
const causes: Readonly<Record<CorrectionCause, () => string>> = {
  typed: m.payments_correction_cause_typed,
  proof: m.payments_correction_cause_proof,
  payer: m.payments_correction_cause_payer,
};
type Typed = { readonly cents: number; readonly on: string; readonly home: MatchCandidate | null; readonly cause: CorrectionCause };

/** The one value that the person corrects, once it differs from the recorded one. */
function changeOf(what: PaymentCorrection, { cents, on, home }: Typed, of: PaymentDetails) {
  if (what === 'amount') return cents > 0 && cents !== of.cents ? { cents: toCents(cents) } : null;
  if (what === 'date') return on !== '' && on !== dayOf(of) ? { on } : null;
  if (home?.tenancy) return { tenancy_id: home.tenancy.id };
  return home?.booking ? { booking_id: home.booking.id } : null;
}
const dayOf = ({ received_at, created_at }: PaymentDetails): string => toNairobiDay(received_at ?? created_at);

type Props = { readonly of: PaymentDetails; readonly what: PaymentCorrection; readonly close: () => void };
/** Corrects a recorded payment, after a preview of its effect and of the messages to the payers. */
export function CorrectPaymentDialog({ of, what, close }: Props) {
  const asks = of.may.correct_asks;
  const [typed, type] = useState<Typed>({ cents: of.cents, on: dayOf(of), home: null, cause: 'typed' });
  const [asked] = useDebouncedValue(typed, 400);
  const change = changeOf(what, asked, of);
  const given = { id: of.id, cause: asked.cause, ...change };
  const answer = useCall(paymentCorrectionCalls.previewCorrection, given, { enabled: change !== null, quiet: true });
  const shown = change !== null && asked === typed && !answer.isPlaceholderData ? answer.data : undefined;
  const form = useForm(paymentCorrectionCalls.correct, {
    blank: { reason: '' },
    given: ({ reason }) => ({ ...given, ...(shown?.earlier ? { besides: shown.earlier.id } : {}), reason: reason.trim() }),
    says: { reason: m.payments_need_reason },
    touches: [invoiceCalls],
    inPlace: true,
    said: ({ request }) => (request ? m.approval_said_asked({ code: request.code }) : m.payments_said_corrected({ code: of.code })),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={titles[what]()}
      verb={asks ? m.payments_correct_ask() : titles[what]()}
      text={[m.payments_correct_text(), asks && m.payments_reverse_ask_text()].filter(Boolean).join(' ')}
      ready={shown !== undefined}
    >
      <Value of={of} what={what} typed={typed} type={(some) => type((old) => ({ ...old, ...some }))} />
      <NativeSelect
        label={m.payments_field_cause()}
        description={m.payments_field_cause_help()}
        data={correctionCauses.map((value) => ({ value, label: causes[value]() }))}
        value={typed.cause}
        onChange={(event) => {
          const cause = correctionCauses.find((one) => one === event.currentTarget.value);
          if (cause) type((old) => ({ ...old, cause }));
        }}
      />
      <Textarea
        {...form.text('reason')}
        label={m.payments_field_reason()}
        description={m.payments_field_reason_private()}
        autosize
        minRows={2}
        maxLength={500}
      />
      {change !== null && answer.isError && <LoadingState answer={answer} />}
      {shown ? <Effect of={shown} /> : <p className={classes.quiet}>{m.payments_correct_none()}</p>}
    </MoneyFormDrawer>
  );
}

type ValueProps = {
  readonly of: PaymentDetails;
  readonly what: PaymentCorrection;
  readonly typed: Typed;
  readonly type: (some: Partial<Typed>) => void;
};
function Value({ of, what, typed, type }: ValueProps) {
  if (what === 'amount')
    return (
      <MoneyInput
        label={m.payments_correct_sum()}
        value={toShillings(typed.cents)}
        onChange={(value) => type({ cents: typedAmountToCents(Number(value)) })}
      />
    );
  if (what === 'date')
    return (
      <TextInput
        type="date"
        label={m.payments_correct_on()}
        max={clock.today()}
        value={typed.on}
        onChange={(event) => type({ on: event.currentTarget.value })}
      />
    );
  return <Home of={of} chosen={typed.home} choose={(home) => type({ home })} />;
}

const keyOf = ({ tenancy, booking }: MatchCandidate): string => (tenancy ? `t${tenancy.id}` : `b${booking?.id}`);
/** The tenancies and bookings that the search finds, without the one that the payment is for. */
function Home({ of, chosen, choose }: { of: PaymentDetails; chosen: MatchCandidate | null; choose: (home: MatchCandidate) => void }) {
  const [q, search] = useState('');
  const found = useCall(matchingCalls.listCandidates, { id: of.id, q }, { enabled: q !== '', quiet: true });
  const results = (q === '' ? [] : (found.data?.results ?? [])).filter(({ takes, tenancy }) => takes && tenancy?.id !== of.tenancy?.id);
  const all = chosen && !results.some((one) => keyOf(one) === keyOf(chosen)) ? [chosen, ...results] : results;
  return (
    <>
      <SearchInput
        value={q}
        onSearch={search}
        label={m.payments_whose_search()}
        placeholder={m.payments_whose_hint()}
        clearLabel={m.shell_filter_remove()}
      />
      {q !== '' && found.data && all.length === 0 && <p className={classes.quiet}>{m.payments_whose_not_found()}</p>}
      {all.length > 0 && (
        <Radio.Group label={m.payments_correct_tenant()} value={chosen ? keyOf(chosen) : null}>
          {all.map((one) => (
            <Radio
              key={keyOf(one)}
              value={keyOf(one)}
              checked={chosen !== null && keyOf(chosen) === keyOf(one)}
              onChange={() => choose(one)}
              label={one.name}
              description={`${one.unit}, ${one.property} · ${one.tenancy?.code ?? one.booking?.code ?? ''}`}
            />
          ))}
        </Radio.Group>
      )}
    </>
  );
}

type Shown = CallResult<typeof paymentCorrectionCalls.previewCorrection>;
/** The messages to the payers, the invoices that change and the entries in the ledger. */
const Effect = ({ of }: { of: Shown }) => (
  <>
    {of.earlier && <Note tone="guard">{m.payments_correct_earlier({ code: of.earlier.code })}</Note>}
    <Panel title={m.payments_correct_told()} pad={false}>
      <PanelRows>
        {of.told.length === 0 && <div>{m.payments_correct_told_none()}</div>}
        {of.told.map((one) => (
          <div key={one.to + one.heading}>
            <span className={classes.grow}>
              <b>{one.heading}</b>
              <small>{one.message}</small>
              {one.sms && <small>{m.payments_correct_sms({ text: one.sms })}</small>}
            </span>
          </div>
        ))}
      </PanelRows>
    </Panel>
    <Panel title={m.payments_correct_invoices()} pad={false}>
      <PanelRows>
        {of.invoices.length === 0 && <div>{m.payments_correct_invoices_none()}</div>}
        {of.invoices.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              <b>{one.code}</b>
              <small>{m.payments_correct_was({ sum: formatKes(one.was_cents) })}</small>
            </span>
            <span className="num">{formatKes(one.open_cents)}</span>
          </div>
        ))}
        {of.credit_cents > 0 && <div>{m.payments_correct_credit({ sum: formatKes(of.credit_cents) })}</div>}
      </PanelRows>
    </Panel>
    <Panel title={m.payments_correct_journals()} pad={false}>
      <PanelRows>
        {of.journals.map((one) => (
          <div key={one.id}>
            <span className={classes.grow}>
              <b>{one.says}</b>
              <small>{formatDate(one.day)}</small>
            </span>
            <span className="num">{formatKes(one.cents)}</span>
          </div>
        ))}
      </PanelRows>
    </Panel>
  </>
);
