import { type PortfolioField, portfolioFields } from '#contract/portfolio/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { Tables } from '#web/importer/columns.tsx';
import { type Draft, keysOf, lacksOf, rowsOf, settingsOf } from '#web/importer/draft.ts';
import classes from '#web/importer/importer.module.css';
import { SheetSettings } from '#web/importer/settings.tsx';
import { m } from '#words/messages.js';
import { portfolioNames } from './words.ts';

export type PortfolioDraft = Draft<PortfolioField> & {
  readonly as_of: string;
  readonly company_id: string;
  /** Rows that were looked at again and are right, by their key. */
  readonly sure: readonly string[];
};
export const named = { fields: portfolioFields, names: portfolioNames };

/** What both calls take; blocks and floors a rent roll names above its rows say nothing of a tenancy. */
export const sentOf = (draft: PortfolioDraft) => ({
  ...settingsOf(draft),
  ...(draft.sure.length > 0 ? { sure: keysOf(draft).flatMap((key, at) => (draft.sure.includes(key) ? [at] : [])) } : {}),
  rows: rowsOf(draft).map(({ cells, ...row }) => ({
    ...row,
    cells: Object.fromEntries(portfolioFields.flatMap((field) => (cells[field] === undefined ? [] : [[field, cells[field]]]))),
  })),
});

type Props = { draft: PortfolioDraft; set: (draft: PortfolioDraft) => void; again: () => void; check: () => void; busy: boolean };

/** Every table that was found, with what its columns hold; all of it can be corrected. */
export function Columns({ draft, set, again, check, busy }: Props) {
  const choices = useCall(propertyCalls.choices, {}, { quiet: true });
  return (
    <div className={classes.stack}>
      <Tables tables={draft.tables} named={named} set={(tables) => set({ ...draft, tables })} />
      <SheetSettings
        settings={draft}
        put={(changes) => set({ ...draft, ...changes })}
        holders={choices.data?.holders ?? []}
        lacks={lacksOf(draft, { name: m.intake_need_name, tenant: m.portfolio_need_tenant })}
        none={!draft.tables.some((table) => table.taken)}
        again={again}
        check={check}
        busy={busy}
      />
    </div>
  );
}
