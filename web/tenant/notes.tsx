import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type TenantNote, tenantCalls } from '#contract/tenant/calls.ts';
import { maxTenantNoteLength } from '#contract/tenant/status.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { PanelPagination } from '#web/people/pages.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './tenant.module.css';

const size = 10;
const written = ({ text }: { text: string }): Record<string, string> => (text.trim() ? {} : { text: m.tenant_note_needed() });

/** The company's notes about a tenant, newest first; visible only within the company. */
export function TenantNotes({ tenantId }: { tenantId: number }) {
  const [page, setPage] = useState(1);
  const [added, setAdded] = useState(0);
  const found = useCall(tenantCalls.listNotes, { tenant_id: tenantId, page, page_size: size });
  const onAdded = () => {
    setAdded(added + 1);
    setPage(1);
  };
  return (
    <Panel title={m.tenant_notes()} pad={false}>
      <Write key={added} tenantId={tenantId} done={onAdded} />
      {found.data ? (
        <PanelRows>
          {found.data.count === 0 && <p className={`${classes.quiet} ${classes.none}`}>{m.tenant_notes_none()}</p>}
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

function Write({ tenantId, done }: { tenantId: number; done: () => void }) {
  const form = useForm(tenantCalls.addNote, {
    blank: { text: '' },
    given: ({ text }) => ({ tenant_id: tenantId, text }),
    check: written,
    said: () => m.said_note_added(),
    done,
  });
  return (
    <form noValidate onSubmit={form.submit} className={classes.write}>
      <Textarea
        {...form.text('text')}
        label={m.tenant_note_write()}
        description={m.tenant_notes_help()}
        maxLength={maxTenantNoteLength}
        autosize
        minRows={2}
      />
      <div>
        <Button type="submit" variant="default" loading={form.busy}>
          {m.tenant_note_add()}
        </Button>
      </div>
    </form>
  );
}

function One({ note }: { note: TenantNote }) {
  const [asked, setAsked] = useState<'edit' | 'delete' | null>(null);
  const close = () => setAsked(null);
  return (
    <div className={classes.note}>
      <div>
        <p className={classes.words}>{note.text}</p>
        <p className={classes.quiet}>
          {note.by ?? m.tenant_note_gone()}, {formatDateTime(note.at)}
          {note.edited_at ? `. ${m.tenant_note_edited()}` : ''}
        </p>
      </div>
      {note.mine && (
        <MoreMenu
          quiet
          label={m.tenant_note_more()}
          items={[
            { label: m.tenant_note_edit(), onClick: () => setAsked('edit') },
            { label: m.tenant_note_delete(), danger: true, onClick: () => setAsked('delete') },
          ]}
        />
      )}
      {asked === 'edit' && <Edit note={note} close={close} />}
      {asked === 'delete' && <Delete note={note} close={close} />}
    </div>
  );
}

function Edit({ note, close }: { note: TenantNote; close: () => void }) {
  const form = useForm(tenantCalls.editNote, {
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
      title={m.tenant_note_edit()}
      confirmLabel={m.tenant_note_save()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <Textarea {...form.text('text')} label={m.tenant_note_write()} maxLength={maxTenantNoteLength} autosize minRows={3} data-autofocus />
    </ConfirmModal>
  );
}

function Delete({ note, close }: { note: TenantNote; close: () => void }) {
  const act = useAction(tenantCalls.removeNote, { inPlace: true, said: () => m.said_note_deleted(), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.tenant_note_delete_title()}
      confirmLabel={m.tenant_note_delete()}
      cancelLabel={m.tenant_note_keep()}
      closeLabel={m.shell_close()}
      danger
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: note.id })}
    >
      {m.tenant_note_delete_text()}
    </ConfirmModal>
  );
}
