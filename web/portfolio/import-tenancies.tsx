import { useEffect, useRef, useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type PortfolioImport, portfolioCalls } from '#contract/portfolio/calls.ts';
import { type PortfolioField, portfolioColumns } from '#contract/portfolio/kinds.ts';
import { fillPropertyAndCompanyColumns } from '#contract/portfolio/place-columns.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { tenantCalls } from '#contract/tenant/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { type OpenedSheet, type SheetTemplate, WorkbookSheetPicker } from '#web/importer/choose-file.tsx';
import { listDraftRowKeys, useImportDraft } from '#web/importer/draft.ts';
import classes from '#web/importer/importer.module.css';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { PortfolioColumnMapping, type PortfolioDraft, toPortfolioInput } from './columns.tsx';
import { EarlierPortfolioImports, PortfolioImportResult } from './import-result.tsx';
import { portfolioFieldNames } from './labels.ts';
import { type PortfolioCheckResult, PortfolioPreview } from './preview.tsx';

const none = { properties: [], companies: [] };
const touched = [tenancyCalls, tenantCalls, unitCalls] as const;

/** Import of tenancies from a sheet: choose a file, name its columns, check every row; only then is anything written. */
export default function ImportTenancies() {
  const { link, layout } = useDashboard();
  const { visitor } = useApp();
  const units = layout !== 'dealer' && isAllowed(['property', 'create'], visitor);
  return (
    <>
      <PageHeader
        title={m.portfolio_title()}
        crumbs={[{ label: m.tenancy_title(), href: link('tenancy.list') }, { label: m.portfolio_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.portfolio_sub()}
      />
      <div className={classes.stack}>
        <Note>
          {m.portfolio_units_first()} {units && <AppLink href={link('intake.bring')}>{m.portfolio_units_bring()}</AppLink>}
        </Note>
        <Steps />
        <EarlierPortfolioImports />
      </div>
    </>
  );
}

const template = (): SheetTemplate<PortfolioField> => [
  ['property', m.intake_example_property(), m.intake_example_property()],
  ['name', 'A1', 'A2'],
  ['tenant', 'Jane Wanjiru', 'Peter Otieno'],
  ['phone', '0712 345 678', '0722 345 678'],
  ['email', 'jane@example.com', ''],
  ['since', '2024-03-01', '1/6/2023'],
  ['until', '2027-02-28', ''],
  ['rent', 25_000, 12_000],
  ['deposit', 25_000, 12_000],
  ['balance', 2_500, 0],
  ['as_of', '2026-10-31', '2026-10-31'],
];

function Steps() {
  const [checked, setChecked] = useState<PortfolioCheckResult | null>(null);
  const [brought, setBrought] = useState<PortfolioImport | null>(null);
  const places = useCall(portfolioCalls.listPlaces, {}, { quiet: true });
  const known = places.data;
  const { draft, setDraft, take, clear, sent } = useImportDraft(
    ({ tables }: OpenedSheet<PortfolioField>): PortfolioDraft => ({
      tables: tables.map((table) => ({ ...fillPropertyAndCompanyColumns(table, known ?? none), taken: true })),
      as_of: clock.today(),
      company_id: '',
      mended: {},
      sure: [],
    }),
  );
  /** A sheet that was read before the property names were loaded is read again with them. */
  const early = useRef(false);
  useEffect(() => {
    if (!known || !early.current) return;
    early.current = false;
    setDraft((was) => was && { ...was, tables: was.tables.map((table) => fillPropertyAndCompanyColumns(table, known)) });
  }, [known, setDraft]);
  const check = useAction(portfolioCalls.checkRows, { inPlace: true, quiet: true, done: setChecked });
  const goOn = useAction(portfolioCalls.continueImport, { inPlace: true, quiet: true, touches: touched, done: (sheet) => step(sheet) });
  const bring = useAction(portfolioCalls.importRows, { inPlace: true, quiet: true, touches: touched, done: (sheet) => step(sheet) });
  const step = (sheet: PortfolioImport) => {
    setBrought(sheet);
    if (sheet.waiting > 0) goOn.mutate({ id: sheet.id });
  };
  const again = () => {
    clear();
    setChecked(null);
    setBrought(null);
    bring.reset();
    goOn.reset();
  };
  if (brought)
    return (
      <PortfolioImportResult
        sheet={brought}
        busy={goOn.isPending}
        problem={goOn.problem}
        goOn={() => goOn.mutate({ id: brought.id })}
        again={again}
      />
    );
  if (!draft)
    return (
      <WorkbookSheetPicker
        columns={portfolioColumns}
        names={portfolioFieldNames}
        template={template}
        take={(found) => {
          early.current = !known;
          take(found);
        }}
      />
    );
  if (checked)
    return (
      <PortfolioPreview
        checked={checked}
        draft={draft}
        keys={listDraftRowKeys(draft)}
        look={(next) => {
          setDraft(next);
          check.mutate(toPortfolioInput(next));
        }}
        problem={bring.problem || check.problem}
        busy={bring.isPending || check.isPending}
        back={() => setChecked(null)}
        bring={() => bring.mutate({ ...toPortfolioInput(draft), ...sent })}
      />
    );
  return (
    <>
      {check.problem && <Note tone="bad">{check.problem}</Note>}
      <PortfolioColumnMapping draft={draft} set={setDraft} again={again} busy={check.isPending} check={() => check.mutate(toPortfolioInput(draft))} />
    </>
  );
}
