import { Button } from '@mantine/core';
import { inspectionCalls } from '#contract/inspection/calls.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { getLayoutHomePath } from '#contract/kernel/roles.ts';
import { type LivingHome, livingCalls } from '#contract/living/calls.ts';
import { livingAgreementLabels } from '#contract/living/labels.ts';
import { linkTo } from '#contract/screens.ts';
import type { TenancyDetails } from '#contract/tenancy/calls.ts';
import { findNextDueDay } from '#contract/tenancy/due-days.ts';
import { useCall } from '#web/client/use-call.ts';
import { subtractTenantCredit, useAmountDue } from '#web/collection/due.ts';
import { AmountDueCard, findNextDueAmount, PayAheadButton, TenantCreditNote } from '#web/collection/due-card.tsx';
import { PayModal } from '#web/collection/pay-modal.tsx';
import { usePaymentProcess } from '#web/collection/use-payment.ts';
import { formatInspectionDeadline } from '#web/inspection/inspection-text.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes, phone } from '#web/ui/format.ts';
import { IconBrandWhatsapp, IconMail, IconPhone } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { TenantAnswerForms } from './answers.tsx';
import { getLeaseHomeName, MoveOutRefundNote, useLease } from './lease.tsx';
import { TenancyNoticePanel } from './leaving.tsx';
import classes from './living.module.css';
import { NextLeaseDatesPanel } from './next-dates.tsx';

/** The home page of one lease: what comes next, what is due, the agreement, and the manager's contacts. */
export default function LivingHomePage() {
  const lease = useLease();
  const more = useCall(livingCalls.home, lease.data ? { tenancy_id: lease.data.id } : null);
  if (!lease.data) return <LoadingState answer={lease} />;
  if (!more.data) return <LoadingState answer={more} />;
  return <Loaded tenancy={lease.data} home={more.data} />;
}

