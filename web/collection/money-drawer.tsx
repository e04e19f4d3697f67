import type { FormEvent, ReactNode } from 'react';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './collection.module.css';

type Sent = { readonly submit: (event: FormEvent<HTMLFormElement>) => void; readonly busy: boolean; readonly problem: string };
type Props = {
  readonly form: Sent;
  readonly close: () => void;
  readonly title: string;
  readonly verb?: string;
  readonly text?: ReactNode;
  readonly busy?: boolean;
  readonly ready?: boolean;
  readonly danger?: boolean;
  readonly children?: ReactNode;
};
/** A short form about money beside its subject: explains the effect, takes the input, and keeps errors visible. */
export const MoneyFormDrawer = ({ form, close, title, verb = title, text, busy = false, ready = true, danger = false, children }: Props) => (
  <FormDrawer
    opened
    onClose={close}
    title={title}
    closeLabel={m.shell_close()}
    onSubmit={form.submit}
    actions={<DrawerActions close={close} busy={form.busy || busy} label={verb} disabled={!ready} danger={danger} />}
  >
    {text && <p className={classes.quiet}>{text}</p>}
    {form.problem && <Note tone="bad">{form.problem}</Note>}
    {children}
  </FormDrawer>
);
