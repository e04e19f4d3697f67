import { Button, Modal } from '@mantine/core';
import { lazy, Suspense, useRef, useState } from 'react';
import { uploadRules } from '#contract/constants.ts';
import type { FamilyOwnCalls, PersonDetails } from '#contract/people/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { PersonPortrait } from './badges.tsx';
import classes from './people.module.css';

const Cropper = lazy(() => import('./cropper.tsx'));
const types = ['image/jpeg', 'image/png', 'image/webp'];

/** The profile picture: select, crop to a square and upload, or remove. */
export function ProfilePicture({ person, calls }: { person: PersonDetails; calls: FamilyOwnCalls }) {
  const { reread } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (source) URL.revokeObjectURL(source);
    setSource(null);
  };
  const done = () => void reread();
  const save = useAction(calls.picture, {
    said: () => m.said_picture(),
    done: () => {
      close();
      done();
    },
  });
  const reset = useAction(calls.resetPicture, {
    said: () => m.said_picture_gone(),
    done: () => {
      setAsking(false);
      done();
    },
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    setProblem(!types.includes(file.type) ? m.profile_picture_kind() : file.size > uploadRules.maxBytes ? m.profile_picture_large() : null);
    if (types.includes(file.type) && file.size <= uploadRules.maxBytes) setSource(URL.createObjectURL(file));
  };
  const field = calls.picture.upload.field;
  return (
    <Panel title={m.profile_picture()}>
      <div className={classes.picture}>
        <PersonPortrait person={person} size={96} />
        <div>
          <p>{m.profile_picture_text()}</p>
          <div className={classes.actions}>
            <Button variant="default" onClick={() => input.current?.click()}>
              {person.image ? m.profile_picture_change() : m.profile_picture_upload()}
            </Button>
            {person.image && (
              <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
                {m.profile_picture_reset()}
              </Button>
            )}
          </div>
          <input
            ref={input}
            type="file"
            accept={types.join(',')}
            className={classes.hidden}
            tabIndex={-1}
            aria-label={m.profile_picture_upload()}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0]);
              // The same file may be selected again.
              event.currentTarget.value = '';
            }}
          />
        </div>
      </div>
      {problem && (
        <Note tone="bad" className={classes.reason ?? ''}>
          {problem}
        </Note>
      )}
      <Modal opened={source !== null} onClose={close} title={m.profile_crop_title()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
        <Suspense fallback={<RowsLoading rows={5} label={m.shell_loading()} />}>
          {source && (
            <Cropper
              source={source}
              busy={save.isPending}
              cancel={close}
              save={(file) => save.mutate({ [field]: file } as never)}
              broken={() => setProblem(m.profile_picture_kind())}
            />
          )}
        </Suspense>
      </Modal>
      <ConfirmModal
        opened={asking}
        onClose={() => setAsking(false)}
        title={m.profile_picture_reset_title()}
        confirmLabel={m.profile_picture_reset()}
        cancelLabel={m.profile_picture_keep()}
        closeLabel={m.shell_close()}
        danger
        loading={reset.isPending}
        onConfirm={() => reset.mutate({})}
      >
        {m.profile_picture_reset_text()}
      </ConfirmModal>
    </Panel>
  );
}
