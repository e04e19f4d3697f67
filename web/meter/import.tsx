import { FileInput } from '@mantine/core';
import { useState } from 'react';
import type { MeterKind } from '#contract/meter/kinds.ts';
import { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { readFileText } from '#web/importer/open-sheet.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';
import classes from './meter.module.css';

/** Readings from a CSV file: each row is checked first, then the good ones are saved. */
export function ImportReadingsForm({ property, kind, month, close }: { property: number; kind: MeterKind; month: string; close: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [csv, setCsv] = useState('');
  const [need, setNeed] = useState('');
  const check = useAction(meterUtilityCalls.importCheck, { inPlace: true, quiet: true });
  const bring = useAction(meterUtilityCalls.importReadings, {
    inPlace: true,
    said: ({ good }) => m.meter_said_imported({ count: good }),
    done: close,
  });
  const of = { property_id: property, kind, month };
  const found = csv ? check.data : undefined;
  const look = async () => {
    if (!file) return setNeed(m.meter_import_need());
    const text = await readFileText(file);
    setCsv(text);
    check.mutate({ ...of, csv: text });
  };
  const pick = (next: File | null) => {
    setFile(next);
    setCsv('');
    setNeed('');
  };
  const problem = need || check.problem || bring.problem;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.meter_import()}
      closeLabel={m.shell_close()}
      onSubmit={(event) => {
        event.preventDefault();
        if (found && found.good > 0) bring.mutate({ ...of, csv });
        else void look();
      }}
      actions={
        <DrawerActions
          close={close}
          busy={check.isPending || bring.isPending}
          label={found && found.good > 0 ? m.meter_import_keep({ count: found.good }) : m.meter_import_check()}
        />
      }
    >
      <FileInput
        label={m.meter_import_file()}
        description={m.meter_import_help()}
        accept=".csv,text/csv,text/plain"
        value={file}
        onChange={pick}
        error={problem || undefined}
      />
      {found && (
        <>
          <p>
            {m.meter_import_good({ count: found.good })}
            {found.bad > 0 && `. ${m.meter_import_bad({ count: found.bad })}:`}
          </p>
          <ul className={classes.problems}>
            {found.rows
              .filter((row) => row.problem !== '')
              .map((row) => (
                <li key={row.line}>
                  <b>{m.meter_import_row({ line: row.line, number: row.number })}</b>
                  <br />
                  {row.problem}
                </li>
              ))}
          </ul>
        </>
      )}
    </FormDrawer>
  );
}
