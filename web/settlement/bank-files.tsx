import { Button, Pagination, Radio } from '@mantine/core';
import { useState } from 'react';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { bankChannelLabels } from '#contract/settlement/labels.ts';
import type { BankFile, BankFilePreview } from '#contract/settlement/shapes.ts';
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

const nameOf = ({ fund, channel, account }: Pick<BankFilePreview, 'fund' | 'channel' | 'account'>): string =>
  m.settlement_bank_file_of({
    channel: bankChannelLabels[channel](),
    account: account || '–',
    whose: fund === 'C' ? m.settlement_bank_file_clients() : m.settlement_bank_file_own(),
  });
const keyOf = ({ fund, channel }: Pick<BankFilePreview, 'fund' | 'channel'>) => `${fund}:${channel}`;

/** The files that can be made, one for each debit account and channel, each with its number and total; and who is left out. */
export function CreateBankFileDialog({ close }: { close: () => void }) {
  const waits = useCall(settlementCalls.previewBankFile, {});
  const [chosen, choose] = useState<string | null>(null);
  const files = waits.data?.files ?? [];
  const file = files.find((one) => keyOf(one) === chosen) ?? files[0];
  return (
    <PayoutConfirmDialog
      call={settlementCalls.createBankFile}
      keep={m.shell_cancel()}
      title={m.settlement_bank_file_title()}
      text={
        waits.data ? (
          file ? (
            m.settlement_bank_file_holds({ count: file.count, sum: formatKes(file.cents) })
          ) : (
            m.settlement_refusal_no_file()
          )
        ) : (
          <LoadingState answer={waits} />
        )
      }
      verb={m.settlement_bank_file_make()}
      ready={file !== undefined}
      given={() => ({ fund: file?.fund ?? 'C', channel: file?.channel ?? 'pesalink' })}
      said={fetched}
      close={close}
    >
      {file && (
        <Radio.Group label={m.settlement_bank_file_choose()} value={keyOf(file)} onChange={choose}>
          {files.map((one) => (
            <Radio
              key={keyOf(one)}
              value={keyOf(one)}
              mt="xs"
              label={nameOf(one)}
              description={`${m.settlement_transfers_count({ count: one.count })} · ${formatKes(one.cents)}`}
            />
          ))}
        </Radio.Group>
      )}
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
    {
      key: 'channel',
      header: m.settlement_column_channel(),
      cell: (f) => <TwoLineCell top={f.channel ? bankChannelLabels[f.channel]() : '–'} bottom={f.account ?? ''} />,
    },
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
          <MobileRow
            name={f.code}
            amount={formatKes(f.cents)}
            meta={[f.channel && bankChannelLabels[f.channel](), f.made_by].filter(Boolean).join(' · ')}
            metaEnd={again(f)}
            when={formatDateTime(f.created_at)}
          />
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
