import { Anchor, Button, Group } from '@mantine/core';
import { careersCalls, type JobApplication } from '#contract/careers/calls.ts';
import { jobApplicationMoveLabels } from '#contract/careers/labels.ts';
import { jobApplicationMachine } from '#contract/careers/machine.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { makeBulkAction, useBulkActions } from '#web/lists/bulk-actions.tsx';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { makeDateRangeFilter } from '#web/lists/shared-filters.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, phone } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { jobApplicationStatusNames } from './words.ts';

const names = ['name', 'status', 'vacancy_id', 'day_from', 'day_to'] as const;
const newest: ListSort = { by: 'created_at', desc: true };
type Status = JobApplication['status'];
const Status = ({ of }: { of: Status }) => <ToneBadge tone={jobApplicationStatusNames[of].tone}>{jobApplicationStatusNames[of].label()}</ToneBadge>;

function Moves({ of }: { of: JobApplication }) {
  const move = useAction(careersCalls.applicationMove, {
    said: (_, { move: name }) => m.said_state({ name: of.name, state: jobApplicationStatusNames[jobApplicationMachine.moves[name].to].label() }),
  });
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {of.moves.map((name) => (
        <Button key={name} size="compact-sm" variant="default" loading={move.isPending} onClick={() => move.mutate({ id: of.id, move: name })}>
          {jobApplicationMoveLabels[name]()}
        </Button>
      ))}
    </Group>
  );
}

const columns: readonly TableColumn<JobApplication>[] = [
  { key: 'name', header: m.careers_applicant(), sortable: true, cell: (a) => <TwoLineCell top={a.name} bottom={a.email ?? phone(a.phone)} /> },
  { key: 'vacancy', header: m.careers_job(), cell: (a) => <TwoLineCell top={a.vacancy} bottom={a.letter.slice(0, 80)} /> },
  {
    key: 'cv',
    header: m.careers_cv(),
    cell: (a) => (
      <Anchor href={a.cv.url} target="_blank" rel="noreferrer">
        {m.careers_open_cv()}
      </Anchor>
    ),
  },
  { key: 'status', header: m.careers_field_status(), cell: (a) => <Status of={a.status} /> },
  { key: 'created_at', header: m.careers_received(), sortable: true, cell: (a) => formatDate(a.created_at) },
  { key: 'moves', header: '', align: 'right', cell: (a) => <Moves of={a} /> },
];

/** "Hired" is set one application at a time. */
const acts = () =>
  (['shortlist', 'reject'] as const).map((move) =>
    makeBulkAction<JobApplication, typeof careersCalls.applicationMove>(careersCalls.applicationMove, {
      label: jobApplicationMoveLabels[move](),
      given: ({ id }) => ({ id, move }),
    }),
  );

export default function JobApplicationList() {
  const list = useListState(names, newest);
  const { filters } = list;
  const vacancies = useCall(careersCalls.list, { page: 1, page_size: 100 });
  const applications = useCall(careersCalls.applications, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'name',
    z_filter: { ...filters, status: filters.status as Status | undefined },
  });
  const many = useBulkActions({ seen: filters, rows: applications.data?.results, nameOf: (a) => a.name, acts: acts() });
  return (
    <>
      <PageHeader
        title={m.careers_applications_title()}
        sub={applications.data ? m.careers_applications_count({ count: applications.data.count }) : undefined}
      />
      <ListPage
        caption={m.careers_applications_title()}
        list={list}
        answer={applications}
        columns={columns}
        rowHref={() => undefined}
        mobile={(a) => (
          <MobileRow
            name={a.name}
            amount={<Moves of={a} />}
            meta={a.vacancy}
            metaEnd={phone(a.phone)}
            badge={<Status of={a.status} />}
            when={formatDate(a.created_at)}
          />
        )}
        search={{
          value: filters.name ?? '',
          set: (text) => list.setFilter('name', text),
          label: m.careers_applications_search(),
          hint: m.careers_applications_hint(),
        }}
        states={{
          field: 'status',
          label: m.careers_field_status(),
          options: (Object.keys(jobApplicationMachine.states) as Status[]).map((s) => ({ value: s, label: jobApplicationStatusNames[s].label() })),
        }}
        filters={[
          makeDateRangeFilter(list, 'day_from', 'day_to', m.careers_received()),
          makeChoiceFilter(
            'vacancy_id',
            m.careers_job(),
            m.careers_all_jobs(),
            (vacancies.data?.results ?? []).map((v) => ({ value: String(v.id), label: v.title })),
            filters.vacancy_id,
            (v) => list.setFilter('vacancy_id', v),
          ),
        ]}
        counted={(count) => m.careers_applications_count({ count })}
        empty={<StateBlock title={m.careers_applications_empty()} text={m.careers_applications_empty_text()} />}
        filteredText={m.careers_applications_filtered()}
        {...many}
      />
    </>
  );
}
