import type { ReactNode } from 'react';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

type Sent = { readonly submit: (event?: never) => void; readonly busy: boolean; readonly problem?: string };
export function Drawn({
  form,
  close,
  title,
  label,
  busy = false,
  children,
}: {
  form: object;
  close: () => void;
  title: string;
  label: string;
  busy?: boolean;
  children: ReactNode;
}) {
  const sent = form as Sent;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={title}
      closeLabel={m.shell_close()}
      onSubmit={sent.submit as never}
      actions={<DrawerActions close={close} busy={sent.busy || busy} label={label} />}
    >
      {sent.problem && <Note tone="bad">{sent.problem}</Note>}
      {children}
    </FormDrawer>
  );
}
