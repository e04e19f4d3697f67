import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type PortfolioField, portfolioFields } from '#contract/portfolio/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { useCall } from '#web/client/use-call.ts';
import { type TableDraft, TablePanel } from '#web/intake/columns.tsx';
import classes from '#web/intake/intake.module.css';
import { rowsOf } from '#web/intake/sheet-of.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { portfolioNames } from './words.ts';

export type PortfolioDraft = {
  readonly tables: readonly TableDraft<PortfolioField>[];
  readonly as_of: string;
  readonly company_id: string;
  readonly mended: Readonly<Record<string, Readonly<Partial<Record<PortfolioField, string>>>>>;
};
export const named = { fields: portfolioFields, names: portfolioNames };

/** What both calls take; blocks and floors a rent roll names above its rows say nothing of a tenancy. */
export const sentOf = (draft: PortfolioDraft) => ({
  ...(draft.company_id ? { company_id: Number(draft.company_id) } : {}),
  ...(draft.as_of ? { as_of: draft.as_of } : {}),
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
  const holders = choices.data?.holders ?? [];
  const taken = draft.tables.filter((table) => table.taken);
  const has = (field: PortfolioField) => taken.every((table) => table.columns.includes(field));
  const placed = taken.every((table) => table.columns.includes('property') || table.title.trim().length > 1);
  const lacks = [much, !has('name') && m.intake_need_name(), !has('tenant') && m.portfolio_need_tenant(), !placed && m.intake_need_building()];
  return (
    <div className={classes.stack}>
      {draft.tables.map((table, at) => (
        <TablePanel
          // biome-ignore lint/suspicious/noArrayIndexKey: a table is known by its place in the file alone
          key={at}
          table={table}
          at={at}
          named={named}
          put={(changes) => set({ ...draft, tables: draft.tables.map((one, n) => (n === at ? { ...one, ...changes } : one)) })}
        />
      ))}
      <Panel>
        <div className={classes.form}>
          <div className={classes.two}>
            {holders.length > 1 && (
              <NativeSelect
                label={m.intake_holder()}
                data={holders.map((one) => ({ value: String(one.id), label: one.name }))}
                value={draft.company_id}
                onChange={(event) => set({ ...draft, company_id: event.currentTarget.value })}
              />
            )}
            <TextInput
              type="date"
              label={m.intake_as_of()}
              max={clock.today()}
              value={draft.as_of}
              onChange={(event) => set({ ...draft, as_of: event.currentTarget.value })}
            />
          </div>
          {lacks.map(
            (one) =>
              one && (
                <Note key={one} tone="guard">
                  {one}
                </Note>
              ),
          )}
          <div className={classes.foot}>
            <Button variant="default" onClick={again}>
              {m.intake_other()}
            </Button>
            <Button onClick={check} loading={busy} disabled={taken.length === 0 || lacks.some(Boolean)}>
              {m.intake_check()}
            </Button>
          </div>
        </div>
      </Panel>
    </div>
  );
}
