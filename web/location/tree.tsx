import { ActionIcon } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type LocationKind, locationKinds } from '#contract/catalogue/kinds.ts';
import { type AdminLocation, locationCalls } from '#contract/location/calls.ts';
import { childLocationKind, editableLocationKinds, parentLocationKind } from '#contract/location/kinds.ts';
import { locationKindLabels } from '#contract/location/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn } from '#web/ui/dash/table/data-table.tsx';
import { FilterBar } from '#web/ui/dash/table/filter-bar.tsx';
import { SearchInput } from '#web/ui/dash/table/search-input.tsx';
import { IconChevronRight, IconMapPin, IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { LocationEditor } from './editor.tsx';
import classes from './location.module.css';
import { formatLocationPath, getLocationKindName } from './words.ts';

const names = ['q', 'kind', 'visible', 'edit', 'add', 'mark'] as const;
const byName: ListSort = { by: 'name', desc: false };
type List = ReturnType<typeof useListState<(typeof names)[number]>>;

/** The tree of places, opened branch by branch; search results are a list with paths. */
export default function PlaceTree() {
  const navigate = useNavigate();
  const list = useListState(names, byName);
  const { edit, add, mark, ...filters } = list.filters;
  const filtered = Object.keys(filters).length > 0;
  const close = () => void navigate(list.hrefWith({ edit: null, add: null, mark: null }), { preventScrollReset: true });
  return (
    <>
      <PageHeader title={m.screens_location_tree()} sub={m.location_help()} />
      <Filters list={list} />
      {filtered ? <Found list={list} filters={filters} /> : <Tree list={list} />}
      {(edit || add || mark) && (
        <LocationEditor key={`${edit}-${add}-${mark}`} id={idOf(edit)} parentId={idOf(add ?? mark)} landmark={Boolean(mark)} close={close} />
      )}
    </>
  );
}

const idOf = (text: string | undefined): number | null => Number(text ?? '') || null;

function Filters({ list }: { list: List }) {
  const { filters, setFilter } = list;
  const kinds = locationKinds.map((value) => ({ value, label: locationKindLabels[value]() }));
  const states = [
    { value: 'shown', label: m.location_shown() },
    { value: 'hidden', label: m.location_hidden() },
  ];
  return (
    <FilterBar
      search={(className) => (
        <SearchInput
          className={className}
          value={filters.q ?? ''}
          onSearch={(text) => setFilter('q', text)}
          label={m.location_search()}
          placeholder={m.location_search_hint()}
          clearLabel={m.shell_filter_remove()}
        />
      )}
      filters={[
        makeChoiceFilter('kind', m.location_kind(), m.location_any_kind(), kinds, filters.kind, (v) => setFilter('kind', v)),
        makeChoiceFilter('visible', m.location_state(), m.location_any_state(), states, filters.visible, (v) => setFilter('visible', v)),
      ]}
      phone={{
        label: m.shell_filters_on({ count: Number(Boolean(filters.kind)) + Number(Boolean(filters.visible)) }),
        title: m.shell_filters(),
        more: m.views_more_filters(),
        closeLabel: m.shell_close(),
        applyLabel: m.location_search(),
      }}
    />
  );
}

const columns = (): readonly TableColumn<AdminLocation>[] => [
  { key: 'name', header: m.location_column_place(), cell: (p) => <b>{p.name}</b> },
  { key: 'kind', header: m.location_kind(), cell: getLocationKindName },
  { key: 'path', header: m.location_column_in(), cell: (p) => formatLocationPath(p.path) || '–', wrap: true },
  { key: 'properties', header: m.location_column_properties(), align: 'right', cell: (p) => p.properties },
  { key: 'visible', header: m.location_state(), cell: (p) => <State place={p} /> },
];
const State = ({ place }: { place: AdminLocation }) => (
  <ToneBadge tone={place.visible ? 'good' : 'neutral'}>{place.visible ? m.location_shown() : m.location_hidden()}</ToneBadge>
);

function Found({ list, filters }: { list: List; filters: Partial<Record<'q' | 'kind' | 'visible', string>> }) {
  const found = useCall(locationCalls.adminSearch, {
    page: list.page,
    page_size: list.pageSize,
    z_filter: { q: filters.q, kind: filters.kind as LocationKind | undefined, visible: filters.visible as 'shown' | undefined },
  });
  return (
    <DataTable
      caption={m.screens_location_tree()}
      columns={columns()}
      rows={found.data?.results ?? []}
      rowKey={(p) => String(p.id)}
      rowHref={(p) => list.hrefWith({ edit: p.id })}
      state={found.isPending ? 'loading' : found.isPlaceholderData ? 'refetching' : 'ready'}
      loadingLabel={m.shell_loading()}
      error={found.isError && !found.data ? <LoadingState answer={found} text={m.shell_filters_kept()} /> : undefined}
      empty={<StateBlock kind="filtered" title={m.location_none_found()} text={m.location_none_found_text()} />}
      mobile={(p) => (
        <MobileRow
          name={p.name}
          amount={m.location_properties({ count: p.properties })}
          meta={`${getLocationKindName(p)} · ${formatLocationPath(p.path)}`}
          badge={<State place={p} />}
        />
      )}
      footer={<ListFooter list={list} count={found.data?.count ?? 0} />}
    />
  );
}

const Tree = ({ list }: { list: List }) => (
  <div className={classes.tree}>
    <Branch id={null} list={list} label={m.screens_location_tree()} />
  </div>
);

/** The direct children, loaded when the branch is opened. */
function Branch({ id, list, label }: { id: number | null; list: List; label: string }) {
  const branch = useCall(locationCalls.adminChildren, id === null ? {} : { id });
  if (!branch.data) return <LoadingState answer={branch} rows={3} />;
  return (
    <ul className={classes.branch} aria-label={label}>
      {branch.data.results.map((place) => (
        <Twig key={place.id} place={place} list={list} />
      ))}
    </ul>
  );
}

function Twig({ place, list }: { place: AdminLocation; list: List }) {
  const { visitor } = useApp();
  const [open, setOpen] = useState(place.kind === 'country');
  const child = childLocationKind[place.kind];
  const mayAdd = child !== null && editableLocationKinds.includes(child) && isAllowed(['locations', 'create'], visitor);
  const counts = [
    place.children > 0 && m.location_count({ count: place.children }),
    place.properties > 0 && m.location_properties({ count: place.properties }),
  ];
  return (
    <li>
      <div className={classes.twig}>
        {place.children > 0 ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-expanded={open}
            aria-label={open ? m.location_close({ name: place.name }) : m.location_open({ name: place.name })}
            onClick={() => setOpen(!open)}
          >
            <IconChevronRight size={18} aria-hidden className={classes.chevron} data-open={open || undefined} />
          </ActionIcon>
        ) : (
          <span className={classes.leaf} />
        )}
        <Link className={classes.name} to={list.hrefWith({ edit: place.id })} preventScrollReset>
          <b>{place.name}</b>
          <span>{[getLocationKindName(place), ...counts.filter((one) => one !== false)].join(' · ')}</span>
        </Link>
        {!place.visible && <ToneBadge tone="neutral">{m.location_hidden()}</ToneBadge>}
        {mayAdd && (
          <ActionIcon
            component={Link}
            to={list.hrefWith({ add: place.id })}
            preventScrollReset
            variant="subtle"
            color="gray"
            size={36}
            aria-label={m.location_add({ name: place.name })}
          >
            <IconPlus size={18} aria-hidden />
          </ActionIcon>
        )}
        {mayAdd && place.kind === parentLocationKind.landmark && (
          <ActionIcon
            component={Link}
            to={list.hrefWith({ mark: place.id })}
            preventScrollReset
            variant="subtle"
            color="gray"
            size={36}
            aria-label={m.location_add_landmark({ name: place.name })}
          >
            <IconMapPin size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {open && place.children > 0 && <Branch id={place.id} list={list} label={place.name} />}
    </li>
  );
}
