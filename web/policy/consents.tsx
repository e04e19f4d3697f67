import type { ReactNode } from 'react';
import { policyCalls } from '#contract/policy/calls.ts';
import { type ConsentState, consentStates, policyUserTypes } from '#contract/policy/kinds.ts';
import { consentMethodLabels } from '#contract/policy/labels.ts';
import type { PolicyConsent } from '#contract/policy/shapes.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { DownloadCsvButton } from '#web/forms/download-buttons.tsx';
import { getRoleName } from '#web/layout/role-names.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { ListPage, makeChoiceFilter } from '#web/lists/list-page.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { RoleBadge, ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

const names = ['policy_id', 'version', 'user_type', 'state', 'person'] as const;
const newest: ListSort = { by: 'at', desc: true };

const stateNames: Readonly<Record<ConsentState, () => string>> = { agreed: m.policy_consents_agreed, outstanding: m.policy_consents_outstanding };
const howOf = ({ at, how }: PolicyConsent): string => (at === null ? '' : how === null ? m.policy_how_unknown() : consentMethodLabels[how]());
const When = ({ at }: PolicyConsent) =>
  at === null ? <ToneBadge tone="neutral">{m.policy_consents_outstanding()}</ToneBadge> : <span title={formatDateTime(at)}>{formatDate(at)}</span>;

const columns = (): readonly TableColumn<PolicyConsent>[] => [
  { key: 'person', header: m.policy_consents_person(), cell: (c) => <TwoLineCell top={c.person} bottom={c.code} /> },
  { key: 'user_type', header: m.policy_consents_kind(), cell: (c) => <RoleBadge role={c.user_type} /> },
  { key: 'policy', header: m.policy_consents_policy(), cell: (c) => c.title },
  { key: 'version', header: m.policy_column_version(), align: 'right', cell: (c) => c.version },
  { key: 'at', header: m.policy_consents_at(), cell: (c) => <When {...c} /> },
  { key: 'how', header: m.policy_consents_how(), cell: howOf },
];

/** Who agreed to which version, when and how, or has not yet; with a CSV export. */
export function ConsentList({ views }: { views: ReactNode }) {
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const { filters } = list;
  const z_filter = { ...filters, state: filters.state as ConsentState | undefined };
  const found = useCall(policyCalls.listConsents, { page: list.page, page_size: list.pageSize, z_filter });
  const policies = useCall(policyCalls.list, { page: 1, page_size: 100, sort: 'title' });
  const choices = (policies.data?.results ?? []).filter((p) => p.requires_consent || String(p.id) === filters.policy_id);
  const most = Math.max(1, ...choices.filter((p) => !filters.policy_id || String(p.id) === filters.policy_id).map((p) => p.version + 1));
  return (
    <>
      <PageHeader
        title={m.policy_consents_title()}
        sub={found.data ? m.policy_consents_count({ count: found.data.count }) : undefined}
        crumbs={[{ label: m.policy_title(), href: link('policy.list') }, { label: m.policy_consents_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={<DownloadCsvButton label={m.policy_consents_export()} fetch={(part) => send(policyCalls.consentsCsv, { z_filter, part })} />}
      />
      {views}
      <ListPage
        caption={m.policy_consents_title()}
        list={list}
        answer={found}
        columns={columns()}
        rowHref={(c) => link('policy.detail', { id: c.policy_id, slug: c.slug })}
        mobile={(c) => (
          <MobileRow
            name={c.person}
            amount={<RoleBadge role={c.user_type} />}
            meta={c.title}
            metaEnd={m.policy_version({ version: c.version })}
            badge={howOf(c)}
            when={<When {...c} />}
          />
        )}
        search={{
          value: filters.person ?? '',
          set: (text) => list.setFilter('person', text),
          label: m.policy_consents_search(),
          hint: m.policy_consents_search_hint(),
        }}
        filters={[
          makeChoiceFilter(
            'state',
            m.policy_consents_state(),
            stateNames.agreed(),
            consentStates.filter((s) => s !== 'agreed').map((value) => ({ value, label: stateNames[value]() })),
            filters.state,
            (v) => list.setFilter('state', v),
          ),
          makeChoiceFilter(
            'policy_id',
            m.policy_consents_policy(),
            m.policy_consents_any_policy(),
            choices.map((p) => ({ value: String(p.id), label: p.title })),
            filters.policy_id,
            (v) => list.setFilter('policy_id', v),
          ),
          makeChoiceFilter(
            'version',
            m.policy_column_version(),
            m.policy_consents_any_version(),
            Array.from({ length: most }, (_, at) => ({ value: String(at + 1), label: m.policy_version({ version: at + 1 }) })),
            filters.version,
            (v) => list.setFilter('version', v),
          ),
          makeChoiceFilter(
            'user_type',
            m.policy_consents_kind(),
            m.policy_consents_any_kind(),
            policyUserTypes.map((n) => ({ value: String(n), label: getRoleName(n) })),
            filters.user_type,
            (v) => list.setFilter('user_type', v),
          ),
        ]}
        counted={(count) => m.policy_consents_count({ count })}
        empty={<StateBlock title={m.policy_consents_empty_title()} text={m.policy_consents_empty_text()} />}
        filteredText={m.policy_consents_filtered()}
      />
    </>
  );
}
