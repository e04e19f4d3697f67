import { Button } from '@mantine/core';
import { useState } from 'react';
import { propertyCalls } from '#contract/property/calls.ts';
import { type ImportBatch, unitImportCalls } from '#contract/unit/import-calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { dateTime } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { TakeBack, useWorked } from './take-back.tsx';
import classes from './unit.module.css';

/** Files that were brought in, each of which can be taken back. */
export function Batches({ propertyId }: { propertyId: number }) {
  const [asked, setAsked] = useState<ImportBatch | null>(null);
  const batches = useCall(unitImportCalls.batches, { property_id: propertyId, page: 1, page_size: 20 });
  const results = batches.data?.results ?? [];
  if (results.length === 0) return null;
  return (
    <Panel title={m.unit_batches()} pad={false}>
      {results.map((batch) => (
        <div key={batch.id} className={classes.batch}>
          <div>
            <b>{batch.file_name}</b> <span className={classes.quiet}>{batch.code}</span>
            <small>
              {m.unit_batch_made({ count: batch.made })} {batch.refused > 0 && m.unit_batch_refused({ count: batch.refused })} · {batch.created_by} ·{' '}
              {dateTime(batch.created_at)}
            </small>
          </div>
          {batch.undone_at ? (
            <ToneBadge tone="done">{m.unit_batch_undone()}</ToneBadge>
          ) : (
            <Button size="compact-sm" variant="default" onClick={() => setAsked(batch)}>
              {m.unit_undo()}
            </Button>
          )}
        </div>
      ))}
      {asked && <Undo batch={asked} close={() => setAsked(null)} />}
    </Panel>
  );
}

/** Where a file's import ends: what it brought, and the way back, until one leaves the page. */
export function JustImported({ propertyId, id }: { propertyId: number; id: number }) {
  const [asked, setAsked] = useState(false);
  const batches = useCall(unitImportCalls.batches, { property_id: propertyId, page: 1, page_size: 20 });
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

function Undo({ batch, close }: { batch: ImportBatch; close: () => void }) {
  const { worked, handles } = useWorked();
  const undo = useAct(unitImportCalls.undoImport, {
    touches: [propertyCalls],
    said: ({ removed, kept }) => m.said_undone({ name: batch.file_name, removed, kept }),
    done: close,
    handles,
  });
  return (
    <TakeBack
      name={batch.file_name}
      text={m.unit_undo_text({ count: batch.made })}
      worked={worked}
      busy={undo.isPending}
      close={close}
      take={(keep_changed) => undo.mutate({ id: batch.id, keep_changed })}
    />
  );
}
