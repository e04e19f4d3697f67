import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Intake, intakeCalls } from '#contract/intake/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { dateTime } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { TakeBack, useWorked } from '#web/unit/take-back.tsx';
import { m } from '#words/messages.js';
import classes from './intake.module.css';
import { LeftRows } from './left.tsx';

const countsOf = ({ properties, units, updated, occupants, balances }: Intake) =>
  m.intake_counts({ properties: properties.length, units, updated, occupants, balances });

/** Where a sheet ends: what it brought, the way to it, and the way back. */
export function Done({ sheet, again }: { sheet: Intake; again: () => void }) {
  const { link } = useDash();
  const [asked, setAsked] = useState(false);
  return (
    <Note tone="good" title={m.intake_done_title({ name: sheet.file_name })}>
      {countsOf(sheet)} {sheet.refused > 0 && `· ${m.intake_refused({ count: sheet.refused })}`}
      {sheet.refused > 0 && <LeftRows sheet={sheet} />}
      <ul className={classes.links}>
        {sheet.properties.map((one) => (
          <li key={one.id}>
            <A href={link('unit.ofProperty', { id: one.id, code: one.code })}>{one.name}</A>
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

/** Sheets that were brought in, each of which can be taken back. */
export function Earlier() {
  const [asked, setAsked] = useState<Intake | null>(null);
  const [seen, setSeen] = useState<number | null>(null);
  const sheets = useCall(intakeCalls.list, { page: 1, page_size: 10 });
  const results = sheets.data?.results ?? [];
  if (results.length === 0) return null;
  return (
    <Panel title={m.intake_earlier()} pad={false}>
      {results.map((sheet) => (
        <div key={sheet.id} className={classes.batch}>
          <div>
            <b>{sheet.file_name}</b>
            <small>
              {countsOf(sheet)} {sheet.refused > 0 && `· ${m.intake_refused({ count: sheet.refused })}`} · {sheet.created_by} ·{' '}
              {dateTime(sheet.created_at)}
            </small>
          </div>
          {sheet.refused > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={seen === sheet.id}
              onClick={() => setSeen(seen === sheet.id ? null : sheet.id)}
            >
              {m.intake_left_see()}
            </Button>
          )}
          {sheet.undone_at ? (
            <ToneBadge tone="done">{m.unit_batch_undone()}</ToneBadge>
          ) : (
            <Button size="compact-sm" variant="default" onClick={() => setAsked(sheet)}>
              {m.unit_undo()}
            </Button>
          )}
          {seen === sheet.id && (
            <div className={classes.whole}>
              <LeftRows sheet={sheet} />
            </div>
          )}
        </div>
      ))}
      {asked && <Undo sheet={asked} close={() => setAsked(null)} />}
    </Panel>
  );
}

function Undo({ sheet, close, done }: { sheet: Intake; close: () => void; done?: () => void }) {
  const { worked, handles } = useWorked();
  const undo = useAct(intakeCalls.undo, {
    touches: [propertyCalls, unitCalls],
    said: ({ removed, restored, kept }) => m.said_sheet_undone({ name: sheet.file_name, removed, restored, kept }),
    done: () => {
      close();
      done?.();
    },
    handles,
  });
  return (
    <TakeBack
      name={sheet.file_name}
      text={m.intake_undo_text()}
      worked={worked}
      busy={undo.isPending}
      close={close}
      take={(keep_changed) => undo.mutate({ id: sheet.id, keep_changed })}
    />
  );
}
