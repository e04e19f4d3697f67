import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Note } from '#web/ui/public/note.tsx';
import classes from './confirm-modal.module.css';
import type { ConfirmModalProps } from './overlay-props.ts';

/** The dialog itself; pages use ConfirmModal. */
export function ConfirmDialog({ opened, onClose, title, children, confirmLabel, cancelLabel, closeLabel, onConfirm, ...more }: ConfirmModalProps) {
  const { loading = false, danger = false, type, problem, ready: given = true } = more;
  const [typed, setTyped] = useState('');
  useEffect(() => {
    if (opened) setTyped('');
  }, [opened]);
  const ready = given && (!type || typed.trim() === type.expected);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog opened from the form of a drawer is inside that form for React, so its confirmation must not submit the form too.
    event.stopPropagation();
    if (ready && !loading) onConfirm(event);
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': closeLabel }}
      closeOnClickOutside={!loading}
      closeOnEscape={!loading}
    >
      <form onSubmit={submit}>
        <div className={classes.text}>{children}</div>
        {type && (
          <TextInput
            className={cx(classes.field)}
            label={type.label}
            placeholder={type.expected}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {problem && (
          <Note tone="bad" className={cx(classes.problem)}>
            {problem}
          </Note>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={loading} {...(type ? {} : { 'data-autofocus': true })}>
            {cancelLabel}
          </Button>
          <Button type="submit" loading={loading} disabled={!ready} {...(danger ? { color: 'red' } : {})}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
