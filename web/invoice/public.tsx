import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams, useRevalidator, useSearchParams } from 'react-router';
import { collectionCalls } from '#contract/collection/calls.ts';
import type { PaymentProgress } from '#contract/collection/shapes.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { invoicePublicScreens } from '#contract/invoice/public.ts';
import type { PublicInvoice } from '#contract/invoice/shapes.ts';
import { href } from '#contract/kernel/screen.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { buildCallFromPath, sendCallByPath } from '#web/client/call-by-path.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { PaybillInstructions, PaySheet } from '#web/collection/pay-sheet.tsx';
import { isPaymentFinal } from '#web/collection/pay-view.ts';
import { readPaymentCode } from '#web/collection/use-payment.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { LanguageSwitch } from '#web/layout/language-switch.tsx';
import { BrandLogo } from '#web/ui/brand.tsx';
import { formatDate, formatKes, phone } from '#web/ui/format.ts';
import { IconDownload, IconPrinter } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ThemeToggle } from '#web/ui/public/theme-toggle.tsx';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import { m } from '#words/messages.js';
import classes from './sheet.module.css';
import { InvoiceSheet } from './sheet.tsx';

export const handle = makeScreenHandle(invoicePublicScreens.pay, m.invoices_one);

/** Opening the link changes nothing. The address holds a payment under way, so the page shows its progress before any script runs. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { call } = readServerFunctions(context);
  const asked = { id: parseAddressId(params.id), token: params.code ?? '' };
  const found = asked.id > 0 ? await call(invoiceCalls.publicDetails, asked) : null;
  const query = new URL(request.url).searchParams;
  const page = { title: m.invoices_one(), description: '', hidden: true as const };
  if (!found?.ok) return { invoice: null, toPay: null, before: null, paper: null, problem: null, page };
  const paying = readPaymentCode(query.get('pay'));
  const link = { invoice_id: asked.id, token: asked.token };
  const [paper, toPay, progress] = await Promise.all([
    call(invoiceCalls.publicPdfLink, { ...asked, kind: paperOf(found.value) }),
    call(collectionCalls.publicPaymentOptions, link),
    paying ? call(collectionCalls.publicProgress, { ...link, code: paying }) : null,
  ]);
  return {
    invoice: found.value,
    toPay: toPay.ok ? toPay.value : null,
    before: progress?.ok ? progress.value : null,
    paper: paper.ok ? paper.value.address : null,
    problem: query.get('problem'),
    page: { ...page, title: m.invoices_public_title({ code: found.value.code, company: found.value.company.name }) },
  };
}

const paperOf = ({ paid_on }: PublicInvoice) => (paid_on === null ? 'invoice' : 'receipt');

/** The public page of an invoice, with one way to pay it: for anyone with the link, signed in or not. */
export default function PublicInvoicePage() {
  const { invoice } = useLoaderData<typeof loader>();
  const { product } = useApp();
  return (
    <div className={classes.page}>
      <a href="#main" className="skip">
        {m.shell_skip_to_content()}
      </a>
      <header className={`${classes.bar} no-print`}>
        <AppLink href="/" aria-label={m.shell_home_of({ product })}>
          <BrandLogo name={product.toLowerCase()} size={24} />
        </AppLink>
        <div className={classes.tools}>
          <LanguageSwitch />
          <ThemeToggle label={m.shell_scheme_switch()} />
          {invoice && <Papers kind={paperOf(invoice)} />}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {invoice ? <Opened of={invoice} /> : <Gone />}
      </main>
    </div>
  );
}

const Gone = () => (
  <div className={classes.gone}>
    <h1>{m.invoices_public_gone_title()}</h1>
    <Note tone="guard">{m.invoices_public_gone()}</Note>
  </div>
);

function Opened({ of: i }: { of: PublicInvoice }) {
  return (
    <>
      <section className={`${classes.pay} no-print`} aria-label={m.payments_pay_title()}>
        <div className={classes.payHead}>
          <div>
            <p data-late={i.overdue_days > 0 || undefined}>{headText(i)}</p>
            <div className={classes.big}>{formatKes(i.settled === 'paid' ? i.total_cents : i.open_cents)}</div>
          </div>
        </div>
        <div className={classes.box}>
          <Pay of={i} />
        </div>
      </section>
      <InvoiceSheet of={i} />
      {i.company.phone && (
        <p className={`${classes.after} no-print`}>
          {m.invoices_public_questions({ company: i.company.name })} <AppLink href={`tel:${i.company.phone}`}>{phone(i.company.phone)}</AppLink>
        </p>
      )}
    </>
  );
}

