import { Button } from '@mantine/core';
import { useNavigate, useSearchParams } from 'react-router';
import { auditCalls, type LogSummary } from '#contract/audit/calls.ts';
import { downloadTextFile } from '#web/client/download.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { type AppState, useApp } from '#web/layout/app.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { formatCount, formatDateTime, formatShortDate, formatTime } from '#web/ui/format.ts';
import { IconDownload } from '#web/ui/icons.ts';
import { RoleBadge } from '#web/ui/status.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import classes from './audit.module.css';
import { LogEntryDrawer } from './entry.tsx';
import { buildLogFilters, type LogListState, logFilterNames } from './filters.tsx';
import { LogKindBadge } from './kind-badge.tsx';
import { formatAuditNote, formatUserAgent, getAuditActorName, getAuditEventName } from './words.ts';

const newest: ListSort = { by: 'at', desc: true };

const columns: readonly TableColumn<LogSummary>[] = [
  {
    key: 'at',
    header: m.audit_column_time(),
    sortable: true,
    cell: (r) => <span title={formatDateTime(r.at)}>{`${formatShortDate(r.at)}, ${formatTime(r.at)}`}</span>,
  },
  {
    key: 'who',
    header: m.audit_column_who(),
    cell: (r) => <Who row={r} />,
  },
  { key: 'kind', header: m.audit_column_change(), cell: (r) => <LogKindBadge row={r} /> },
  { key: 'what', header: m.audit_column_what(), cell: (r) => <TwoLineCell top={getAuditEventName(r)} bottom={formatAuditNote(r)} /> },
  { key: 'record', header: m.audit_column_record(), cell: (r) => r.record_code ?? r.record_id ?? '' },
  {
    key: 'ip',
    header: m.audit_column_address(),
    cell: (r) => <TwoLineCell top={r.ip ?? ''} bottom={r.agent === null ? '' : formatUserAgent(r.agent)} />,
  },
];

function Who({ row }: { row: LogSummary }) {
  const real = row.impersonator ?? row.actor;
  return (
    <div className={classes.cell}>
      <div className={classes.who}>
        <b>{getAuditActorName(row)}</b>
        {real && <RoleBadge role={real.user_type ?? undefined} />}
      </div>
      <small>{row.impersonator ? `${m.audit_entry_as()} ${row.actor?.name ?? ''}` : (row.company ?? row.actor?.code)}</small>
    </div>
  );
}

const subOf = ({ visitor, user }: AppState): string => {
  if (visitor.role === 'superadmin' || visitor.role === 'admin') return m.audit_sub_platform();
  return (visitor.role !== 'staff' || user?.auditor) && user?.company ? m.audit_sub_company({ company: user.company }) : m.audit_sub_own();
};

export default function SystemLogList() {
  const app = useApp();
  const list = useListState(logFilterNames, newest);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const z_filter = { ...list.filters };
  const logs = useCall(auditCalls.list, { page: list.page, page_size: list.pageSize, sort: list.wireSort as 'at', z_filter });
  const count = logs.data?.count ?? 0;
  const entry = Number(params.get('entry')) || null;
  return (
    <>
      <PageHeader
        title={m.audit_title()}
        sub={`${subOf(app)}${logs.data ? ` · ${m.audit_count({ count })}` : ''}`}
        actions={<Export list={list} />}
      />
      <FilterBar
        search={(className) => (
          <SearchInput
            className={className}
            value={list.filters.actor ?? ''}
            onSearch={(text) => list.setFilter('actor', text)}
            label={m.audit_search()}
            placeholder={m.audit_search_hint()}
            clearLabel={m.shell_filter_remove()}
          />
        )}
        filters={buildLogFilters(list)}
        phone={{
          label: m.shell_filters_on({ count: Object.keys(list.filters).length }),
          title: m.shell_filters(),
          more: m.views_more_filters(),
          closeLabel: m.shell_close(),
          applyLabel: m.shell_show({ what: m.audit_count({ count }) }),
        }}
      />
      <DataTable
        caption={m.audit_title()}
        columns={columns}
        rows={logs.data?.results ?? []}
        rowKey={(r) => String(r.id)}
        rowHref={(r) => list.hrefWith({ entry: r.id })}
        sort={list.sort}
        onSort={list.setSort}
        state={logs.isPending ? 'loading' : logs.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={
          logs.isError && !logs.data ? (
            <StateBlock
              kind="error"
              title={m.audit_not_loaded()}
              text={m.shell_filters_kept()}
              action={<Button onClick={() => void logs.refetch()}>{m.shell_try_again()}</Button>}
            />
          ) : undefined
        }
        empty={<Empty list={list} />}
        mobile={(r) => (
          <MobileRow
            name={getAuditEventName(r)}
            amount={<LogKindBadge row={r} />}
            meta={getAuditActorName(r)}
            metaEnd={r.record_code ?? ''}
            badge={(r.impersonator ?? r.actor) && <RoleBadge role={(r.impersonator ?? r.actor)?.user_type ?? undefined} />}
            when={`${formatShortDate(r.at)}, ${formatTime(r.at)}`}
          />
        )}
        footer={<ListFooter list={list} count={count} />}
      />
      <LogEntryDrawer id={entry} onClose={() => void navigate(list.hrefWith({ entry: null }), { replace: true, preventScrollReset: true })} />
    </>
  );
}

function Empty({ list }: { list: LogListState }) {
  if (!list.filtered) return <StateBlock title={m.audit_empty_title()} text={m.audit_empty_text()} />;
  const clear = (
    <Button variant="default" onClick={list.clear}>
      {m.shell_filters_clear()}
    </Button>
  );
  return <StateBlock kind="filtered" title={m.shell_nothing_matches()} text={m.audit_filtered_text()} action={clear} />;
}

/** Exports the filtered rows as a file; the export is logged too. */
function Export({ list }: { list: LogListState }) {
  const { word } = useApp();
  const act = useAction(auditCalls.exportCsv, {
    quiet: true,
    done: ({ filename, csv, count, cut }) => {
      downloadTextFile(filename, csv, 'text/csv');
      showToast({
        kind: 'info',
        title: word('infoTitle'),
        text: cut ? m.audit_export_cut({ count: formatCount(count) }) : m.audit_export_done({ name: filename }),
      });
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={act.isPending}
      onClick={() => act.mutate({ z_filter: { ...list.filters } })}
    >
      {m.audit_export()}
    </Button>
  );
}
