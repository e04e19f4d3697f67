import { type PortfolioField, portfolioFields } from '#contract/portfolio/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { ImportTables } from '#web/importer/columns.tsx';
import { findMissingColumns, type ImportDraft, listDraftRowKeys, listDraftRows, toImportSettings } from '#web/importer/draft.ts';
import classes from '#web/importer/importer.module.css';
import { SheetSettings } from '#web/importer/settings.tsx';
import { m } from '#words/messages.js';
import { portfolioFieldNames } from './labels.ts';

export type PortfolioDraft = ImportDraft<PortfolioField> & {
  readonly as_of: string;
  readonly company_id: string;
  /** Keys of the rows whose warnings the user confirmed. */
  readonly sure: readonly string[];
};
export const portfolioNamedFields = { fields: portfolioFields, names: portfolioFieldNames };

/** The input of both calls; blocks and floors named above rows of a rent roll do not apply to tenancies. */
export const toPortfolioInput = (draft: PortfolioDraft) => ({
  ...toImportSettings(draft),
  ...(draft.sure.length > 0 ? { sure: listDraftRowKeys(draft).flatMap((key, at) => (draft.sure.includes(key) ? [at] : [])) } : {}),
  rows: listDraftRows(draft).map(({ cells, ...row }) => ({
    ...row,
    cells: Object.fromEntries(portfolioFields.flatMap((field) => (cells[field] === undefined ? [] : [[field, cells[field]]]))),
  })),
});

type Props = { draft: PortfolioDraft; set: (draft: PortfolioDraft) => void; again: () => void; check: () => void; busy: boolean };

/** Every table found in the file with the meaning of its columns, which the user can correct. */
export function PortfolioColumnMapping({ draft, set, again, check, busy }: Props) {
  const choices = useCall(propertyCalls.choices, {}, { quiet: true });
  return (
    <div className={classes.stack}>
      <ImportTables tables={draft.tables} named={portfolioNamedFields} set={(tables) => set({ ...draft, tables })} />
      <SheetSettings
        settings={draft}
        put={(changes) => set({ ...draft, ...changes })}
        holders={choices.data?.holders ?? []}
        lacks={findMissingColumns(draft, { name: m.intake_need_name, tenant: m.portfolio_need_tenant })}
        none={!draft.tables.some((table) => table.taken)}
        again={again}
        check={check}
        busy={busy}
      />
    </div>
  );
}
