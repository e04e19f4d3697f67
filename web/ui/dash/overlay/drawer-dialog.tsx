import { Drawer } from '@mantine/core';
import { useRef } from 'react';
import { cx } from '#web/ui/cx.ts';
import classes from './form-drawer.module.css';
import type { FormDrawerProps } from './overlay-props.ts';

/** Every open dialog receives Escape: only a confirmation over the drawer reacts to it, and no input is lost. */
export const closeUnlessConfirming = (close: () => void) => (): void => {
  if (document.querySelectorAll('[role="dialog"][aria-modal="true"]').length < 2) close();
};

/** The drawer itself; pages use FormDrawer. */
export function DrawerDialog({ opened, onClose, title, closeLabel, onSubmit, children, actions }: FormDrawerProps) {
  const fields = useRef<HTMLDivElement>(null);
  return (
    <Drawer
      opened={opened}
      onClose={closeUnlessConfirming(onClose)}
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
