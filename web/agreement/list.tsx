import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { agreementKindLabels } from '#contract/agreement/labels.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementSummary } from '#contract/agreement/shapes.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate } from '#web/ui/format.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { getStatusDefinition } from '#web/ui/status-table.ts';
import { m } from '#words/messages.js';
import { type AgreementStatus, getAgreementStatusNumber } from './labels.ts';

const names = ['q', 'status', 'waiting'] as const;
const newest: ListSort = { by: 'id', desc: true };
const kindOf = (a: AgreementSummary) => (a.version > 1 ? `${agreementKindLabels[a.kind]()} v${a.version}` : agreementKindLabels[a.kind]());
const whoOf = (a: AgreementSummary) => a.tenants.join(', ') || a.code;
const signedOf = (a: AgreementSummary) => m.agreements_signed_of({ signed: a.signed, signers: a.signers });

const columns: readonly TableColumn<AgreementSummary>[] = [
  { key: 'tenants', header: m.agreements_column_agreement(), cell: (a) => <TwoLineCell top={whoOf(a)} bottom={`${kindOf(a)} · ${a.code}`} /> },
  { key: 'home', header: m.agreement_sign_home(), wrap: true, cell: (a) => <TwoLineCell top={a.unit} bottom={a.property} /> },
  { key: 'status', header: m.agreements_column_status(), cell: (a) => <StatusBadge set="contract" value={getAgreementStatusNumber(a.status)} /> },
  { key: 'signed', header: m.agreement_signatures(), cell: signedOf },
  { key: 'due', header: m.agreement_sign_until(), cell: (a) => (a.due_at ? formatDate(a.due_at) : '') },
];

/** Agreements of the reader's managed homes, newest first. */
export default function AgreementList() {
  const { link, layout } = useDashboard();
  const { locale } = useApp();
  const list = useListState(names, newest);
  const f = list.filters;
  const answer = useCall(agreementCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    z_filter: { ...f, status: f.status as AgreementStatus | undefined, waiting: f.waiting ? ('true' as const) : undefined },
  });
  const states = (Object.keys(agreementMachine.states) as AgreementStatus[]).map((value) => ({
    value,
    label: getStatusDefinition('contract', getAgreementStatusNumber(value))[locale],
  }));
  const mine = [{ value: 'true', label: m.agreements_waiting() }];
  return (
    <>
      <PageHeader
        title={m.screens_agreement_list()}
        sub={answer.data && m.agreements_count({ count: answer.data.count })}
        actions={
          (companyRoles as readonly string[]).includes(layout) && (
            <Button component={Link} to={link('agreement.templates')} variant="default">
              {m.screens_agreement_templates()}
            </Button>
          )
        }
      />
      <ListPage
        caption={m.screens_agreement_list()}
        list={list}
        answer={answer}
        columns={columns}
        rowHref={({ id, code }) => link('agreement.detail', { id, code })}
        mobile={(a) => (
          <MobileRow
            name={whoOf(a)}
            amount={<StatusBadge set="contract" value={getAgreementStatusNumber(a.status)} />}
            meta={`${a.unit}, ${a.property}`}
            metaEnd={signedOf(a)}
            badge={a.due_at ? m.agreements_due({ date: formatDate(a.due_at) }) : ''}
            when=""
          />
        )}
        search={{ value: f.q ?? '', set: (text) => list.setFilter('q', text), label: m.agreements_search(), hint: m.agreements_search_hint() }}
        states={{ field: 'status', label: m.agreements_column_status(), options: states }}
        filters={[
          makeChoiceFilter('waiting', m.agreements_filter_waiting(), m.agreements_any_turn(), mine, f.waiting, (v) => list.setFilter('waiting', v)),
        ]}
        counted={(count) => m.agreements_count({ count })}
        empty={<StateBlock title={m.agreements_empty()} text={m.agreements_empty_text()} />}
        filteredText={m.agreements_filtered()}
      />
    </>
  );
}
