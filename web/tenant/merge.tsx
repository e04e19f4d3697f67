import { Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type TenantDetails, type TenantSummary, tenantCalls } from '#contract/tenant/calls.ts';
import { isSameName } from '#contract/tenant/same-name.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { phone } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

/** The record to keep: chosen from the list, or one with the same number. */
export type MergeTargetTenant = Pick<TenantSummary, 'id' | 'code' | 'name'> & Partial<Pick<TenantSummary, 'phone' | 'email'>>;
const said = (t: MergeTargetTenant) => [t.name, t.phone ? phone(t.phone) : t.email, t.code].filter(Boolean).join(' · ');

/** Merges this record into another. The dialog first shows what moves, or why merging is impossible. */
type Merging = { tenant: TenantDetails; first: MergeTargetTenant | null; close: () => void; done: (kept: TenantDetails) => void | Promise<void> };
export function MergeTenantsDialog({ tenant, first, close, done }: Merging) {
  const [into, setInto] = useState<MergeTargetTenant | null>(first);
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const found = useCall(tenantCalls.list, {
    page: 1,
    page_size: 20,
    sort: 'name',
    z_filter: { company_id: tenant.company.id, ...(q && q !== (into && said(into)) ? { q } : {}) },
  });
  const like = useAlike(tenant);
  const asked = found.data?.results ?? [];
  // Likely duplicates are suggested first; typing searches all records.
  const others = (typed ? asked : [...like, ...asked.filter(({ id }) => !like.some((one) => one.id === id))]).filter(({ id }) => id !== tenant.id);
  const choices: readonly MergeTargetTenant[] = into && !others.some(({ id }) => id === into.id) ? [into, ...others] : others;
  const look = useCall(tenantCalls.previewMerge, into && { id: tenant.id, into: into.id }, { quiet: true });
  const act = useAction(tenantCalls.merge, { inPlace: true, said: ({ name }) => m.tenant_said_merged({ name: tenant.name, other: name }), done });
  const told = into ? look.data : undefined;
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.tenant_merge_title({ name: tenant.name })}
      confirmLabel={m.tenant_merge()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      ready={Boolean(told && told.problem === null)}
      loading={act.isPending}
      problem={act.problem}
      danger
      onConfirm={() => into && act.mutate({ id: tenant.id, into: into.id })}
    >
      <Stack gap={14}>
        <span>{m.tenant_merge_text({ name: tenant.name })}</span>
        <Select
          label={m.tenant_merge_into()}
          placeholder={m.tenant_search_hint()}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          filter={({ options }) => options}
          data={choices.map((t) => ({ value: String(t.id), label: said(t) }))}
          value={into ? String(into.id) : null}
          onChange={(id) => setInto(choices.find((t) => String(t.id) === id) ?? null)}
          nothingFoundMessage={m.tenant_merge_nobody()}
          data-autofocus
        />
        {told?.number_gone && <Note tone="guard">{m.tenant_merge_number_gone({ phone: phone(told.number_gone) })}</Note>}
        {into && told && (told.problem ? <Note tone="bad">{told.problem}</Note> : <Note tone="info">{follows(told, into)}</Note>)}
      </Stack>
    </ConfirmModal>
  );
}

/** Likely duplicates: the same number first, then a shared name, by the same rule that links records. */
function useAlike({ id, name, company, same_number }: TenantDetails): MergeTargetTenant[] {
  const words = name.split(/\s+/);
  const ask = (q = '') => ({ page: 1, page_size: 20 as const, sort: 'name' as const, z_filter: { company_id: company.id, q } });
  const byFirst = useCall(tenantCalls.list, ask(words[0]), { enabled: name !== '', quiet: true });
  const byLast = useCall(tenantCalls.list, ask(words.at(-1)), { enabled: words.length > 1, quiet: true });
  const named = [byFirst, byLast].flatMap(({ data }) => data?.results ?? []).filter((one) => one.id !== id && isSameName(one.name, name));
  return [...new Map<number, MergeTargetTenant>([...same_number, ...named].map((one) => [one.id, one])).values()];
}

const follows = ({ bookings, tenancies, notes }: { bookings: number; tenancies: number; notes: number }, { name }: MergeTargetTenant): string =>
  bookings + tenancies + notes === 0 ? m.tenant_merge_nothing({ name }) : m.tenant_merge_follows({ name, bookings, tenancies, notes });
