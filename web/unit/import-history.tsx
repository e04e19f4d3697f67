import { Button } from '@mantine/core';
import { useState } from 'react';
import { propertyCalls } from '#contract/property/calls.ts';
import { type UnitImportBatch, unitImportCalls } from '#contract/unit/import-calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { ImportBatches } from '#web/importer/batches.tsx';
import { UndoImportDialog, useEditedUnits } from '#web/importer/undo-import.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './unit.module.css';

/** Imported files, each with an undo action. */
export function UnitImportBatches({ propertyId }: { propertyId: number }) {
  const batches = useCall(unitImportCalls.listImports, { property_id: propertyId, page: 1, page_size: 20 });
  return (
    <ImportBatches
      title={m.unit_batches()}
      showCode
      sheets={batches.data?.results ?? []}
      text={({ made, refused, created_by, created_at }) =>
        `${m.unit_batch_made({ count: made })} ${refused > 0 ? m.unit_batch_refused({ count: refused }) : ''} · ${created_by} · ${formatDateTime(created_at)}`
      }
      mayUndo={({ undone_at }) => !undone_at}
      undo={(batch, close) => <Undo batch={batch} close={close} />}
    />
  );
}

/** The result of an import with its undo action, until the user leaves the page. */
export function LatestUnitImport({ propertyId, id }: { propertyId: number; id: number }) {
  const [asked, setAsked] = useState(false);
  const batches = useCall(unitImportCalls.listImports, { property_id: propertyId, page: 1, page_size: 20 });
  const batch = batches.data?.results.find((one) => one.id === id);
  if (!batch || batch.undone_at) return null;
  return (
    <Note tone="good" className={classes.note ?? ''} title={m.unit_imported_title({ count: batch.made, name: batch.file_name })}>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        {m.unit_undo()}
      </Button>
      {asked && <Undo batch={batch} close={() => setAsked(false)} />}
    </Note>
  );
}

function Undo({ batch, close }: { batch: UnitImportBatch; close: () => void }) {
  const { worked, handles } = useEditedUnits();
  const undo = useAction(unitImportCalls.undoImport, {
    touches: [propertyCalls],
    said: ({ removed, kept }) => m.said_undone({ name: batch.file_name, removed, kept }),
    done: close,
    handles,
  });
  return (
    <UndoImportDialog
      name={batch.file_name}
      text={m.unit_undo_text({ count: batch.made })}
      worked={worked}
      busy={undo.isPending}
      close={close}
      take={(keep_changed) => undo.mutate({ id: batch.id, keep_changed })}
    />
  );
}
