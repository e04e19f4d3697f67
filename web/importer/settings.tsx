import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { clock } from '#contract/time/clock.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './importer.module.css';

type Settings = { readonly company_id: string; readonly as_of: string };
type Props = {
  settings: Settings;
  put: (changes: Partial<Settings>) => void;
  holders: readonly { readonly id: number; readonly name: string }[];
  /** What is missing before the sheet can be checked; at least one table must be selected. */
  lacks: readonly (string | false)[];
  none: boolean;
  again: () => void;
  check: () => void;
  busy: boolean;
  children?: ReactNode;
};

/** Settings of the whole sheet: the company that holds the homes and the date of the balances. */
export function SheetSettings({ settings, put, holders, lacks, none, again, check, busy, children }: Props) {
  return (
    <Panel>
      <div className={classes.form}>
        <div className={classes.two}>
          {holders.length > 1 && (
            <NativeSelect
              label={m.intake_holder()}
              data={holders.map((one) => ({ value: String(one.id), label: one.name }))}
              value={settings.company_id}
              onChange={(event) => put({ company_id: event.currentTarget.value })}
            />
          )}
          {children}
          <TextInput
            type="date"
            label={m.intake_as_of()}
            max={clock.today()}
            value={settings.as_of}
            onChange={(event) => put({ as_of: event.currentTarget.value })}
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
          <Button onClick={check} loading={busy} disabled={none || lacks.some(Boolean)}>
            {m.intake_check()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
