import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { maxNoteLength } from '#contract/people/note.ts';
import { noteCalls, type PersonNote } from '#contract/people/note-calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { PanelPagination } from './pages.tsx';
import classes from './people.module.css';

const size = 10;
const written = ({ text }: { text: string }): Record<string, string> => (text.trim() ? {} : { text: m.people_note_needed() });

/** Notes of platform staff about a person: the pinned one first, then newest first. */
export function PersonNotes({ userId }: { userId: number }) {
  const [page, setPage] = useState(1);
  const [added, setAdded] = useState(0);
  const found = useCall(noteCalls.list, { user_id: userId, page, page_size: size });
  const onAdded = () => {
    setAdded(added + 1);
    setPage(1);
  };
  return (
    <Panel title={m.people_notes()} pad={false}>
      <Write key={added} userId={userId} done={onAdded} />
      {found.data ? (
        <PanelRows>
          {found.data.count === 0 && <p className={`${classes.quiet} ${classes.trace}`}>{m.people_notes_none()}</p>}
          {found.data.results.map((note) => (
            <One key={note.id} note={note} />
          ))}
          <PanelPagination page={page} count={found.data.count} size={size} go={setPage} />
        </PanelRows>
      ) : (
        <LoadingState answer={found} rows={2} />
      )}
    </Panel>
  );
}

function Write({ userId, done }: { userId: number; done: () => void }) {
  const form = useForm(noteCalls.add, {
    blank: { text: '' },
    given: ({ text }) => ({ user_id: userId, text }),
    check: written,
    said: () => m.said_note_added(),
    done,
  });
  return (
    <form noValidate onSubmit={form.submit} className={classes.write}>
      <Textarea
        {...form.text('text')}
        label={m.people_note_write()}
        description={m.people_notes_help()}
        maxLength={maxNoteLength}
        autosize
        minRows={2}
      />
      <div>
        <Button type="submit" variant="default" loading={form.busy}>
          {m.people_note_add()}
        </Button>
      </div>
    </form>
  );
}

function One({ note }: { note: PersonNote }) {
  const { locale } = useApp();
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const pin = useAction(noteCalls.pin, { said: (_, { pinned }) => (pinned ? m.said_note_pinned() : m.said_note_unpinned()) });
  const close = () => setAsked(null);
  const name = note.by ?? m.people_note_author_gone();
  const date = formatDateTime(note.at, locale);
  return (
    <div className={classes.noted}>
      <div className={classes.trace}>
        {note.pinned && (
          <span>
            <ToneBadge tone="warn">{m.people_note_pinned()}</ToneBadge>
          </span>
        )}
        <p className={classes.words}>{note.text}</p>
        <small>
          {note.edited_at ? m.people_note_changed({ name, date, changed: formatDateTime(note.edited_at, locale) }) : m.people_note_by({ name, date })}
        </small>
      </div>
      <MoreMenu
        quiet
        label={m.people_note_more()}
        items={[
          note.acts.includes('edit') && { label: m.people_note_edit(), onClick: () => setAsked('edit') },
          { label: note.pinned ? m.people_note_unpin() : m.people_note_pin(), onClick: () => pin.mutate({ id: note.id, pinned: !note.pinned }) },
          note.acts.includes('delete') && { label: m.people_note_delete(), danger: true, onClick: () => setAsked('delete') },
        ]}
      />
      {asked === 'edit' && <Edit note={note} close={close} />}
      {asked === 'delete' && <Delete note={note} close={close} />}
    </div>
  );
}

function Edit({ note, close }: { note: PersonNote; close: () => void }) {
  const form = useForm(noteCalls.edit, {
    blank: { text: note.text },
    given: ({ text }) => ({ id: note.id, text }),
    check: written,
    inPlace: true,
    said: () => m.said_note_saved(),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.people_note_edit()}
      confirmLabel={m.people_note_save()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <Textarea {...form.text('text')} label={m.people_note_text()} maxLength={maxNoteLength} autosize minRows={3} data-autofocus />
    </ConfirmModal>
  );
}

function Delete({ note, close }: { note: PersonNote; close: () => void }) {
  const act = useAction(noteCalls.remove, { inPlace: true, said: () => m.said_note_deleted(), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.people_note_delete_title()}
      confirmLabel={m.people_note_delete()}
      cancelLabel={m.people_note_keep()}
      closeLabel={m.shell_close()}
      danger
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: note.id })}
    >
      {m.people_note_delete_text()}
    </ConfirmModal>
  );
}
