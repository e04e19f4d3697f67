import { Autocomplete, Button, Radio, Select, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { auditDocumentLabels } from '#contract/audit/labels.ts';
import { type AuditChangeKind, auditChangeKinds } from '#contract/constants.ts';
import type { useListState } from '#web/lists/list-state.ts';
import type { ActiveFilter } from '#web/ui/dash/table/filter-bar.tsx';
import { formatDate } from '#web/ui/format.ts';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { getAuditDocumentName } from './documents.ts';

export const logFilterNames = ['actor', 'document', 'kind', 'record', 'field', 'from', 'to', 'ip'] as const;
export type LogListState = ReturnType<typeof useListState<(typeof logFilterNames)[number]>>;

const kinds = (Object.keys(auditChangeKinds) as AuditChangeKind[]).map((kind) => String(auditChangeKinds[kind]));
const documents = Object.entries(auditDocumentLabels)
  .map(([value, label]) => ({ value, label: label() }))
  .sort((a, b) => a.label.localeCompare(b.label));

/** The filters beside the person search. All of them are stored in the address. */
export function buildLogFilters(list: LogListState): ActiveFilter[] {
  const { filters, setFilter } = list;
  const filter = (
    key: 'document' | 'kind' | 'record' | 'field' | 'ip',
    label: string,
    shown: string | undefined,
    content: ReactNode,
  ): ActiveFilter => ({
    key,
    label,
    on: shown === undefined ? undefined : `${label}: ${shown}`,
    onRemove: () => setFilter(key, null),
    removeLabel: m.shell_filter_remove(),
    content,
  });
  const typed = (key: 'record' | 'ip', label: string, hint: string) =>
    filter(key, label, filters[key], <Typed label={label} hint={hint} value={filters[key] ?? ''} apply={(text) => setFilter(key, text || null)} />);
  return [
    filter(
      'document',
      m.audit_filter_document(),
      filters.document && getAuditDocumentName(filters.document),
      <Select
        aria-label={m.audit_filter_document()}
        placeholder={m.audit_filter_document_hint()}
        data={documents}
        value={filters.document ?? null}
        onChange={(value) => setFilter('document', value)}
        searchable
        clearable
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={220}
      />,
    ),
    filter(
      'kind',
      m.audit_filter_kind(),
      filters.kind && getStatusLabel('audit', filters.kind),
      <Radio.Group
        label={m.audit_filter_kind()}
        labelProps={{ className: 'sr-only' }}
        value={filters.kind ?? ''}
        onChange={(value) => setFilter('kind', value || null)}
      >
        <Stack gap={10}>
          {['', ...kinds].map((kind) => (
            <Radio key={kind} value={kind} label={kind ? getStatusLabel('audit', kind) : m.audit_filter_kind_any()} />
          ))}
        </Stack>
      </Radio.Group>,
    ),
    typed('record', m.audit_filter_record(), m.audit_filter_record_hint()),
    filter(
      'field',
      m.audit_filter_field(),
      filters.field,
      <Typed
        label={m.audit_filter_field()}
        hint={m.audit_filter_field_hint()}
        value={filters.field ?? ''}
        apply={(text) => setFilter('field', text || null)}
        suggest={['status', 'title', 'name', 'phone', 'email', 'is_active']}
      />,
    ),
    dates(list),
    typed('ip', m.audit_filter_address(), m.audit_filter_address_hint()),
  ];
}

function dates({ filters: { from, to }, setFilter, setFilters }: LogListState): ActiveFilter {
  const shown =
    from && to
      ? m.audit_filter_between({ from: formatDate(from), to: formatDate(to) })
      : from
        ? m.audit_filter_from_on({ from: formatDate(from) })
        : to
          ? m.audit_filter_to_on({ to: formatDate(to) })
          : undefined;
  return {
    key: 'date',
    label: m.audit_filter_date(),
    on: shown,
    onRemove: () => setFilters({ from: null, to: null }),
    removeLabel: m.shell_filter_remove(),
    content: (
      <Stack gap={12}>
        <TextInput
          type="date"
          label={m.audit_filter_from()}
          value={from ?? ''}
          max={to ?? ''}
          onChange={(event) => setFilter('from', event.currentTarget.value || null)}
        />
        <TextInput
          type="date"
          label={m.audit_filter_to()}
          value={to ?? ''}
          min={from ?? ''}
          onChange={(event) => setFilter('to', event.currentTarget.value || null)}
        />
      </Stack>
    ),
  };
}

/** A text filter that applies on Enter or on the button. */
function Typed({
  label,
  hint,
  value,
  apply,
  suggest,
}: {
  label: string;
  hint: string;
  value: string;
  apply: (text: string) => void;
  suggest?: string[];
}) {
  const [text, setText] = useState(value);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply(text.trim());
      }}
    >
      <Stack gap={12}>
        {suggest ? (
          <Autocomplete
            aria-label={label}
            placeholder={hint}
            data={suggest}
            value={text}
            onChange={setText}
            maxLength={200}
            comboboxProps={{ withinPortal: false }}
          />
        ) : (
          <TextInput aria-label={label} placeholder={hint} value={text} onChange={(event) => setText(event.currentTarget.value)} maxLength={200} />
        )}
        <Button type="submit" variant="default">
          {m.audit_filter_apply()}
        </Button>
      </Stack>
    </form>
  );
}
