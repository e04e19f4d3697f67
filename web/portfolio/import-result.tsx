import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { type PortfolioImport, portfolioCalls, type SkippedPortfolioRows } from '#contract/portfolio/calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { importObjectionDays } from '#contract/tenancy/kinds.ts';
import { tenantCalls } from '#contract/tenant/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { ImportBatches } from '#web/importer/batches.tsx';
import classes from '#web/importer/importer.module.css';
import { formatRejectedRow, makeRejectedRowsCsv, RejectedRows } from '#web/importer/rejected-rows.tsx';
import { UndoImportDialog, useEditedUnits } from '#web/importer/undo-import.tsx';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { computeWholePercent, formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { m } from '#words/messages.js';
import { portfolioNamedFields } from './columns.tsx';
import { portfolioFieldNames } from './labels.ts';

const touched = [tenancyCalls, tenantCalls, unitCalls] as const;
const countsOf = ({ tenancies, left_out }: PortfolioImport) =>
  [m.portfolio_counts({ count: tenancies }), left_out > 0 && m.intake_refused({ count: left_out })].filter(Boolean).join(' · ');
const mayUndo = ({ undone_at, undo_until }: PortfolioImport) => !undone_at && Date.parse(undo_until) > clock.ms();

type DoneProps = { sheet: PortfolioImport; busy: boolean; problem: string; goOn: () => void; again: () => void };

/** While running: the progress. At the end: the result, a link to it, and undo. */
export function PortfolioImportResult({ sheet, busy, problem, goOn, again }: DoneProps) {
  const { link } = useDashboard();
  const [asked, setAsked] = useState(false);
  const { tenancies: done, waiting } = sheet;
  const title = m.intake_done_title({ name: sheet.file_name });
  if (waiting > 0)
    return (
      <Note tone={busy ? 'info' : 'guard'} title={sheet.file_name}>
        <p className={classes.quiet} role="status">
          {busy ? m.portfolio_progress({ done, all: done + waiting }) : m.portfolio_cut_short({ count: waiting })}
        </p>
        <Progress value={computeWholePercent(done, done + waiting)} aria-label={m.portfolio_progress({ done, all: done + waiting })} />
        {problem && <p>{problem}</p>}
        {!busy && (
          <div className={classes.foot}>
            <Button size="compact-sm" onClick={goOn}>
              {m.portfolio_go_on()}
            </Button>
          </div>
        )}
      </Note>
    );
  return (
    <Note tone="good" title={title}>
      {countsOf(sheet)} · {m.portfolio_undo_until({ date: formatDateTime(sheet.undo_until) })}
      {done > 0 && <p>{m.portfolio_asked_note({ days: importObjectionDays })}</p>}
      {sheet.left_out > 0 && <Left sheet={sheet} />}
      <div className={classes.foot}>
        <Button size="compact-sm" component={AppLink} href={link('tenant.list')} variant="default">
          {m.portfolio_see()}
        </Button>
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

function Left({ sheet }: { sheet: PortfolioImport }) {
  const left = useCall(portfolioCalls.skippedRows, { id: sheet.id });
  if (!left.data) return null;
  const { rows, until } = left.data;
  const why = (row: SkippedPortfolioRows) => formatRejectedRow(row, portfolioFieldNames);
  return <RejectedRows code={sheet.code} until={until} rows={rows} why={why} csv={() => makeRejectedRowsCsv(rows, portfolioNamedFields, why)} />;
}

/** Earlier imports: an interrupted one can be continued, and each can be undone for a week. */
export function EarlierPortfolioImports() {
  const sheets = useCall(portfolioCalls.list, { page: 1, page_size: 10 });
  const goOn = useAction(portfolioCalls.continueImport, {
    touches: touched,
    quiet: true,
    done: (sheet) => {
      if (sheet.waiting > 0) goOn.mutate({ id: sheet.id });
    },
  });
  const more = (sheet: PortfolioImport) =>
    sheet.waiting > 0 &&
    !sheet.undone_at && (
      <Button size="compact-sm" loading={goOn.isPending} onClick={() => goOn.mutate({ id: sheet.id })}>
        {m.portfolio_go_on()}
      </Button>
    );
  const cut = ({ waiting }: PortfolioImport) => (waiting > 0 ? [m.portfolio_cut_short({ count: waiting })] : []);
  return (
    <ImportBatches
      sheets={sheets.data?.results ?? []}
      text={(sheet) => [countsOf(sheet), sheet.created_by, formatDateTime(sheet.created_at), ...cut(sheet)].join(' · ')}
      left={(sheet) => sheet.left_out > 0 && <Left sheet={sheet} />}
      more={more}
      mayUndo={mayUndo}
      undo={(sheet, close) => <Undo sheet={sheet} close={close} />}
    />
  );
}

function Undo({ sheet, close, done }: { sheet: PortfolioImport; close: () => void; done?: () => void }) {
  const { word } = useApp();
  const { worked, handles } = useEditedUnits();
  const [sofar, setSofar] = useState({ removed: 0, kept: 0 });
  const undo = useAction(portfolioCalls.undo, {
    touches: touched,
    // The result is announced once, after all parts.
    quiet: true,
    done: (part): void => {
      const all = { removed: sofar.removed + part.removed, kept: sofar.kept + part.kept };
      setSofar(all);
      // The confirmation was given with the first part and covers the remaining ones.
      if (part.left > 0) {
        again(true);
        return;
      }
      showToast({
        kind: 'success',
        title: word('successTitle'),
        text: m.portfolio_said_undone({ name: sheet.file_name, count: all.removed, kept: all.kept }),
      });
      close();
      done?.();
    },
    handles,
  });
  const again = (keep_changed: boolean): void => undo.mutate({ id: sheet.id, keep_changed });
  return (
    <UndoImportDialog
      name={sheet.file_name}
      text={m.portfolio_undo_text()}
      worked={worked}
      keepLabel={m.portfolio_undo_keep()}
      busy={undo.isPending}
      close={close}
      take={again}
    />
  );
}
