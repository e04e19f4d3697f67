import { Button } from '@mantine/core';
import { useState } from 'react';
import { type IntakeImport, intakeCalls } from '#contract/intake/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { ImportBatches } from '#web/importer/batches.tsx';
import classes from '#web/importer/importer.module.css';
import { RejectedRows } from '#web/importer/rejected-rows.tsx';
import { UndoImportDialog, useEditedUnits } from '#web/importer/undo-import.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { formatIntakeRejection, makeIntakeRejectedRowsCsv } from './rejected-rows-csv.ts';

const saysOf = ({ properties, units, updated, occupants, balances, refused }: IntakeImport) =>
  [
    m.intake_counts({ properties: properties.length, units, updated, occupants, balances }),
    ...(refused > 0 ? [m.intake_refused({ count: refused })] : []),
  ].join(' · ');

/** The result of an import: its records, links to them, and the undo. */
export function RentRollImportResult({ sheet, again }: { sheet: IntakeImport; again: () => void }) {
  const { link } = useDashboard();
  const [asked, setAsked] = useState(false);
  return (
    <Note tone="good" title={m.intake_done_title({ name: sheet.file_name })}>
      {saysOf(sheet)}
      {sheet.refused > 0 && <LeftRows sheet={sheet} />}
      <ul className={classes.links}>
        {sheet.properties.map((one) => (
          <li key={one.id}>
            <AppLink href={link('unit.ofProperty', { id: one.id, code: one.code })}>{one.name}</AppLink>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button size="compact-sm" variant="default" onClick={again}>
          {m.intake_other()}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
          {m.unit_undo()}
        </Button>
      </div>
      {asked && <Undo sheet={sheet} close={() => setAsked(false)} done={again} />}
    </Note>
  );
}

function LeftRows({ sheet }: { sheet: IntakeImport }) {
  const left = useCall(intakeCalls.listRejected, { id: sheet.id });
  if (!left.data) return null;
  const { rows, until } = left.data;
  return <RejectedRows code={sheet.code} until={until} rows={rows} why={formatIntakeRejection} csv={() => makeIntakeRejectedRowsCsv(rows)} />;
}

/** Earlier imports, each of which can be undone. */
export function EarlierRentRollImports() {
  const sheets = useCall(intakeCalls.list, { page: 1, page_size: 10 });
  return (
    <ImportBatches
      sheets={sheets.data?.results ?? []}
      text={(sheet) => [saysOf(sheet), sheet.created_by, formatDateTime(sheet.created_at)].join(' · ')}
      left={(sheet) => sheet.refused > 0 && <LeftRows sheet={sheet} />}
      mayUndo={(sheet) => !sheet.undone_at}
      undo={(sheet, close) => <Undo sheet={sheet} close={close} />}
    />
  );
}

function Undo({ sheet, close, done }: { sheet: IntakeImport; close: () => void; done?: () => void }) {
  const { worked, handles } = useEditedUnits();
  const undo = useAction(intakeCalls.undo, {
    touches: [propertyCalls, unitCalls],
    said: ({ removed, restored, kept }) => m.said_sheet_undone({ name: sheet.file_name, removed, restored, kept }),
    done: () => {
      close();
      done?.();
    },
    handles,
  });
  return (
    <UndoImportDialog
      name={sheet.file_name}
      text={m.intake_undo_text()}
      worked={worked}
      busy={undo.isPending}
      close={close}
      take={(keep_changed) => undo.mutate({ id: sheet.id, keep_changed })}
    />
  );
}
