import { Button } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type IntakeImport, intakeCalls } from '#contract/intake/calls.ts';
import { rentRollColumns } from '#contract/intake/guess-columns.ts';
import type { IntakeField } from '#contract/intake/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
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
import { IntakeColumnMapping, type RentRollDraft, toRentRollInput } from './columns.tsx';
import { EarlierRentRollImports, RentRollImportResult } from './import-result.tsx';
import { intakeFieldNames } from './labels.ts';
import { type ImportedPropertyLocation, IntakePreview } from './preview.tsx';
import type { IntakeCheckResult } from './preview-rows.tsx';

/** Imports a landlord's own sheet: the user chooses it, maps its columns and checks every row; then all of it is written or none. */
export default function ImportRentRoll() {
  const { link } = useDashboard();
  const { visitor } = useApp();
  return (
    <>
      <PageHeader
        title={m.intake_title()}
        crumbs={[{ label: m.property_title(), href: link('property.list') }, { label: m.intake_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.intake_sub()}
        actions={
          isAllowed(['tenancies', 'create'], visitor) && (
            <Button component={AppLink} href={link('portfolio.bring')} variant="default">
              {m.portfolio_open()}
            </Button>
          )
        }
      />
      <div className={classes.stack}>
        <Steps />
        <EarlierRentRollImports />
      </div>
    </>
  );
}

const template = (): SheetTemplate<IntakeField> => [
  ['property', m.intake_example_property(), m.intake_example_property()],
  ['block', 'A', 'A'],
  ['name', 'A1', 'A2'],
  ['unit_type', '2 bedroom', 'Bedsitter'],
  ['rent', 25_000, 12_000],
  ['deposit', 25_000, 12_000],
  ['tenant', 'Jane Wanjiru', 'Vacant'],
  ['phone', '0712 345 678', ''],
  ['since', '2024-03-01', ''],
  ['balance', 2_500, ''],
  ['deposit_held', 25_000, ''],
];
const draftOf = ({ tables }: OpenedSheet<IntakeField>): RentRollDraft => ({
  tables: tables.map((table) => ({ ...table, taken: true })),
  unit_type: '',
  as_of: clock.today(),
  company_id: '',
  existing: 'leave',
  mended: {},
});

function Steps() {
  const { draft, setDraft, take, clear, sent } = useImportDraft(draftOf);
  const [checked, setChecked] = useState<IntakeCheckResult | null>(null);
  const [places, setPlaces] = useState<Readonly<Record<string, ImportedPropertyLocation>>>({});
  const [brought, setBrought] = useState<IntakeImport | null>(null);
  const choices = useCall(propertyCalls.choices, {});
  const check = useAction(intakeCalls.check, { inPlace: true, quiet: true, done: setChecked });
  const bring = useAction(intakeCalls.importSheet, { inPlace: true, quiet: true, touches: [propertyCalls, unitCalls], done: setBrought });
  const again = () => {
    clear();
    setChecked(null);
    setBrought(null);
    bring.reset();
  };
  const types = choices.data?.types ?? [];
  const properties = () =>
    Object.entries(places).flatMap(([name, { location_id, property_type_id }]) => {
      const type = types.find((one) => one.id === property_type_id);
      const category_id = type?.category_id ?? choices.data?.categories[0]?.id;
      return location_id && type && category_id ? [{ name, location_id, property_type_id: type.id, category_id }] : [];
    });
  if (brought) return <RentRollImportResult sheet={brought} again={again} />;
  if (!draft) return <WorkbookSheetPicker take={take} columns={rentRollColumns} names={intakeFieldNames} template={template} />;
  const look = (next: RentRollDraft) => {
    setDraft(next);
    check.mutate(toRentRollInput(next));
  };
  if (checked)
    return (
      <IntakePreview
        checked={checked}
        draft={draft}
        keys={listDraftRowKeys(draft)}
        look={look}
        places={places}
        setPlaces={setPlaces}
        types={types}
        problem={bring.problem || check.problem}
        busy={bring.isPending || check.isPending}
        back={() => setChecked(null)}
        bring={() => bring.mutate({ ...toRentRollInput(draft), properties: properties(), ...sent })}
      />
    );
  return (
    <>
      {check.problem && <Note tone="bad">{check.problem}</Note>}
      <IntakeColumnMapping
        draft={draft}
        set={setDraft}
        choices={choices.data}
        again={again}
        busy={check.isPending}
        check={() => check.mutate(toRentRollInput(draft))}
      />
    </>
  );
}
