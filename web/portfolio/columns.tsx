import { type PortfolioField, portfolioFields } from '#contract/portfolio/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { type TableDraft, Tables } from '#web/intake/columns.tsx';
import classes from '#web/intake/intake.module.css';
import { keysOf, rowsOf } from '#web/intake/sheet-of.ts';
import { SheetSettings } from '#web/intake/sheet-settings.tsx';
import { m } from '#words/messages.js';
import { portfolioNames } from './words.ts';

export type PortfolioDraft = {
  readonly tables: readonly TableDraft<PortfolioField>[];
  readonly as_of: string;
  readonly company_id: string;
  /** Rows that were looked at again and are right, by their key. */
  readonly sure: readonly string[];
  readonly mended: Readonly<Record<string, Readonly<Partial<Record<PortfolioField, string>>>>>;
};
export const named = { fields: portfolioFields, names: portfolioNames };

/** What both calls take; blocks and floors a rent roll names above its rows say nothing of a tenancy. */
export const sentOf = (draft: PortfolioDraft) => ({
  ...(draft.company_id ? { company_id: Number(draft.company_id) } : {}),
  ...(draft.as_of ? { as_of: draft.as_of } : {}),
  ...(draft.sure.length > 0 ? { sure: keysOf(draft).flatMap((key, at) => (draft.sure.includes(key) ? [at] : [])) } : {}),
  rows: rowsOf(draft).map(({ cells, ...row }) => ({
    ...row,
    cells: Object.fromEntries(portfolioFields.flatMap((field) => (cells[field] === undefined ? [] : [[field, cells[field]]]))),
  })),
});

type Props = {
  draft: PortfolioDraft;
  /** Why it is too much for one step; empty where it is not. */
  much: string;
  set: (draft: PortfolioDraft) => void;
  again: () => void;
  check: () => void;
  busy: boolean;
};

/** Every table that was found, with what its columns hold; all of it can be put right. */
export function Columns({ draft, much, set, again, check, busy }: Props) {
  const choices = useCall(propertyCalls.choices, {}, { quiet: true });
  const taken = draft.tables.filter((table) => table.taken);
  const has = (field: PortfolioField) => taken.every((table) => table.columns.includes(field));
  const placed = taken.every((table) => table.columns.includes('property') || table.title.trim().length > 1);
  const lacks = [much, !has('name') && m.intake_need_name(), !has('tenant') && m.portfolio_need_tenant(), !placed && m.intake_need_building()];
  return (
    <div className={classes.stack}>
      <Tables tables={draft.tables} named={named} set={(tables) => set({ ...draft, tables })} />
      <SheetSettings
        settings={draft}
        put={(changes) => set({ ...draft, ...changes })}
        holders={choices.data?.holders ?? []}
        lacks={lacks}
        none={taken.length === 0}
        again={again}
        check={check}
        busy={busy}
      />
    </div>
  );
}
