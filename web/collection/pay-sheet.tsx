import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { PayableItem, PaymentProgress } from '#contract/collection/shapes.ts';
import type { CallInput, CallShape } from '#contract/kernel/call.ts';
import { isWholeShillings, sumCents, toDecimalText } from '#contract/money/cents.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { formatDate, formatKes, formatMonth, phone as shownPhone } from '#web/ui/format.ts';
import { IconDeviceMobile, IconDownload } from '#web/ui/icons.ts';
import { Button, Spinner } from '#web/ui/public/button.tsx';
import { TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import { m } from '#words/messages.js';
import { getPayableKindName } from './kind-names.ts';
import classes from './pay.module.css';
import { toPaymentView } from './pay-view.ts';
import { usePaymentProgress } from './use-progress.ts';

type Due = Pick<PayableItem['invoices'][number], 'id' | 'code' | 'kind' | 'period_from' | 'due_on' | 'overdue' | 'open_cents' | 'share_cents'> &
  Partial<Pick<PayableItem['invoices'][number], 'title'>>;
export type PaymentRequest = { readonly invoice_ids: number[]; readonly tenancy_id?: number; readonly cents: number; readonly phone: string };

export interface PaySheetProps {
  toPay: Pick<PayableItem, 'push' | 'push_most_cents' | 'phone' | 'paybill' | 'waiting' | 'ahead'> & { readonly invoices: readonly Due[] };
  /** The call that sends the prompt, and its input. */
  call: CallShape;
  given: (asked: PaymentRequest) => CallInput<CallShape>;
  look: (code: string) => Promise<PaymentProgress>;
  /** The code of the payment under way. It is in the address, so that a reload continues. */
  paying: string | null;
  before?: PaymentProgress | null;
  setPaying: (code: string | null) => void;
  changed?: (to: PaymentProgress) => void;
  /** Without scripts: the form's action, its hidden fields, and the page's address. */
  plain?: { readonly action: string; readonly fields: Readonly<Record<string, string>>; readonly problem: string; readonly form: string };
  /** The next due amount by the lease, for paying ahead. */
  next?: number;
  /** Explains where an overpayment goes, given the invoices not chosen; empty where that is unknown. */
  beyond?: (over: number, left: ReadonlySet<number>) => string;
  /** The content shown after the payment. */
  done?: ReactNode;
}

/**
 * The pay sheet for M-Pesa on every page: choose invoices and amount, then confirm the prompt (STK push) on the phone. It does not use Mantine,
 * because dashboards and public pages share it.
 */
export function PaySheet({ paying, before = null, look, changed = () => {}, setPaying, done, ...rest }: PaySheetProps) {
  const { waiting, paybill, push, invoices, ahead } = rest.toPay;
  const [another, wantAnother] = useState(false);
  const [resumed] = useState(paying === null && waiting !== null);
  const typed = useRef<Typed | null>(null);
  // Continues a payment that another tab, or a closed page, left under way.
  const code = paying ?? (another ? null : (waiting?.code ?? null));
  const found = usePaymentProgress(code, look, before ?? waiting, changed);
  const keep = useRef(setPaying);
  keep.current = setPaying;
  const pinned = paying !== null;
  useEffect(() => {
    if (code !== null && !pinned) keep.current(code);
  }, [code, pinned]);
  const alive = useIsMounted();
  const again = () => {
    wantAnother(true);
    setPaying(null);
  };
  if (code !== null)
    return (
      <>
        <Under key={code} of={found} again={alive ? again : (rest.plain?.form ?? again)} other={resumed || !!found?.slow} done={done} />
        {found?.status === 'unknown' && found.stale && <PaybillInstructions paybill={paybill} />}
      </>
    );
  if (!push) return <PaybillInstructions paybill={paybill} only />;
  if (invoices.length === 0 && !ahead) return <Note tone="good">{m.payments_due_none()}</Note>;
  return (
    <>
      <PayForm {...rest} setPaying={setPaying} typed={typed} />
      <PaybillInstructions paybill={paybill} />
    </>
  );
}
/** The previous selection and input, for another attempt. */
type Typed = { readonly left: ReadonlySet<number>; readonly values: { readonly shillings: string; readonly phone: string } };

export const getPayableItemName = ({ kind, title, period_from, due_on }: Pick<Due, 'kind' | 'title' | 'period_from' | 'due_on'>): string =>
  [title || getPayableKindName(kind) || formatDate(due_on), period_from && formatMonth(period_from)].filter(Boolean).join(', ');

type FormProps = Pick<PaySheetProps, 'toPay' | 'call' | 'given' | 'setPaying' | 'plain' | 'next' | 'beyond'> & { typed: RefObject<Typed | null> };
function PayForm({ toPay, call, given, setPaying, plain, next = 0, beyond, typed }: FormProps) {
  const alive = useIsMounted();
  const [left, leave] = useState<ReadonlySet<number>>(typed.current?.left ?? new Set());
  const chosen = toPay.invoices.filter(({ id }) => !left.has(id));
  const all = sumCents(chosen.map((one) => one.open_cents));
  const wrong = (shillings: string) =>
    toPay.invoices.length > 0 && chosen.length === 0 ? m.payments_pay_need_choice() : findAmountProblem(shillings, toPay.push_most_cents);
  const share = sumCents(chosen.map((one) => one.share_cents));
  const ahead = toPay.invoices.length === 0;
  const first = Math.min(ahead ? next : all, toPay.push_most_cents);
  const form = usePublicForm<CallShape, { shillings: string; phone: string }>(call, {
    blank: typed.current?.values ?? { shillings: first > 0 ? toDecimalText(first) : '', phone: toPay.phone ? shownPhone(toPay.phone) : '' },
    given: ({ shillings, phone }) => {
      typed.current = { left, values: { shillings, phone } };
      const what = { invoice_ids: chosen.map(({ id }) => id), ...(ahead ? toPay.ahead : {}) };
      return given({ ...what, cents: parseMoney(shillings) ?? 0, phone });
    },
    names: { cents: 'shillings' },
    check: ({ shillings, phone }) => ({
      ...(wrong(shillings) ? { shillings: wrong(shillings) } : {}),
      ...(phone.trim() === '' ? { phone: m.payments_pay_need_phone() } : {}),
    }),
    inPlace: (why) => getErrorSentence(why) || m.payments_pay_failed(),
    done: (answer) => setPaying((answer as { code: string }).code),
  });
  const cents = parseMoney(form.values.shillings) ?? 0;
  const put = (cents: number) => form.set('shillings', toDecimalText(Math.min(cents, toPay.push_most_cents)));
  const pick = (id: number) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    leave(next);
    put(sumCents(toPay.invoices.filter((one) => !next.has(one.id)).map((one) => one.open_cents)));
  };
  const problem = form.problem || (form.attempt === 0 ? (plain?.problem ?? '') : '');
  return (
    <form
      className={classes.form}
      ref={form.at}
      noValidate={alive}
      onSubmit={form.submit}
      {...(plain ? { action: plain.action, method: 'post' } : {})}
    >
      {Object.entries(plain?.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {problem && <Note tone="bad">{problem}</Note>}
      {ahead && <Note tone="info">{m.payments_pay_ahead()}</Note>}
      {toPay.invoices.length > 1 && <Choose all={toPay.invoices} left={left} pick={pick} />}
      <TextField
        {...form.text('shillings')}
        label={m.payments_pay_amount()}
        prefix="KES"
        inputMode="numeric"
        autoComplete="off"
        required
        hint={
          all > toPay.push_most_cents
            ? m.payments_pay_most({ most: formatKes(toPay.push_most_cents) })
            : all > 0 && cents > all
              ? beyond?.(cents - all, left)
              : undefined
        }
      />
      {alive && all > 0 && (
        <div className={classes.chips}>
          <button type="button" aria-pressed={cents === all} onClick={() => put(all)}>
            {m.payments_pay_all({ sum: formatKes(all) })}
          </button>
          {share > 0 && share < all && (
            <button type="button" aria-pressed={cents === share} onClick={() => put(share)}>
              {m.payments_pay_share({ sum: formatKes(share) })}
            </button>
          )}
        </div>
      )}
      <TextField
        {...form.text('phone')}
        label={m.payments_pay_phone()}
        type="tel"
        autoComplete="tel"
        required
        placeholder="0712 345 678"
        hint={m.payments_pay_phone_hint()}
      />
      <button type="submit" className={classes.mpesa} data-busy={form.busy || undefined} aria-busy={form.busy || undefined}>
        {form.busy ? <Spinner /> : <IconDeviceMobile size={20} aria-hidden />}
        {m.payments_pay_send()}
      </button>
      <p className={classes.small}>{m.payments_pay_pin()}</p>
    </form>
  );
}

/** What to enter instead of an invalid amount; empty where it is valid. */
export function findAmountProblem(typed: string, most: number): string {
  const cents = parseMoney(typed);
  if (cents === null || cents < 100) return m.payments_pay_need_sum();
  if (!isWholeShillings(cents)) return m.payments_pay_whole();
  return cents > most ? m.payments_pay_most({ most: formatKes(most) }) : '';
}

const Choose = ({ all, left, pick }: { all: readonly Due[]; left: ReadonlySet<number>; pick: (id: number) => void }) => (
  <fieldset className={classes.choose}>
    <legend>{m.payments_pay_what()}</legend>
    {all.map((one) => (
      <label key={one.id}>
        <input type="checkbox" checked={!left.has(one.id)} onChange={() => pick(one.id)} />
        <span>
          <b>{getPayableItemName(one)}</b>
          <small data-late={one.overdue || undefined}>
            {one.overdue ? m.payments_pay_was_due({ date: formatDate(one.due_on) }) : m.payments_pay_due({ date: formatDate(one.due_on) })}
          </small>
        </span>
        <b className="num">{formatKes(one.open_cents)}</b>
      </label>
    ))}
  </fieldset>
);

/** Leads back to the form: a function, or a link where scripts do not run. */
type Again = string | (() => void);
/** Shown while the prompt is pending and afterwards: one sentence, and the possible actions. */
function Under({ of: found, again: to, other, done }: { of: PaymentProgress | null; again: Again; other: boolean; done: ReactNode }) {
  const at = useRef<HTMLDivElement>(null);
  const title = useId();
  useEffect(() => at.current?.focus({ preventScroll: true }), []);
  const view = found && toPaymentView(found);
  const waits = !view || view.tone === 'wait';
  const again = typeof to === 'string' ? { href: to } : { onClick: to };
  return (
    <div className={classes.under} ref={at} tabIndex={-1} role="status" aria-labelledby={title}>
      {waits ? (
        <>
          <PhoneDrawing />
          <b id={title} className={classes.title}>
            {view?.title ?? m.payments_pay_looking()}
          </b>
          {view && <p>{view.text}</p>}
          {found && <span className={classes.bar} data-motion="needed" aria-hidden="true" />}
          <p className={classes.small}>{m.payments_pay_wait_leave()}</p>
        </>
      ) : (
        <Note tone={view.tone} title={<span id={title}>{view.title}</span>} alert>
          {view.text}
        </Note>
      )}
      {view?.again && (
        <Button size="md" variant="default" {...again}>
          {m.payments_pay_again()}
        </Button>
      )}
      {other && waits && view && (
        <Button size="md" variant="default" {...again}>
          {m.payments_pay_other()}
        </Button>
      )}
      {view?.tone === 'good' && (
        <>
          {found?.paper && (
            <Button size="md" variant="default" href={found.paper} target="_blank" rel="noreferrer" left={<IconDownload size={16} aria-hidden />}>
              {m.payments_receipt()}
            </Button>
          )}
          {found?.left_cents ? (
            <Button size="md" {...again}>
              {m.payments_pay_rest()}
            </Button>
          ) : (
            done
          )}
        </>
      )}
    </div>
  );
}

const PhoneDrawing = () => (
  <svg className={classes.phone} viewBox="0 0 72 96" aria-hidden="true" focusable="false">
    <rect x="14" y="4" width="44" height="88" rx="8" fill="var(--mk-surface)" stroke="currentColor" strokeWidth="2.5" />
    <path d="M30 11h12" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    <rect x="21" y="30" width="30" height="26" rx="4" fill="var(--mk-tint)" stroke="var(--mk-mpesa)" strokeWidth="2" />
    <path d="M27 39h18" stroke="var(--mk-mpesa)" strokeWidth="2.5" strokeLinecap="round" />
    <path d="M27 48h3m4.500 0h3m4.500 0h3" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
  </svg>
);

/** The alternative: paybill and account number. It is matched as well, from any phone. */
export function PaybillInstructions({ paybill, only = false }: { paybill: PayableItem['paybill']; only?: boolean }) {
  if (!paybill) return only ? <Note tone="info">{m.payments_pay_nowhere()}</Note> : null;
  const steps = (
    <ol className={classes.steps}>
      <li>{m.payments_paybill_menu()}</li>
      <li>
        {m.payments_paybill_number()} <b className="num">{paybill.shortcode}</b>
      </li>
      <li>
        {m.payments_paybill_account()} <b className="num">{paybill.account}</b>
      </li>
      <li>{m.payments_paybill_rest()}</li>
    </ol>
  );
  if (only) return steps;
  return (
    <details className={classes.other}>
      <summary>{m.payments_paybill_title()}</summary>
      {steps}
    </details>
  );
}
