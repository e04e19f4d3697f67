import { unitCalls } from '#contract/unit/calls.ts';
import { unitMismatches } from '#contract/unit/kinds.ts';
import { unitMismatchCountTexts } from '#contract/unit/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import type { useListState } from '#web/lists/list-state.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import type { UnitFilterName } from './filters.tsx';
import classes from './unit.module.css';

/** Mismatches among these units; each line opens the filtered list. Without any, nothing is shown. */
export function UnitMismatches({ list, property }: { list: ReturnType<typeof useListState<UnitFilterName>>; property: number | null }) {
  const found = useCall(unitCalls.mismatches, { z_filter: property === null ? {} : { property } });
  const kinds = unitMismatches.filter((kind) => (found.data?.counts[kind] ?? 0) > 0);
  if (kinds.length === 0 || list.filters.mismatch) return null;
  return (
    <Note tone="guard" title={m.unit_mismatch_title()} className={classes.note ?? ''}>
      <ul className={classes.mismatches}>
        {kinds.map((kind) => (
          <li key={kind}>
            <AppLink href={list.hrefWith({ mismatch: kind, status: null, page: null })}>
              {unitMismatchCountTexts[kind]({ count: found.data?.counts[kind] ?? 0 })}
            </AppLink>
          </li>
        ))}
      </ul>
    </Note>
  );
}
