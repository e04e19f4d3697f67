import { Button } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type CommissionDetails, commissionCalls } from '#contract/commission/calls.ts';
import { commissionBasisLabels } from '#contract/commission/labels.ts';
import { sumCommissionTrace } from '#contract/commission/trace.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { useJournalSourceLink } from '#web/ledger/source.ts';
import { DefinitionList, MoneyLines } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { ReportCommissionMistakeDialog } from './report-mistake.tsx';
import { commissionStatusNames, formatCommissionTerms } from './words.ts';

/** One commission with its calculation, so that it can be checked by hand. */
export default function CommissionDetail() {
  const { id } = useParams();
  const found = useCall(commissionCalls.commissionDetails, { id: parseAddressId(id) });
  useScreenTitle(found.data?.code);
  return found.data ? <Loaded one={found.data} /> : <LoadingState answer={found} />;
}

function Loaded({ one }: { one: CommissionDetails }) {
  const { layout, link } = useDashboard();
  const [saying, say] = useState(false);
  const sourceOf = useJournalSourceLink();
  const heads = layout === 'admin' || layout === 'superadmin';
  const paid = sourceOf(one.payment && { of: 'payment', ...one.payment });
  const lease = sourceOf(one.tenancy && { of: 'tenancy', ...one.tenancy });
  const to = ({ id, code }: { id: number; code: string }) => sourceOf({ of: 'commission', id, code })?.href ?? '';
  return (
    <>
      <PageHeader
        title={`${formatKes(one.amount_cents, true)}`}
        crumbs={[
          heads
            ? { label: m.ledger_title(), href: link('ledger.list') }
            : {
                label: m.screens_commission_list(),
                href: layout === 'dealer' ? link('commission.list') : `${link('payment.transactions')}?tab=commissions`,
              },
          { label: one.code },
        ]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<ToneBadge tone={commissionStatusNames[one.status].tone}>{commissionStatusNames[one.status].label()}</ToneBadge>}
        sub={[one.beneficiary_name ?? m.commission_platform(), one.property, formatDate(one.happened_on)].filter(Boolean).join(' · ')}
        actions={
          heads ? undefined : (
            <Button variant="default" onClick={() => say(true)}>
              {m.commission_note_ask()}
            </Button>
          )
        }
      />
      {one.memo && <Note>{m.commission_memo()}</Note>}
      <Panel title={m.commission_trace()}>
        <MoneyLines
          exact
          items={[
            { label: m.commission_trace_before(), cents: one.heap_before_cents },
            { label: m.commission_trace_more(), cents: one.base_cents },
          ]}
          total={{ label: m.commission_trace_heap(), cents: one.heap_cents }}
        />
        <MoneyLines exact {...sumCommissionTrace(one)} />
        <DefinitionList
          items={[
            { label: m.commission_column_rule(), value: `${one.rule}, ${m.commission_version({ version: one.rule_version })}` },
            { label: m.commission_column_on(), value: commissionBasisLabels[one.basis]() },
            { label: m.commission_rule_kind(), value: formatCommissionTerms(one.terms) },
            { label: m.commission_trace_tax(), value: formatKes(one.tax_cents, true) },
            ...(one.other
              ? [
                  {
                    label: one.takes_back ? m.commission_takes_back() : m.commission_taken_back(),
                    value: <AppLink href={to(one.other)}>{one.other.code}</AppLink>,
                  },
                ]
              : []),
            { label: m.commission_column_day(), value: formatDate(one.happened_on) },
            ...(one.booked_on ? [{ label: m.commission_booked_on(), value: formatDate(one.booked_on) }] : []),
            ...(one.home ? [{ label: m.commission_home(), value: one.home }] : []),
            ...(one.tenant ? [{ label: m.commission_tenant(), value: one.tenant }] : []),
            ...(paid ? [{ label: m.commission_payment(), value: <AppLink href={paid.href}>{one.payment?.code}</AppLink> }] : []),
            ...(one.invoice
              ? [
                  {
                    label: m.commission_invoice(),
                    value: heads ? (
                      one.invoice.code
                    ) : (
                      <AppLink href={link('invoice.detail', { invoice_id: one.invoice.id, code: one.invoice.code })}>{one.invoice.code}</AppLink>
                    ),
                  },
                ]
              : []),
            ...(lease ? [{ label: m.commission_tenancy(), value: <AppLink href={lease.href}>{one.tenancy?.code}</AppLink> }] : []),
            ...(one.journal
              ? [
                  {
                    label: m.commission_journal(),
                    value: heads ? <AppLink href={link('ledger.detail', one.journal)}>{one.journal.code}</AppLink> : one.journal.code,
                  },
                ]
              : []),
            ...(one.note ? [{ label: m.commission_note(), value: one.note }] : []),
          ]}
        />
      </Panel>
      {saying && <ReportCommissionMistakeDialog one={one} close={() => say(false)} />}
    </>
  );
}
