import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useContext, useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import type { CallInput, CallShape } from '#contract/kernel/call.ts';
import { maxBulkItems } from '#contract/kernel/page-sizes.ts';
import { getErrorSentence, toErrorMessage } from '#web/client/errors.ts';
import { makeIdempotencyKeyStore } from '#web/client/idempotency.ts';
import { ConfirmationCancelledError, SendContext } from '#web/client/send-context.ts';
import { useCall, useInvalidateCalls } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useApp } from '#web/layout/app.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import type { RowSelection } from '#web/ui/dash/table/data-table.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import type { BulkAction } from './bulk-act.ts';
import classes from './bulk-actions.module.css';
import { countSucceededRows, getUnprocessedRowIds, type RowOutcome, runActionForRows } from './each-row.ts';

export { makeBulkAction } from './bulk-act.ts';

type Many<Row> = {
  /** The filters of the address: another set of rows starts without a selection, another page of the same set keeps it. */
  readonly seen: unknown;
  readonly rows: readonly Row[] | undefined;
  readonly nameOf: (row: Row) => string;
  readonly acts: readonly BulkAction<Row>[];
  /** Names an action that readers may expect here, and the page on which it is offered. */
  readonly hint?: string | undefined;
};

/** Selection of rows for readers who may act on them; others see no checkboxes. */
export function useBulkActions<Row extends { id: number }>({ seen, rows, nameOf, acts: all, hint }: Many<Row>): { selection?: RowSelection<Row> } {
  const { visitor } = useApp();
  const acts = all.filter(({ call }) => isAllowed(call.needs, visitor));
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const place = JSON.stringify(seen);
  const [at, setAt] = useState(place);
  if (at !== place) {
    setAt(place);
    setPicked(new Map());
  }
  if (acts.length === 0) return {};
  const shown = new Map((rows ?? []).map((row) => [String(row.id), row] as const));
  // A row as currently displayed, not as displayed when it was selected. For a row of another page, the version seen there.
  const rowOf = (id: string) => shown.get(id) ?? picked.get(id);
  const pick = (ids: ReadonlySet<string>) =>
    setPicked(
      new Map(
        [...ids].flatMap((id) => {
          const row = rowOf(id);
          return row ? [[id, row] as const] : [];
        }),
      ),
    );
  return {
    selection: {
      selected: new Set(picked.keys()),
      onChange: pick,
      allLabel: m.views_pick_all(),
      rowLabel: (row) => m.views_pick({ name: nameOf(row) }),
      countLabel: (count) => m.views_picked({ count }),
      clearLabel: m.views_pick_none(),
      ...(hint ? { hint } : {}),
      actions: () => <Acts acts={acts} rows={[...picked].map(([id, row]) => shown.get(id) ?? row)} nameOf={nameOf} keep={pick} />,
    },
  };
}

function Acts<Row extends { id: number }>({
  acts,
  ...rest
}: {
  acts: readonly BulkAction<Row>[];
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  keep: (ids: ReadonlySet<string>) => void;
}) {
  const [asked, setAsked] = useState<number | null>(null);
  const act = asked === null ? undefined : acts[asked];
  return (
    <>
      {acts.map(({ label }, n) => (
        <Button
          key={label}
          size="compact-sm"
          variant={n === 0 ? 'white' : 'transparent'}
          {...(n === 0 ? {} : { c: 'white' })}
          onClick={() => setAsked(n)}
        >
          {label}
        </Button>
      ))}
      {act && <Doing key={act.label} act={act} {...rest} close={() => setAsked(null)} />}
    </>
  );
}

type DoingProps<Row> = {
  act: BulkAction<Row>;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  close: () => void;
  /** Sets the rows that stay selected afterwards. */
  keep: (ids: ReadonlySet<string>) => void;
};

