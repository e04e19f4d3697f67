import { Loader } from '@mantine/core';
import type { CallResult } from '#contract/kernel/call.ts';
import type { UnitImportRow, unitImportCalls } from '#contract/unit/import-calls.ts';
import type { UnitField } from '#contract/unit/kinds.ts';
import { unitFieldLabels } from '#contract/unit/labels.ts';
import classes from '#web/importer/importer.module.css';
import { ImportPreviewFooter, ImportPreviewTable } from '#web/importer/preview-table.tsx';
import { ImportProblems } from '#web/importer/problems.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

type CheckedFile = CallResult<typeof unitImportCalls.importCheck>;

/** A preview of every row, with errors beside their fields. */
export const UnitImportPreview = ({ checked, busy, back, bring }: { checked: CheckedFile; busy: boolean; back: () => void; bring: () => void }) => (
  <Panel title={m.unit_import_checked()}>
    <div className={classes.form}>
      <Note tone={checked.bad === 0 ? 'good' : 'guard'}>
        {m.unit_import_good({ count: checked.good })} {checked.bad > 0 && m.unit_import_bad({ count: checked.bad })}
      </Note>
      <ImportPreviewTable
        rows={checked.rows}
        onlyBad={checked.bad > 0}
        texts={{ onlyBad: m.unit_import_only_bad(), all: (count) => m.unit_import_all({ count }) }}
        heads={[
          ...[{ label: m.unit_import_line() }, { label: m.unit_name() }, { label: m.unit_block(), wide: true as const }],
          ...[
            { label: m.unit_type(), wide: true as const },
            { label: m.unit_bedrooms(), right: true as const, wide: true as const },
          ],
          ...[{ label: m.unit_rent(), right: true as const }, { label: m.unit_import_problems() }],
        ]}
        row={(row) => <Row row={row} />}
      />
      {busy && (
        <p className={classes.busy} role="status">
          <Loader size="xs" /> {m.unit_import_bringing({ count: checked.good })}
        </p>
      )}
      <ImportPreviewFooter
        back={m.unit_import_back()}
        goBack={back}
        label={m.unit_import_bring({ count: checked.good })}
        apply={bring}
        busy={busy}
        disabled={checked.good === 0}
      />
    </div>
  </Panel>
);

function Row({ row }: { row: UnitImportRow }) {
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
        {row.rent_cents === null ? m.unit_none() : formatKes(row.rent_cents)}
      </td>
      <td className={classes.result}>
        <ImportProblems problems={row.problems} name={(field) => unitFieldLabels[field]()} ready={m.unit_import_ready()} />
      </td>
    </tr>
  );
}
