import { Button, Loader, Switch } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#contract/kernel/call.ts';
import type { ImportRow, unitImportCalls } from '#contract/unit/import-calls.ts';
import type { UnitField } from '#contract/unit/kinds.ts';
import { fieldNames } from '#contract/unit/labels.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { kes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { Judged } from './judged.tsx';
import classes from './unit.module.css';

type CheckedFile = Answer<typeof unitImportCalls.importCheck>;
const shownAtOnce = 200;

/** Every row as it would become, with its errors beside the fields they are about. */
export function Checked({ checked, busy, back, bring }: { checked: CheckedFile; busy: boolean; back: () => void; bring: () => void }) {
  const [onlyBad, setOnlyBad] = useState(checked.bad > 0);
  const [all, setAll] = useState(false);
  const rows = onlyBad ? checked.rows.filter((row) => row.problems.length > 0) : checked.rows;
  return (
    <Panel title={m.unit_import_checked()}>
      <div className={classes.form}>
        <Note tone={checked.bad === 0 ? 'good' : 'guard'}>
          {m.unit_import_good({ count: checked.good })} {checked.bad > 0 && m.unit_import_bad({ count: checked.bad })}
        </Note>
        {checked.bad > 0 && checked.good > 0 && (
          <Switch label={m.unit_import_only_bad()} checked={onlyBad} onChange={(event) => setOnlyBad(event.currentTarget.checked)} />
        )}
        <div className={classes.scroll}>
          <table className={`${classes.table} ${classes.dry}`}>
            <thead>
              <tr>
                <th scope="col">{m.unit_import_line()}</th>
                <th scope="col">{m.unit_name()}</th>
                <th scope="col" data-wide>
                  {m.unit_block()}
                </th>
                <th scope="col" data-wide>
                  {m.unit_type()}
                </th>
                <th scope="col" data-right data-wide>
                  {m.unit_bedrooms()}
                </th>
                <th scope="col" data-right>
                  {m.unit_rent()}
                </th>
                <th scope="col">{m.unit_import_problems()}</th>
              </tr>
            </thead>
            <tbody>
              {(all ? rows : rows.slice(0, shownAtOnce)).map((row) => (
                <Row key={row.line} row={row} />
              ))}
            </tbody>
          </table>
        </div>
        {!all && rows.length > shownAtOnce && (
          <Button variant="default" onClick={() => setAll(true)}>
            {m.unit_import_all({ count: rows.length })}
          </Button>
        )}
        {busy && (
          <p className={classes.line} role="status">
            <Loader size="xs" /> {m.unit_import_bringing({ count: checked.good })}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={back} disabled={busy}>
            {m.unit_import_back()}
          </Button>
          <Button onClick={bring} loading={busy} disabled={checked.good === 0}>
            {m.unit_import_bring({ count: checked.good })}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Row({ row }: { row: ImportRow }) {
  const wrong = (field: UnitField) => row.problems.some((one) => one.field === field);
  return (
    <tr>
      <td>{row.line}</td>
      <td className={wrong('name') ? classes.bad : undefined}>{row.name || m.unit_none()}</td>
      <td data-wide>{row.block || m.unit_none()}</td>
      <td data-wide className={wrong('unit_type') ? classes.bad : undefined}>
        {row.unit_type ?? m.unit_none()}
      </td>
      <td data-right data-wide>
        {row.bedrooms ?? '–'}
      </td>
      <td data-right className={wrong('rent') ? classes.bad : undefined}>
        {row.rent_cents === null ? m.unit_none() : kes(row.rent_cents)}
      </td>
      <td className={classes.result}>
        <Judged problems={row.problems} name={(field) => fieldNames[field]()} ready={m.unit_import_ready()} />
      </td>
    </tr>
  );
}
