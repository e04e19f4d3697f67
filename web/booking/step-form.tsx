import type { ReactNode } from 'react';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import type { FormHandle } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

/** The parts of a form that do not depend on its fields. */
type Sent = Pick<FormHandle<object>, 'submit' | 'busy' | 'problem'>;
export function BookingStepForm({
  form,
  close,
  title,
  label,
  back,
  busy = false,
  children,
}: {
  form: Sent;
  close: () => void;
  title: string;
  label: string;
  back?: string;
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <FormDrawer
      opened
      onClose={close}
      title={title}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy || busy} label={label} {...(back ? { back } : {})} />}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      {children}
    </FormDrawer>
  );
}
