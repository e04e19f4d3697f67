import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { remittedTaxLabels } from '#contract/treasury/labels.ts';
import { type TaxRemittance, taxCalls } from '#contract/treasury/tax-calls.ts';
import { OpenRequestNote } from '#web/approval/parts.tsx';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { RemitTaxForm, UndoTaxForm } from './tax-forms.tsx';
import { TaxMonths } from './tax-months.tsx';

const names = [] as const;
const newest = { by: 'id', desc: true } as const;

type Choose = (of: TaxRemittance) => void;
function UndoCell({ of, undo }: { readonly of: TaxRemittance; readonly undo: Choose | null }) {
  const { link } = useDashboard();
  const request = of.undone?.request ?? of.undo_request;
  if (request)
    return (
      <TwoLineCell
        top={<AppLink href={link('approval.detail', { id: request.id, code: request.code })}>{request.code}</AppLink>}
        bottom={of.undone ? `${m.payments_tax_undone()} ${formatDate(of.undone.at)}, ${of.undone.by ?? ''}` : m.approval_status_asked()}
      />
    );
  if (!undo) return null;
  return (
    <Button size="compact-sm" variant="subtle" color="red" onClick={() => undo(of)}>
      {m.payments_tax_undo()}
    </Button>
  );
}

function useColumns(undo: Choose | null): readonly TableColumn<TaxRemittance>[] {
  const { link } = useDashboard();
  return [
    { key: 'tax', header: m.payments_tax_what(), cell: (r) => <TwoLineCell top={remittedTaxLabels[r.tax]()} bottom={r.code} /> },
    { key: 'reference', header: m.payments_tax_reference(), wrap: true, cell: (r) => <TwoLineCell top={r.reference} bottom={nameOf(r)} /> },
    {
      key: 'request',
      header: m.payments_tax_receipt(),
      cell: (r) => <AppLink href={link('approval.detail', { id: r.request.id, code: r.request.code })}>{r.request.code}</AppLink>,
    },
    { key: 'by', header: m.payments_refund_by(), cell: (r) => <TwoLineCell top={r.made_by ?? ''} bottom={r.decided_by ?? ''} /> },
    { key: 'day', header: m.payments_tax_day(), cell: (r) => formatDate(r.paid_on) },
    { key: 'sum', header: m.payments_column_sum(), align: 'right', cell: (r) => <span className="num">{formatKes(r.cents, true)}</span> },
    { key: 'undo', header: m.payments_tax_undo(), cell: (r) => <UndoCell of={r} undo={undo} /> },
  ];
}
const nameOf = ({ account }: TaxRemittance): string => account?.name ?? m.payments_tax_own_bank();

/** VAT and withheld tax: the amounts due, and the payments to KRA with their receipts. */
export default function TaxesPage() {
  const { visitor } = useApp();
  const list = useListState(names, newest);
  const [asked, ask] = useState(false);
  const answer = useCall(taxCalls.listRemittances, { page: list.page, page_size: list.pageSize, z_filter: {} });
  const [undone, undo] = useState<TaxRemittance | null>(null);
  const mayUndo = isAllowed(taxCalls.requestRemittanceUndo.needs, visitor);
  const columns = useColumns(mayUndo ? undo : null);
  const taxes = answer.data;
  if (!taxes) return <LoadingState answer={answer} rows={5} />;
  const may = isAllowed(taxCalls.requestRemittance.needs, visitor) && taxes.due.some(({ cents, request }) => cents > 0 && request === null);
  return (
    <>
      <PageHeader
        title={m.screens_treasury_taxes()}
        sub={m.payments_tax_lead()}
        actions={may && <Button onClick={() => ask(true)}>{m.payments_tax_record()}</Button>}
      />
      {taxes.due.map(({ tax, request }) => request && <OpenRequestNote key={tax} request={request} />)}
      <Box mb={16}>
        <FactStrip
          items={taxes.due.map(({ tax, cents }) => ({ label: m.payments_tax_due({ tax: remittedTaxLabels[tax]() }), value: formatKes(cents, true) }))}
        />
      </Box>
      <DataTable
        caption={m.screens_treasury_taxes()}
        columns={columns}
        rows={taxes.results}
        rowKey={(r) => String(r.id)}
        state={answer.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.payments_tax_none_title()} text={m.payments_tax_none()} />}
        mobile={(r) => (
          <MobileRow
            name={remittedTaxLabels[r.tax]()}
            amount={formatKes(r.cents, true)}
            meta={`${r.reference} · ${nameOf(r)}`}
            metaEnd={<UndoCell of={r} undo={mayUndo ? undo : null} />}
            when={formatDate(r.paid_on)}
          />
        )}
        footer={<ListFooter list={list} count={taxes.count} />}
      />
      <TaxMonths />
      {asked && <RemitTaxForm of={taxes} close={() => ask(false)} />}
      {undone && <UndoTaxForm of={undone} close={() => undo(null)} />}
    </>
  );
}
