import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { paymentMachine } from '#contract/collection/machine.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PaymentSummary } from '#contract/payment/shapes.ts';
import { paymentStatusLabels } from '#contract/payment/words.ts';
import { useCall } from '#web/client/use-call.ts';
import classes from '#web/collection/collection.module.css';
import { useCurrentTenancy } from '#web/collection/current-tenancy.ts';
import { useAmountDue } from '#web/collection/due.ts';
import { findNextDueAmount, TenantCreditNote } from '#web/collection/due-card.tsx';
import { PastedMessages } from '#web/collection/pasted-messages.tsx';
import { PayModal } from '#web/collection/pay-modal.tsx';
import { PaymentStatusBadge } from '#web/collection/payment-badge.tsx';
import { formatPaymentReceivedAt } from '#web/collection/received-text.ts';
import { usePaymentProcess } from '#web/collection/use-payment.ts';
import { paymentMethodNames } from '#web/collection/words.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { StateTabs } from '#web/lists/state-tabs.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatKes } from '#web/ui/format.ts';
import { IconCash, IconChevronRight, IconDeviceMobile } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

const PasteForm = lazy(() => import('#web/collection/paste-form.tsx').then((one) => ({ default: one.PasteMessageForm })));
const names = ['status'] as const;
const newest = { by: 'created_at', desc: true } as const;
type Status = PaymentSummary['status'];

/** Payments of this lease, newest first; a missing M-Pesa message can be submitted. */
export default function OwnPayments() {
  const here = useCurrentTenancy();
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const paying = usePaymentProcess();
  const due = useAmountDue(here.id);
  const [pastes, paste] = useState(false);
  const status = list.filters.status as Status | undefined;
  const answer = useCall(paymentCalls.listMine, {
    page: list.page,
    page_size: list.pageSize,
    z_filter: { tenancy_id: here.id, ...(status ? { status } : {}) },
  });
  if (!here.answer.data) return <LoadingState answer={here.answer} />;
  const rows = answer.data?.results ?? [];
  const next = findNextDueAmount(here.answer.data);
  return (
    <>
      <PageHeader
        title={m.payments_own_title()}
        crumbs={[{ label: here.name, href: link('living.home') }, { label: m.payments_own_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={
          <>
            <Button variant="default" component={Link} to={link('payment.ownAccount')}>
              {m.payments_account_own()}
            </Button>
            <Button variant="default" onClick={() => paste(true)}>
              {m.payments_paste()}
            </Button>
            <Button leftSection={<IconDeviceMobile size={16} aria-hidden />} onClick={paying.open}>
              {m.payments_pay_button()}
            </Button>
          </>
        }
      />
      {due.data && <TenantCreditNote cents={due.data.credit_cents} />}
      <StateTabs
        list={list}
        states={{
          field: 'status',
          label: m.payments_column_status(),
          options: (
            ['completed', 'pending', 'unknown', 'failed', 'canceled', 'reversed'] as const satisfies readonly (keyof typeof paymentMachine.states)[]
          ).map((value) => ({
            value,
            label: paymentStatusLabels[value](),
          })),
        }}
        counts={undefined}
      />
      {!answer.data && <LoadingState answer={answer} />}
      {answer.data && rows.length === 0 && <StateBlock title={m.payments_own_none_title()} text={m.payments_own_none()} />}
      {rows.length > 0 && (
        <Panel pad={false}>
          <PanelRows>
            {rows.map((p) => (
              <AppLink key={p.id} href={link('payment.ownOne', { id: p.id, invoice_code: p.code })}>
                <IconCash size={19} aria-hidden />
                <span className={classes.grow}>
                  <b>{paymentMethodNames[p.how]()}</b>
                  <small>{[p.external, formatPaymentReceivedAt(p)].filter(Boolean).join(' · ')}</small>
                </span>
                <span className={classes.end}>
                  <b className="num">{formatKes(p.cents)}</b>
                  <PaymentStatusBadge of={p} own />
                </span>
                <IconChevronRight size={16} aria-hidden />
              </AppLink>
            ))}
          </PanelRows>
          <ListFooter list={list} count={answer.data?.count ?? 0} />
        </Panel>
      )}
      <PastedMessages tenancyId={here.id} />
      <PayModal what={{ tenancy_id: here.id }} paying={paying} {...(next ? { next: next.left_cents } : {})} />
      {pastes && (
        <Suspense fallback={null}>
          <PasteForm close={() => paste(false)} tenancyId={here.id} />
        </Suspense>
      )}
    </>
  );
}