function headText({ open_cents, paid_on, overdue_days: late, due_on, status }: PublicInvoice): string {
  if (status === 4) return m.invoices_public_expired();
  if (open_cents === 0) return paid_on ? m.invoices_public_paid({ date: formatDate(paid_on) }) : m.invoices_public_clear();
  return late > 0 ? m.invoices_public_late({ date: formatDate(due_on), count: late }) : m.invoices_public_due({ date: formatDate(due_on) });
}

function clearText({ settled, credited_cents }: PublicInvoice): string {
  if (settled === 'paid') return m.invoices_public_thanks();
  return settled === null ? m.invoices_public_nothing() : m.invoices_public_taken_off({ sum: formatKes(credited_cents) });
}

const problems: Readonly<Record<string, () => string>> = {
  phone: m.payments_pay_need_phone,
  amount: m.payments_pay_need_sum,
  busy: m.payments_pay_busy,
};

function Pay({ of: i }: { of: PublicInvoice }) {
  const { toPay, before, problem } = useLoaderData<typeof loader>();
  const { code = '', id = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const { revalidate } = useRevalidator();
  const alive = useIsMounted();
  const paying = readPaymentCode(params.get('pay'));
  const setPaying = (next: string | null) => setParams(next ? { pay: next } : {}, { replace: true, preventScrollReset: true });
  const here = href(invoicePublicScreens.pay, { code, id });
  if (!paying && i.open_cents === 0) return <Note tone={i.settled === 'paid' ? 'good' : 'info'}>{clearText(i)}</Note>;
  if (!toPay) return <Note tone="guard">{m.invoices_public_no_pay()}</Note>;
  return (
    <>
      {i.disputed && <Note tone="guard">{m.invoices_public_disputed()}</Note>}
      <PaySheet
        toPay={toPay}
        call={buildCallFromPath('POST', '/api/v2/payment/pay_open/', 'anyone')}
        given={({ cents, phone: number }) => ({ invoice_id: i.id, token: code, cents, phone: number })}
        look={(of) =>
          sendCallByPath<PaymentProgress>(
            'GET',
            `/api/v2/payment/progress_open/?${new URLSearchParams({ code: of, invoice_id: id, token: code })}`,
            undefined,
            'anyone',
          )
        }
        paying={paying}
        before={before}
        setPaying={setPaying}
        changed={(to) => {
          if (isPaymentFinal(to)) void revalidate();
        }}
        plain={{
          action: '/pay',
          fields: { invoice_id: String(i.id), token: code },
          problem: problem ? (problems[problem] ?? m.payments_pay_failed)() : '',
          form: here,
        }}
        done={null}
      />
      {!alive && paying && !(before && isPaymentFinal(before)) && (
        <p>
          <a href={`${here}?pay=${paying}`}>{m.invoices_public_look_again()}</a>
        </p>
      )}
      {!toPay.paybill && i.pay_to?.paybill && (
        <PaybillInstructions paybill={{ shortcode: i.pay_to.paybill, account: i.pay_to.account }} only={!toPay.push} />
      )}
    </>
  );
}

/** Print, or download the PDF; also the receipt once it is paid. */
function Papers({ kind }: { kind: ReturnType<typeof paperOf> }) {
  const { paper } = useLoaderData<typeof loader>();
  const { code = '', id = '' } = useParams();
  const alive = useIsMounted();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const take = async () => {
    setBusy(true);
    try {
      const asked = new URLSearchParams({ id, token: code, kind });
      window.location.assign((await sendCallByPath<{ address: string }>('GET', `/api/v2/invoice/look_paper/?${asked}`, undefined, 'anyone')).address);
    } catch (why) {
      setProblem(getErrorSentence(why) || m.payments_pay_failed());
    } finally {
      setBusy(false);
    }
  };
  const icon = <IconDownload size={16} aria-hidden />;
  const name = <span className={classes.name}>{kind === 'receipt' ? m.invoices_receipt() : m.invoices_pdf()}</span>;
  if (!alive)
    return paper === null ? null : (
      <Button variant="default" left={icon} href={paper}>
        {name}
      </Button>
    );
  return (
    <>
      <span className={classes.wide}>
        <Button variant="default" left={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {m.invoices_print()}
        </Button>
      </span>
      <Button variant="default" left={icon} loading={busy} onClick={() => void take()}>
        {name}
      </Button>
      {problem && (
        <span className="sr-only" role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
