import { Button, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { allows } from '#contract/access/grants.ts';
import { pageSizes } from '#contract/kernel/page-sizes.ts';
import { type PolicyHead, policyCalls } from '#contract/policy/calls.ts';
import { type PolicyKind, policyKinds, policyUserTypes } from '#contract/policy/kinds.ts';
import { policyMachine } from '#contract/policy/machine.ts';
import { useApp } from '#web/kernel/app.tsx';
import { footerWords, type Sort, useListState } from '#web/kernel/list-state.ts';
import { roleName } from '#web/kernel/role-names.ts';
import { useDash } from '#web/kernel/screen.ts';
import { useCall } from '#web/kernel/use-call.ts';
import { type Column, DataTable, MobileRow, TwoLines } from '#web/ui/dash/data-table.tsx';
import { type Filter, FilterBar } from '#web/ui/dash/filter-bar.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { SearchInput } from '#web/ui/dash/search-input.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { TableFooter } from '#web/ui/dash/table-footer.tsx';
import { date, dateTime } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { RoleBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { kindNames, statusNames } from './words.ts';

const names = ['title', 'user_type', 'status', 'kind'] as const;
const newest: Sort = { by: 'updated_at', desc: true };
type Status = PolicyHead['status'];

const columns: readonly Column<PolicyHead>[] = [
  { key: 'title', header: m.policy_column_title(), sortable: true, cell: (p) => <TwoLines top={p.title} bottom={p.title_sw} /> },
  { key: 'user_type', header: m.policy_column_for(), sortable: true, cell: (p) => <RoleBadge role={p.user_type} /> },
  { key: 'kind', header: m.policy_column_kind(), cell: (p) => kindNames[p.kind]() },
  { key: 'status', header: m.policy_column_status(), cell: (p) => <StatusOf status={p.status} /> },
  { key: 'version', header: m.policy_column_version(), align: 'right', cell: (p) => p.version },
  { key: 'effective_from', header: m.policy_field_effective_from(), sortable: true, cell: (p) => date(p.effective_from) },
  {
    key: 'updated_at',
    header: m.policy_column_updated(),
    sortable: true,
    cell: (p) => <span title={dateTime(p.updated_at)}>{date(p.updated_at)}</span>,
  },
];

export const StatusOf = ({ status }: { status: Status }) => <ToneBadge tone={statusNames[status].tone}>{statusNames[status].label()}</ToneBadge>;

export default function PolicyList() {
  const { visitor, product } = useApp();
  const { link } = useDash();
  const list = useListState(names, newest);
  const { filters } = list;
  const policies = useCall(policyCalls.all, {
    page: list.page,
    page_size: list.pageSize,
    sort: list.wireSort as 'title',
    z_filter: { ...filters, status: filters.status as Status | undefined, kind: filters.kind as PolicyKind | undefined },
  });
  const count = policies.data?.count ?? 0;
  const mayCreate = allows(['policies', 'create'], visitor);
  const create = mayCreate && (
    <Button component={Link} to={link('policy.detail', { id: 'new', slug: 'draft' })} leftSection={<IconPlus size={16} aria-hidden />}>
      {m.policy_new()}
    </Button>
  );
  const tried = <Button onClick={() => void policies.refetch()}>{m.shell_try_again()}</Button>;
  return (
    <>
      <PageHeader title={m.policy_title()} sub={policies.data ? m.policy_count({ count }) : undefined} actions={create || undefined} />
      <FilterBar
        search={(className) => (
          <SearchInput
            className={className}
            value={filters.title ?? ''}
            onSearch={(text) => list.setFilter('title', text)}
            label={m.policy_search()}
            placeholder={m.policy_search_hint()}
            clearLabel={m.shell_filter_remove()}
          />
        )}
        filters={chips(list)}
        phone={{
          label: m.shell_filters_on({ count: Object.keys(filters).length }),
          title: m.shell_filters(),
          closeLabel: m.shell_close(),
          applyLabel: m.policy_count({ count }),
        }}
      />
      <DataTable
        caption={m.policy_title()}
        columns={columns}
        rows={policies.data?.results ?? []}
        rowKey={(p) => String(p.id)}
        rowHref={(p) => link('policy.detail', { id: p.id, slug: p.slug })}
        sort={list.sort}
        onSort={list.setSort}
        state={policies.isPending ? 'loading' : policies.isPlaceholderData ? 'refetching' : 'ready'}
        loadingLabel={m.shell_loading()}
        error={
          policies.isError && !policies.data ? (
            <StateBlock kind="error" title={m.policy_not_loaded()} text={m.shell_filters_kept()} action={tried} />
          ) : undefined
        }
        empty={
          list.filtered ? (
            <StateBlock
              kind="filtered"
              title={m.shell_nothing_matches()}
              text={m.policy_filtered_text()}
              action={
                <Button variant="default" onClick={list.clear}>
                  {m.shell_filters_clear()}
                </Button>
              }
            />
          ) : (
            <StateBlock title={m.policy_empty_title()} text={m.policy_empty_text({ product })} action={create || undefined} />
          )
        }
        mobile={(p) => (
          <MobileRow
            name={p.title}
            amount={<RoleBadge role={p.user_type} />}
            meta={kindNames[p.kind]()}
            metaEnd={m.policy_version({ version: p.version })}
            badge={<StatusOf status={p.status} />}
            when={date(p.updated_at)}
          />
        )}
        footer={
          <TableFooter
            page={list.page}
            pageHref={list.pageHref}
            pageSize={list.pageSize}
            pageSizes={pageSizes}
            onPageSize={list.setPageSize}
            {...footerWords(list.page, list.pageSize, count)}
          />
        }
      />
    </>
  );
}

type List = ReturnType<typeof useListState<(typeof names)[number]>>;

function chips(list: List): Filter[] {
  const choices = {
    user_type: policyUserTypes.map((n) => ({ value: String(n), label: roleName(n) })),
    status: (Object.keys(policyMachine.states) as Status[]).map((s) => ({ value: s, label: statusNames[s].label() })),
    kind: policyKinds.map((k) => ({ value: k, label: kindNames[k]() })),
  };
  const labels = { user_type: m.policy_column_for(), status: m.policy_column_status(), kind: m.policy_column_kind() };
  const any = { user_type: m.policy_filter_any_for(), status: m.policy_filter_any_status(), kind: m.policy_filter_any_kind() };
  return (['user_type', 'status', 'kind'] as const).map((name) => {
    const chosen = choices[name].find((c) => c.value === list.filters[name]);
    return {
      key: name,
      label: labels[name],
      on: chosen ? `${labels[name]}: ${chosen.label}` : undefined,
      onRemove: () => list.setFilter(name, null),
      removeLabel: m.shell_filter_remove(),
      content: (
        <Choices
          label={labels[name]}
          any={any[name]}
          options={choices[name]}
          value={list.filters[name] ?? ''}
          onChange={(value) => list.setFilter(name, value || null)}
        />
      ),
    };
  });
}

const Choices = ({
  label,
  any,
  options,
  value,
  onChange,
}: {
  label: string;
  any: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
}): ReactNode => (
  <Radio.Group aria-label={label} value={value} onChange={onChange}>
    <Stack gap={10}>
      {[{ value: '', label: any }, ...options].map((option) => (
        <Radio key={option.value} value={option.value} label={option.label} />
      ))}
    </Stack>
  </Radio.Group>
);
