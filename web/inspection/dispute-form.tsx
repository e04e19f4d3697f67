import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type InspectionDetails, inspectionCalls } from '#contract/inspection/calls.ts';
import { buildInspectionItemId, getLocalizedName } from '#contract/inspection/kinds.ts';
import { useAction } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';
import { InspectionFindingItem } from './findings.tsx';
import classes from './inspection.module.css';

/** The tenant marks the disputed items area by area and agrees to the rest with one press. */
export function InspectionReplyForm({ one }: { one: InspectionDetails }) {
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const [asking, ask] = useState(false);
  const disputed = Object.entries(notes).map(([item, note]) => ({ item, note: note.trim() }));
  const without = disputed.some(({ note }) => note.length < 3);
  const act = useAction(inspectionCalls.answer, {
    inPlace: true,
    said: () => (disputed.length === 0 ? m.inspection_said_agreed() : m.inspection_said_disputed({ count: disputed.length })),
    done: () => ask(false),
  });
  const mark = (id: string, on: boolean) => setNotes(({ [id]: _, ...rest }) => (on ? { ...rest, [id]: '' } : rest));
  return (
    <>
      {one.areas.map((area) => (
        <Panel key={area.key} title={getLocalizedName(getLocale(), area)}>
          <ul className={classes.items}>
            {area.items.map((item) => {
              const id = buildInspectionItemId(area, item);
              const name = getLocalizedName(getLocale(), item);
              const note = notes[id];
              return (
                <li key={id}>
                  <ul className={classes.items}>
                    <InspectionFindingItem one={one} id={id} name={name} />
                  </ul>
                  <Checkbox
                    mt={8}
                    checked={note !== undefined}
                    onChange={(event) => mark(id, event.currentTarget.checked)}
                    label={m.inspection_not_so()}
                    aria-label={m.inspection_not_so_item({ name })}
                  />
                  {note !== undefined && (
                    <Textarea
                      mt={8}
                      label={m.inspection_not_so_why({ name })}
                      value={note}
                      onChange={(event) => setNotes({ ...notes, [id]: event.currentTarget.value })}
                      maxLength={1000}
                      autosize
                      minRows={2}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        </Panel>
      ))}
      <div>
        <Button onClick={() => ask(true)} disabled={without}>
          {disputed.length === 0 ? m.inspection_agree_all() : m.inspection_send_disputes({ count: disputed.length })}
        </Button>
        {without && <p className={classes.quiet}>{m.inspection_problem_reason()}</p>}
      </div>
      <ConfirmModal
        opened={asking}
        onClose={() => ask(false)}
        title={disputed.length === 0 ? m.inspection_agree_title() : m.inspection_dispute_title()}
        confirmLabel={disputed.length === 0 ? m.inspection_agree_all() : m.inspection_send_disputes({ count: disputed.length })}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        loading={act.isPending}
        problem={act.problem}
        onConfirm={() => act.mutate({ id: one.id, disputed })}
      >
        {m.inspection_answer_once()}
      </ConfirmModal>
    </>
  );
}
