import { Button } from '@mantine/core';
import { m } from '#words/messages.js';

type Actions = { close: () => void; busy: boolean; label: string; back?: string; disabled?: boolean; danger?: boolean };
/**
 * The buttons at the foot of a form in a drawer: the button that closes it (`back` if the form itself cancels a record) and the one filled button,
 * red for destructive actions.
 */
export const DrawerActions = ({ close, busy, label, back, disabled, danger }: Actions) => (
  <>
    <Button variant="default" onClick={close}>
      {back ?? m.shell_cancel()}
    </Button>
    <Button type="submit" loading={busy} disabled={disabled ?? false} {...(danger ? { color: 'red' } : {})}>
      {label}
    </Button>
  </>
);
