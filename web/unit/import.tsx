import { Button, Loader, NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { CallResult } from '#contract/kernel/call.ts';
import { readCsv } from '#contract/kernel/csv.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { unitImportCalls } from '#contract/unit/import-calls.ts';
import { type UnitField, unitFields, unitLimits } from '#contract/unit/kinds.ts';
import { unitFieldLabels } from '#contract/unit/labels.ts';
import { guessUnitColumns, isHeadingRow, type SavedColumnMapping } from '#contract/unit/mapping.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { ImportFilePicker } from '#web/importer/choose-file.tsx';
import { ColumnSelects, toColumnLetter } from '#web/importer/columns.tsx';
import classes from '#web/importer/importer.module.css';
import { readFileText } from '#web/importer/open-sheet.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { UnitImportBatches } from './import-history.tsx';
import { UnitImportPreview } from './import-rows.tsx';

type File = { name: string; csv: string; rows: string[][]; headed: boolean; columns: (UnitField | null)[] };
const named = { fields: unitFields, names: unitFieldLabels };
type CheckedFile = CallResult<typeof unitImportCalls.importCheck>;

/** The import steps: choose or paste a file, map its columns, check every row, then write. */
export default function ImportUnits() {
  const { id, code } = useParams();
  const property = { id: parseAddressId(id), code: code ?? '' };
  return (
    <PropertyFrame id={property.id}>
      <div className={classes.stack}>
        <Steps property={property} />
        <UnitImportBatches propertyId={property.id} />
      </div>
    </PropertyFrame>
  );
}

const opened = (name: string, csv: string, remembered: SavedColumnMapping): File => {
  const rows = readCsv(csv);
  const first = rows[0] ?? [];
  const headed = isHeadingRow(first) || first.some((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, '') in remembered);
  const width = Math.max(...rows.slice(0, 50).map((row) => row.length), 1);
  const guessed = headed ? guessUnitColumns(first, remembered) : [];
  return { name, csv, rows, headed, columns: Array.from({ length: width }, (_, at) => guessed[at] ?? null) };
};

function Steps({ property }: { property: { id: number; code: string } }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [type, setType] = useState('');
  const [checked, setChecked] = useState<CheckedFile | null>(null);
  const start = useCall(unitImportCalls.importStart, { property_id: property.id });
  const check = useAction(unitImportCalls.importCheck, { quiet: true, done: setChecked });
  const bring = useAction(unitImportCalls.importUnits, {
    touches: [propertyCalls],
    quiet: true,
    done: ({ id }) => void navigate(link('unit.ofProperty', property), { state: { imported: id } }),
  });
  const given = file && {
    property_id: property.id,
    csv: file.csv,
    columns: file.columns,
    headed: file.headed,
    ...(type ? { unit_type_id: Number(type) } : {}),
  };
  if (!file) return <Choose take={(name, csv) => setFile(opened(name, csv, start.data?.remembered ?? {}))} />;
  const again = () => {
    setFile(null);
    setChecked(null);
  };
  if (checked)
    return (
      <UnitImportPreview
        checked={checked}
        busy={bring.isPending}
        back={() => setChecked(null)}
        bring={() => given && bring.mutate({ ...given, file_name: file.name })}
      />
    );
  return (
    <Columns
      file={file}
      set={setFile}
      type={type}
      setType={setType}
      again={again}
      busy={check.isPending}
      check={() => given && check.mutate(given)}
    />
  );
}

function Choose({ take }: { take: (name: string, csv: string) => void }) {
  const [problem, setProblem] = useState('');
  const read = async (file: globalThis.File) => {
    const csv = await readFileText(file);
    if (csv.includes('\u0000') || csv.length > unitLimits.csvChars) return setProblem(m.unit_import_not_csv());
    take(file.name, csv);
  };
  return (
    <ImportFilePicker
      texts={{
        title: m.unit_import_title(),
        help: m.unit_import_help({ count: unitLimits.rows }),
        file: m.unit_import_file(),
        choose: m.unit_import_choose(),
        paste: m.unit_import_paste(),
        example: m.unit_import_example(),
        next: m.unit_import_next(),
      }}
      accept=".csv,.tsv,.txt,text/csv,text/plain"
      problem={problem}
      onFile={(file) => void read(file)}
      onPaste={(text) => take(m.unit_import_pasted(), text)}
    />
  );
}

type ColumnsProps = {
  file: File;
  set: (file: File) => void;
  type: string;
  setType: (id: string) => void;
  again: () => void;
  check: () => void;
  busy: boolean;
};
function Columns({ file, set, type, setType, again, check, busy }: ColumnsProps) {
  const choices = useCall(unitCalls.choices, {});
  const body = file.headed ? file.rows.slice(1) : file.rows;
  const hasName = file.columns.includes('name');
  const rows = body.filter((row) => row.some((cell) => cell !== '')).length;
  return (
    <Panel title={m.unit_import_columns({ name: file.name })}>
      <div className={classes.form}>
        <p className={classes.quiet}>{m.unit_import_columns_help({ count: rows })}</p>
        <Switch label={m.unit_import_headed()} checked={file.headed} onChange={(event) => set({ ...file, headed: event.currentTarget.checked })} />
        <ColumnSelects
          columns={file.columns}
          named={named}
          label={(at) => (file.headed && file.rows[0]?.[at]) || m.unit_import_column({ letter: toColumnLetter(at) })}
          leaveOut={m.unit_import_leave_out()}
          samples={(at) => body.slice(0, 3).map((row) => row[at] ?? '')}
          set={(columns) => set({ ...file, columns })}
        />
        <NativeSelect
          label={`${m.unit_import_default_type()} ${m.shell_optional()}`}
          description={m.unit_import_default_type_help()}
          data={[
            { value: '', label: m.unit_choose() },
            ...(choices.data?.unit_types ?? []).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
        {!hasName && <Note tone="guard">{m.unit_import_need_name()}</Note>}
        {busy && (
          <p className={classes.busy} role="status">
            <Loader size="xs" /> {m.unit_import_checking({ count: rows })}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={again}>
            {m.unit_import_other_file()}
          </Button>
          <Button onClick={check} loading={busy} disabled={!hasName}>
            {m.unit_import_check()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
