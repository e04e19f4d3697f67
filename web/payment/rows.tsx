import { type PayeeKind, paymentMatchStates, paymentMethods } from '#contract/collection/kinds.ts';
import { paymentMachine } from '#contract/collection/machine.ts';
import { paymentCalls } from '#contract/payment/calls.ts';
import type { PaymentSummary } from '#contract/payment/shapes.ts';
import { paymentPurposeLabels, paymentStatusLabels } from '#contract/payment/words.ts';
import { useCall } from '#web/client/use-call.ts';
import { PaymentStatusBadge } from '#web/collection/payment-badge.tsx';
import { formatPaymentReceivedAt } from '#web/collection/received-text.ts';
import { formatPayerName, formatPaymentPurpose, paymentMatchNames, paymentMethodNames } from '#web/collection/words.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { appendCompanyAndCounty, makeCompanyAndCountyFilters, makeCompanyTableColumns } from '#web/lists/holder.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter, makeLinkedFilter } from '#web/lists/shared-filters.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

const names = [
  'q',
  'status',
  'match',
  'unbanked',
  'how',
  'purpose',
  'property_id',
  'unit_id',
  'tenancy_id',
  'tenant_id',
  'company_id',
  'region',
  'day_from',
  'day_to',
] as const;
const newest: ListSort = { by: 'received_at', desc: true };
export const usePaymentListState = () => useListState(names, newest);
type State = ReturnType<typeof usePaymentListState>;
type Status = PaymentSummary['status'];

export const toPaymentFilter = ({ filters: f }: State, paid_to?: PayeeKind) => ({
  ...f,
  ...(paid_to ? { paid_to } : {}),
  status: f.status as Status | undefined,
  match: f.match as PaymentSummary['match'] | undefined,
  unbanked: f.unbanked ? ('true' as const) : undefined,
  how: f.how as PaymentSummary['how'] | undefined,
});

const columns = (layout: string): readonly TableColumn<PaymentSummary>[] => [
  { key: 'who', header: m.payments_column_who(), cell: (p) => <TwoLineCell top={formatPayerName(p)} bottom={p.code} /> },
  { key: 'for', header: m.payments_column_for(), wrap: true, cell: formatPaymentPurpose },
  ...makeCompanyTableColumns<PaymentSummary>(layout),
  {
    key: 'how',
    header: m.payments_column_how(),
    cell: (p) => <TwoLineCell top={paymentMethodNames[p.how]()} bottom={p.how === 'cash' ? '' : (p.external ?? '')} />,
  },
  { key: 'status', header: m.payments_column_status(), cell: (p) => <PaymentStatusBadge of={p} /> },
  { key: 'received_at', header: m.payments_column_when(), sortable: true, cell: (p) => formatPaymentReceivedAt(p) },
  { key: 'cents', header: m.payments_column_sum(), sortable: true, align: 'right', cell: (p) => <span className="num">{formatKes(p.cents)}</span> },
];

type Rows = { list: State; screen: 'payment.detail' | 'payment.financeOne'; paidTo?: PayeeKind };
/** Payments for every role; `screen` is where one of them opens. */
export function PaymentRows({ list, screen, paidTo }: Rows) {
  const { layout, link } = useDashboard();
  const answer = useCall(paymentCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'cents',
    z_filter: toPaymentFilter(list, paidTo),
  });
  return (
    <ListPage
      caption={m.payments_title()}
      list={list}
      answer={answer}
      columns={columns(layout)}
      rowHref={(p) => link(screen, { id: p.id, code: p.code })}
      mobile={(p) => (
        <MobileRow
          name={formatPayerName(p)}
          amount={formatKes(p.cents)}
          meta={formatPaymentPurpose(p)}
          metaEnd={appendCompanyAndCounty(layout, p, paymentMethodNames[p.how]())}
          badge={<PaymentStatusBadge of={p} />}
          when={formatPaymentReceivedAt(p)}
        />
      )}
      states={{
        field: 'status',
        label: m.payments_column_status(),
        options: (Object.keys(paymentMachine.states) as Status[]).map((value) => ({ value, label: paymentStatusLabels[value]() })),
      }}
      search={{ value: list.filters.q ?? '', set: (text) => list.setFilter('q', text), label: m.payments_search(), hint: m.payments_search_hint() }}
      filters={filtersOf(list, layout, answer.data?.results[0]?.company?.name)}
      counted={(count) => m.payments_count({ count })}
      empty={<StateBlock title={m.payments_empty_title()} text={paidTo === 'platform' ? m.payments_paid_empty() : m.payments_empty_text()} />}
      filteredText={m.payments_filtered_text()}
    />
  );
}

function filtersOf(list: State, layout: string, company?: string): ActiveFilter[] {
  const { filters, setFilter } = list;
  const any = m.payments_any();
  return [
    makeChoiceFilter(
      'match',
      m.payments_filter_match(),
      any,
      paymentMatchStates.map((value) => ({ value, label: paymentMatchNames[value]() })),
      filters.match,
      (v) => setFilter('match', v),
    ),
    makeChoiceFilter('unbanked', m.payments_filter_cash(), any, [{ value: 'true', label: m.payments_cash_unbanked() }], filters.unbanked, (v) =>
      setFilter('unbanked', v),
    ),
    makeChoiceFilter(
      'how',
      m.payments_column_how(),
      any,
      paymentMethods.map((value) => ({ value, label: paymentMethodNames[value]() })),
      filters.how,
      (v) => setFilter('how', v),
    ),
    makeChoiceFilter(
      'purpose',
      m.payments_filter_purpose(),
      any,
      Object.entries(paymentPurposeLabels).map(([value, label]) => ({ value, label: label() })),
      filters.purpose,
      (v) => setFilter('purpose', v),
    ),
    makeDateRangeFilter(list, 'day_from', 'day_to', m.payments_column_when()),
    ...makeLinkedFilter(list, 'tenancy_id', m.payments_of_tenancy()),
    ...makeLinkedFilter(list, 'tenant_id', m.payments_of_tenant()),
    ...makeLinkedFilter(list, 'property_id', m.payments_of_property()),
    ...makeLinkedFilter(list, 'unit_id', m.payments_of_unit()),
    ...makeCompanyAndCountyFilters(layout, list, company),
  ];
}
