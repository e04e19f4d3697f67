import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { propertyCalls } from '#contract/property/calls.ts';
import { taxonCalls } from '#contract/taxonomy/calls.ts';
import type { TaxonKind } from '#contract/taxonomy/kinds.ts';
import type { Taxon } from '#contract/taxonomy/shapes.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';
import { formatTaxonUse } from './words.ts';

type Asked = { kind: TaxonKind; row: Taxon; close: () => void; done: () => void };

/** Shows how many records will move before the merge. */
export function MergeTaxonDialog({ kind, row, close, done }: Asked) {
  const [into, setInto] = useState('');
  const all = useCall(taxonCalls[kind].list, { page: 1, page_size: 100, sort: 'name' });
  const merge = useAction(taxonCalls[kind].merge, {
    touches: [propertyCalls, unitCalls],
    inPlace: true,
    said: ({ into: { name: target } }) => m.said_merged({ name: row.name, target }),
    done,
  });
  const others = (all.data?.results ?? []).filter((other) => other.id !== row.id);
  const target = others.find((other) => String(other.id) === into)?.name;
  const what = formatTaxonUse(row.used);
  return (
    <ConfirmModal
      opened
      danger
      onClose={close}
      title={m.taxonomy_merge_title({ name: row.name })}
      confirmLabel={m.taxonomy_merge_do()}
      cancelLabel={m.taxonomy_keep({ name: row.name })}
      closeLabel={m.shell_close()}
      loading={merge.isPending}
      ready={target !== undefined}
      problem={merge.problem}
      onConfirm={() => into && merge.mutate({ id: row.id, into_id: Number(into), revision: row.revision })}
    >
      <NativeSelect
        label={m.taxonomy_merge_into()}
        data={[{ value: '', label: m.taxonomy_merge_choose() }, ...others.map((other) => ({ value: String(other.id), label: other.name }))]}
        value={into}
        onChange={(e) => setInto(e.currentTarget.value)}
        data-autofocus
      />
      {target && <p>{what ? m.taxonomy_merge_moves({ what, name: row.name, target }) : m.taxonomy_merge_unused({ name: row.name, target })}</p>}
    </ConfirmModal>
  );
}

export function DeleteTaxonDialog({ kind, row, close, done }: Asked) {
  const remove = useAction(taxonCalls[kind].remove, {
    touches: [propertyCalls, unitCalls],
    inPlace: true,
    said: () => m.said_deleted({ name: row.name }),
    done,
  });
  const what = formatTaxonUse(row.used);
  return (
    <ConfirmModal
      opened
      danger
      onClose={close}
      title={m.taxonomy_delete_title({ name: row.name })}
      confirmLabel={m.taxonomy_delete_do({ name: row.name })}
      cancelLabel={m.taxonomy_keep({ name: row.name })}
      closeLabel={m.shell_close()}
      loading={remove.isPending}
      ready={!what}
      problem={remove.problem}
      onConfirm={() => remove.mutate({ id: row.id })}
    >
      <p>{what ? m.taxonomy_delete_used({ name: row.name, what }) : m.taxonomy_delete_text()}</p>
    </ConfirmModal>
  );
}
