import { Button, Pagination } from '@mantine/core';
import { useState } from 'react';
import { settlementCalls } from '#contract/settlement/calls.ts';
import type { BankFile } from '#contract/settlement/shapes.ts';
import { downloadTextFile } from '#web/client/download.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { getListFooterTexts } from '#web/lists/list-state.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { PayoutConfirmDialog } from './confirm-dialog.tsx';
import { SkippedPayees } from './parts.tsx';

type Made = { name: string; csv: string; count: number };
const fetched = ({ name, csv, count }: Made): string => {
  if (count > 0) downloadTextFile(`${name}.csv`, csv, 'text/csv');
  return m.settlement_transfers_count({ count });
};

/** The number and total of transfers, and who is left out, before the file is made. */
export function CreateBankFileDialog({ close }: { close: () => void }) {
  const waits = useCall(settlementCalls.previewBankFile, {});
  return (
    <PayoutConfirmDialog
      call={settlementCalls.createBankFile}
      title={m.settlement_bank_file_title()}
      text={
        waits.data ? (
          waits.data.count === 0 ? (
            m.settlement_refusal_no_file()
          ) : (
            m.settlement_bank_file_holds({ count: waits.data.count, sum: formatKes(waits.data.cents) })
          )
        ) : (
          <LoadingState answer={waits} />
        )
      }
      verb={m.settlement_bank_file_make()}
      ready={waits.data !== undefined && waits.data.count > 0}
      given={() => ({})}
      said={fetched}
      close={close}
    >
      <SkippedPayees rows={waits.data?.left ?? []} />
    </PayoutConfirmDialog>
  );
}

const perPage = 10;

/** Every bank file: who made it, when and the total; each can be downloaded again unchanged. */
export function BankFiles() {
  const [wanted, want] = useState<BankFile | null>(null);
  const [page, turn] = useState(1);
  const found = useCall(settlementCalls.listBankFiles, { page, page_size: perPage });
  const { pages, labels } = getListFooterTexts(page, perPage, found.data?.count ?? 0);
  const again = (file: BankFile) => (
    <Button size="xs" variant="default" onClick={() => want(file)}>
      {m.settlement_bank_file_again()}
    </Button>
  );
  const columns: readonly TableColumn<BankFile>[] = [
    { key: 'code', header: m.settlement_bank_file(), cell: (f) => <TwoLineCell top={f.code} bottom={f.made_by ?? ''} /> },
    { key: 'day', header: m.settlement_column_day(), cell: (f) => formatDateTime(f.created_at) },
    { key: 'count', header: m.settlement_transfers(), align: 'right', cell: (f) => String(f.count) },
    { key: 'cents', header: m.settlement_column_amount(), align: 'right', cell: (f) => formatKes(f.cents) },
    { key: 'checksum', header: m.settlement_column_checksum(), cell: (f) => <code title={f.checksum}>{f.checksum.slice(0, 12)}</code> },
    { key: 'act', header: '', align: 'right', cell: again },
  ];
  return (
    <Panel title={m.settlement_bank_files()} pad={false}>
      <DataTable
        caption={m.settlement_bank_files()}
        columns={columns}
        rows={found.data?.results ?? []}
        rowKey={(f) => String(f.id)}
        state={found.isPending ? 'loading' : 'ready'}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock level={3} title={m.settlement_bank_files_empty()} text="" />}
        mobile={(f) => (
          <MobileRow name={f.code} amount={formatKes(f.cents)} meta={f.made_by ?? ''} metaEnd={again(f)} when={formatDateTime(f.created_at)} />
        )}
        footer={
          pages > 1 && (
            <Pagination
              m="sm"
              total={pages}
              value={page}
              onChange={turn}
              getItemProps={(n) => ({ 'aria-label': labels.page(n) })}
              getControlProps={(side) => ({ 'aria-label': side === 'previous' ? labels.previous : labels.next })}
            />
          )
        }
      />
      {wanted && (
        <PayoutConfirmDialog
          call={settlementCalls.downloadBankFile}
          title={wanted.code}
          text={m.settlement_bank_file_again_text({ day: formatDateTime(wanted.created_at), count: wanted.count, sum: formatKes(wanted.cents) })}
          verb={m.settlement_bank_file_again()}
          given={() => ({ id: wanted.id })}
          said={fetched}
          close={() => want(null)}
        />
      )}
    </Panel>
  );
}
