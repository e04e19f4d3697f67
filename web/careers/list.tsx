import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { careersCalls, type Vacancy } from '#contract/careers/calls.ts';
import { type JobKind, jobKinds } from '#contract/careers/kinds.ts';
import { jobKindLabels, vacancyMoveLabels } from '#contract/careers/labels.ts';
import { vacancyMachine } from '#contract/careers/machine.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { VacancyForm } from './form.tsx';
import { vacancyStatusNames } from './words.ts';

const names = ['title', 'status', 'kind'] as const;
const newest: ListSort = { by: 'updated_at', desc: true };
type Status = Vacancy['status'];
const Status = ({ of }: { of: Status }) => <ToneBadge tone={vacancyStatusNames[of].tone}>{vacancyStatusNames[of].label()}</ToneBadge>;
const lastDay = (v: Vacancy) => (v.closes_on ? formatDate(v.closes_on) : m.careers_any_time());

export default function VacancyList() {
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const [form, setForm] = useState<Vacancy | 'new' | null>(null);
  const vacancies = useCall(careersCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    tabs: 'true',
    sort: list.wireSort as 'title',
    z_filter: { ...filters, status: filters.status as Status | undefined, kind: filters.kind as JobKind | undefined },
  });
  const columns: readonly TableColumn<Vacancy>[] = [
    { key: 'title', header: m.careers_field_title(), sortable: true, cell: (v) => <TwoLineCell top={v.title} bottom={v.department} /> },
    { key: 'place', header: m.careers_field_place(), cell: (v) => <TwoLineCell top={v.place} bottom={jobKindLabels[v.kind]()} /> },
    { key: 'status', header: m.careers_field_status(), cell: (v) => <Status of={v.status} /> },
    { key: 'closes_on', header: m.careers_field_closes(), sortable: true, cell: lastDay },
    {
      key: 'applications',
      header: m.careers_field_applications(),
      align: 'right',
      cell: (v) => <Link to={`${link('careers.applications')}?vacancy_id=${v.id}`}>{v.applications}</Link>,
    },
    { key: 'acts', header: '', align: 'right', cell: (v) => <Acts vacancy={v} edit={() => setForm(v)} /> },
  ];
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setForm('new')}>
      {m.careers_new()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={m.careers_title()}
        sub={vacancies.data ? m.careers_count({ count: vacancies.data.count }) : undefined}
        actions={
          <>
            <Button variant="default" component={Link} to={link('careers.applications')}>
              {m.careers_applications_title()}
            </Button>
            {create}
          </>
        }
      />
      <ListPage
        caption={m.careers_title()}
        list={list}
        answer={vacancies}
        columns={columns}
        rowHref={() => undefined}
        mobile={(v) => (
          <MobileRow
            name={v.title}
            amount={<Acts vacancy={v} edit={() => setForm(v)} />}
            meta={v.place}
            metaEnd={m.careers_applications_count({ count: v.applications })}
            badge={<Status of={v.status} />}
            when={lastDay(v)}
          />
        )}
        search={{
          value: filters.title ?? '',
          set: (text) => list.setFilter('title', text),
          label: m.careers_search(),
          hint: m.careers_search_hint(),
        }}
        states={{
          field: 'status',
          label: m.careers_field_status(),
          options: (Object.keys(vacancyMachine.states) as Status[]).map((s) => ({ value: s, label: vacancyStatusNames[s].label() })),
        }}
        filters={[
          makeChoiceFilter(
            'kind',
            m.careers_field_kind(),
            m.careers_any_kind(),
            jobKinds.map((k) => ({ value: k, label: jobKindLabels[k]() })),
            filters.kind,
            (v) => list.setFilter('kind', v),
          ),
        ]}
        counted={(count) => m.careers_count({ count })}
        empty={<StateBlock title={m.careers_empty()} text={m.careers_empty_text()} action={create} />}
        filteredText={m.careers_filtered_text()}
      />
      {form && <VacancyForm key={form === 'new' ? 0 : form.id} vacancy={form === 'new' ? null : form} close={() => setForm(null)} />}
    </>
  );
}

function Acts({ vacancy, edit }: { vacancy: Vacancy; edit: () => void }) {
  const [asking, setAsking] = useState(false);
  const move = useAction(careersCalls.move, {
    said: ({ title, status }) => m.said_state({ name: title, state: vacancyStatusNames[status].label() }),
  });
  const remove = useAction(careersCalls.remove, { said: () => m.said_deleted({ name: vacancy.title }), done: () => setAsking(false) });
  return (
    <>
      <MoreMenu
        quiet
        label={`${m.shell_more()}: ${vacancy.title}`}
        items={[
          { label: m.careers_edit(), onClick: edit },
          ...vacancy.moves.map((name) => ({ label: vacancyMoveLabels[name](), onClick: () => move.mutate({ id: vacancy.id, move: name }) })),
          vacancy.status === 'open' && { label: m.careers_see_public(), href: `/careers?job=${vacancy.id}` },
          vacancy.applications === 0 && { label: m.careers_delete(), danger: true, onClick: () => setAsking(true) },
        ]}
      />
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={m.careers_delete_title({ title: vacancy.title })}
        confirmLabel={m.careers_delete()}
        cancelLabel={m.careers_keep()}
        closeLabel={m.shell_close()}
        onConfirm={() => remove.mutate({ id: vacancy.id })}
        loading={remove.isPending}
        danger
      >
        {m.careers_delete_text()}
      </ConfirmModal>
    </>
  );
}