function Loaded({ tenancy, home }: { tenancy: TenancyDetails; home: LivingHome }) {
  const { link } = useDashboard();
  return (
    <>
      <PageHeader
        title={getLeaseHomeName(tenancy)}
        crumbs={[{ label: m.living_back(), href: getLayoutHomePath('tenancy') }, { label: tenancy.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<StatusBadge set="tenancy" value={tenancy.status} />}
        sub={home.address || undefined}
      />
      <TenancyNoticePanel of={tenancy} home={home} />
      <TenantAnswerForms of={tenancy} />
      {home.papers_wanted > 0 && (
        <Note tone="guard" className={classes.note ?? ''}>
          {m.living_papers_wanted({ count: home.papers_wanted })} <AppLink href={link('living.files')}>{m.living_papers_open()}</AppLink>
        </Note>
      )}
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Asked tenancy={tenancy} today={home.today} />
          <Agreement home={home} />
          <Inspected tenancyId={tenancy.id} />
        </div>
        <div className={classes.stack}>
          <NextLeaseDatesPanel tenancy={tenancy} home={home} />
          <Manager manager={home.manager} />
        </div>
      </div>
    </>
  );
}

/** The invoices that are due, with one payment button; before the first invoice, the next amount due by the lease. */
function Asked({ tenancy, today }: { tenancy: TenancyDetails; today: string }) {
  const due = useAmountDue(tenancy.id);
  if (due.data && due.data.open.length > 0) return <AmountDueCard tenancyId={tenancy.id} due={due.data} next={findNextDueAmount(tenancy)} />;
  return due.isPending ? <LoadingState answer={due} rows={3} /> : <Due tenancy={tenancy} today={today} credit={due.data?.credit_cents ?? 0} />;
}

function Due({ tenancy, today, credit }: { tenancy: TenancyDetails; today: string; credit: number }) {
  const paying = usePaymentProcess();
  const due = findNextDueDay(tenancy.schedule, today);
  return (
    <Panel title={m.living_due()} pad={false}>
      <div className={classes.row}>
        {due ? (
          <div>
            <p className={classes.big}>{formatKes(subtractTenantCredit(due.left_cents, credit))}</p>
            <p className={classes.quiet}>{m.living_due_on({ date: formatDate(due.on) })}</p>
            {due.metered && <p className={classes.quiet}>{m.living_metered()}</p>}
            <PayAheadButton pay={paying.open} />
          </div>
        ) : (
          <div>
            {m.living_due_none()}
            <TenantCreditNote cents={credit} />
          </div>
        )}
        <span />
      </div>
      {tenancy.paid_before && <BookingPaymentNote paid={tenancy.paid_before} />}
      <MoveOutRefundNote of={tenancy} />
      <PayModal what={{ tenancy_id: tenancy.id }} paying={paying} {...(due ? { next: due.left_cents } : {})} />
      {due && (due.lines.length > 1 || due.paid_cents !== 0 || credit > 0) && (
        <PanelRows>
          {due.lines.map((line) => (
            <div key={`${line.kind} ${line.label} ${line.from}`} className={classes.row}>
              <span>{line.kind === 'rent' ? m.living_rent() : getChargeName(line.label)}</span>
              <b className="num">{line.cents === null ? m.living_by_meter() : formatKes(line.cents)}</b>
            </div>
          ))}
          {due.paid_cents !== 0 && (
            <div className={classes.row}>
              <span>{m.living_already_paid()}</span>
              <b className="num">{formatKes(-due.paid_cents)}</b>
            </div>
          )}
          {credit > 0 && (
            <div className={classes.row}>
              <span>{m.payments_due_credit_label()}</span>
              <b className="num">{formatKes(-credit)}</b>
            </div>
          )}
        </PanelRows>
      )}
    </Panel>
  );
}

/** The payment for the booking; it is not billed again. */
export const BookingPaymentNote = ({ paid }: { paid: NonNullable<TenancyDetails['paid_before']> }) => (
  <p className={`${classes.quiet} ${classes.row}`}>
    {m.living_paid_before({ sum: formatKes(paid.cents), day: formatDate(paid.on), held: formatKes(paid.deposit_cents) })}
  </p>
);

const Agreement = ({ home: { agreements } }: { home: LivingHome }) => (
  <Panel title={m.living_agreement()} pad={false}>
    <PanelRows>
      {agreements.length === 0 && <div className={classes.row}>{m.living_agreement_none()}</div>}
      {agreements.map((one) => (
        <div key={one.id} className={classes.row}>
          <div>
            <AppLink href={linkTo('agreement.own', 'tenant', { id: one.id })}>
              <b>{livingAgreementLabels[one.kind]?.() ?? one.code}</b>
            </AppLink>
            <p className={classes.quiet}>{one.sealed_at ? m.living_sealed({ code: one.code, date: formatDate(one.sealed_at) }) : one.code}</p>
          </div>
          <StatusBadge set="contract" value={one.status} />
        </div>
      ))}
    </PanelRows>
  </Panel>
);

/** Inspections of this home; those that need an answer come first. */
function Inspected({ tenancyId }: { tenancyId: number }) {
  const found = useCall(inspectionCalls.listMine, { page: 1, page_size: 10, z_filter: { tenancy_id: tenancyId } }, { quiet: true });
  const rows = found.data?.results ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={m.inspection_title()} pad={false}>
      <PanelRows>
        {rows.map((one) => (
          <div key={one.id} className={classes.row}>
            <div>
              <AppLink href={linkTo('inspection.detail', 'tenant', { inspection_id: one.id })}>
                <b>{inspectionKindLabels[one.kind]()}</b>
              </AppLink>
              <p className={classes.quiet}>{formatInspectionDeadline(one)}</p>
            </div>
            <StatusBadge set="inspection" value={one.status} />
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}

const Manager = ({ manager: { company, name, phone: number, email } }: { manager: LivingHome['manager'] }) => (
  <Panel title={m.living_manager()}>
    <b>{company}</b>
    {name && name !== company && <p className={classes.quiet}>{name}</p>}
    <div className={classes.reach}>
      {number && (
        <>
          <Button
            component="a"
            href={`tel:${number}`}
            variant="default"
            leftSection={<IconPhone size={16} aria-hidden />}
            aria-label={`${m.living_call({ name: company })}: ${phone(number)}`}
          >
            {phone(number)}
          </Button>
          <Button
            component="a"
            href={`https://wa.me/${number.replace('+', '')}`}
            target="_blank"
            rel="noopener noreferrer"
            variant="default"
            leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
            aria-label={m.living_whatsapp({ name: company })}
          >
            WhatsApp
          </Button>
        </>
      )}
      {email && (
        <Button
          component="a"
          href={`mailto:${email}`}
          variant="default"
          leftSection={<IconMail size={16} aria-hidden />}
          aria-label={`${m.living_mail({ name: company })}: ${email}`}
        >
          {email}
        </Button>
      )}
    </div>
    {!number && !email && <p className={classes.quiet}>{m.living_no_reach()}</p>}
  </Panel>
);