function Doing<Row extends { id: number }>({ act, rows: shown, nameOf, close, keep }: DoingProps<Row>) {
  // The rows as they were when the drawer was opened: rows that are refetched behind it are not what the user saw.
  const [rows] = useState(shown);
  const { word } = useApp();
  const sendNow = useContext(SendContext);
  const reread = useInvalidateCalls(act.call, act.touches);
  const [keys] = useState(makeIdempotencyKeyStore);
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState('');
  const [first] = rows;
  const offered = useCall(act.choice?.from ?? act.call, (act.choice && first ? act.choice.given(first) : {}) as CallInput<CallShape>, {
    enabled: act.choice !== undefined && first !== undefined,
  });
  const people = act.choice ? ((offered.data as { results: readonly { id: number; name: string }[] } | undefined)?.results ?? []) : [];
  const choice = chosen || String(people[0]?.id ?? '');
  const [busy, setBusy] = useState(false);
  const [outcomes, setOutcomes] = useState<readonly RowOutcome[] | null>(null);
  const tooMany = rows.length > maxBulkItems;
  const follows = useCall(act.follows?.from ?? act.call, (act.follows?.given(rows) ?? {}) as CallInput<CallShape>, {
    enabled: act.follows !== undefined && !tooMany && outcomes === null,
    quiet: true,
  });
  const follow = act.follows && follows.data !== undefined ? act.follows.says(follows.data) : '';
  const why = (row: Row) => act.keeps?.(row) ?? null;
  const kept = rows.filter((row) => why(row) !== null);
  // The consequences are loaded before the button is active; if they cannot be counted, each row still reports its own result.
  const counted = act.follows === undefined || follows.isFetched;
  const ready = !tooMany && counted && kept.length < rows.length && reason.trim().length >= (act.reason?.min ?? 0) && (!act.choice || choice !== '');
  const leave = () => {
    if (busy) return;
    close();
    if (outcomes) keep(getUnprocessedRowIds(outcomes));
  };
  const go = async () => {
    setBusy(true);
    const all = await runActionForRows(rows, {
      act: async (row) => {
        const given = act.given(row, { reason: reason.trim(), choice }) as CallInput<CallShape>;
        await sendNow(act.call, given, { key: keys.keyOf(act.call.path, given) });
        keys.done(act.call.path, given);
      },
      nameOf,
      keeps: why,
      says: (problem) => getErrorSentence(problem) || toErrorMessage(problem, word).text,
      stops: (problem) => problem instanceof ConfirmationCancelledError,
    });
    setBusy(false);
    // A user who closed the password dialog has changed nothing and may choose again.
    if (all.some(({ tried }) => tried)) setOutcomes(all);
    await reread();
  };
  return (
    <FormDrawer
      opened
      onClose={leave}
      title={act.label}
      closeLabel={m.shell_close()}
      onSubmit={(event) => {
        event.preventDefault();
        if (outcomes) leave();
        else if (ready && !busy) void go();
      }}
      actions={
        outcomes ? (
          <Button type="submit">{m.views_many_done()}</Button>
        ) : (
          <DrawerActions close={leave} busy={busy} label={m.views_many_go({ verb: act.label, count: rows.length - kept.length })} disabled={!ready} />
        )
      }
    >
      {outcomes ? (
        <Outcomes of={outcomes} />
      ) : (
        <>
          <Note tone={tooMany ? 'bad' : 'info'}>{tooMany ? m.views_many_most({ most: maxBulkItems }) : m.views_many_each()}</Note>
          {kept[0] && (
            <Note tone="guard">
              {why(kept[0])} {m.views_many_kept({ count: kept.length })}
            </Note>
          )}
          {follow && <Note tone="guard">{follow}</Note>}
          {act.choice && (
            <NativeSelect
              label={act.choice.label}
              value={choice}
              data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          {act.reason && (
            <Textarea
              label={act.reason.label}
              value={reason}
              autosize
              minRows={2}
              maxLength={300}
              required={act.reason.min > 0}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </>
      )}
    </FormDrawer>
  );
}

const Outcomes = ({ of }: { of: readonly RowOutcome[] }) => (
  <>
    <Note tone={countSucceededRows(of) === of.length ? 'good' : 'guard'}>
      {m.views_many_result({ done: countSucceededRows(of), all: of.length })}
      {getUnprocessedRowIds(of).size > 0 && ` ${m.views_many_untried({ count: getUnprocessedRowIds(of).size })}`}
    </Note>
    <ul className={classes.outcomes}>
      {of.map(({ id, name, problem, tried }) => (
        <li key={id}>
          <b>{name}</b>
          <span>{problem ?? (tried ? m.views_many_one_done() : m.views_many_one_untried())}</span>
        </li>
      ))}
    </ul>
  </>
);
