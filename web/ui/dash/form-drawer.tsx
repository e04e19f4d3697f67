import { Drawer } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { cx } from '../cx.ts';
import { useFocusBack } from './focus-back.ts';
import classes from './form-drawer.module.css';

export interface FormDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** At most five fields; longer forms get a page. */
  children: ReactNode;
  /** Cancel and the filled button; stays in view. */
  actions: ReactNode;
}

/** Every open dialog hears Escape: a question that stands over the drawer answers to it alone, and nothing typed is lost. */
export const unlessAsked = (close: () => void) => (): void => {
  if (document.querySelectorAll('[role="dialog"][aria-modal="true"]').length < 2) close();
};

/** Short forms beside the list they belong to; the whole screen on a phone. Opens with the first field in hand. */
export function FormDrawer({ opened, onClose, title, closeLabel, onSubmit, children, actions }: FormDrawerProps) {
  const fields = useRef<HTMLDivElement>(null);
  useFocusBack(opened);
  return (
    <Drawer
      opened={opened}
      onClose={unlessAsked(onClose)}
      title={title}
      closeButtonProps={{ 'aria-label': closeLabel }}
      classNames={{ content: cx(classes.content), body: cx(classes.body) }}
      onEnterTransitionEnd={() => fields.current?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')?.focus()}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        <div className={classes.fields} ref={fields}>
          {children}
        </div>
        <div className={classes.foot}>{actions}</div>
      </form>
    </Drawer>
  );
}
