import { Button } from '@mantine/core';
import { m } from '#words/messages.js';

/** What stands at the foot of a form in a drawer: the way out and the one filled button. */
export const DrawerActions = ({ close, busy, label, disabled }: { close: () => void; busy: boolean; label: string; disabled?: boolean }) => (
  <>
    <Button variant="default" onClick={close}>
      {m.shell_cancel()}
    </Button>
    <Button type="submit" loading={busy} disabled={disabled ?? false}>
      {label}
    </Button>
  </>
);
