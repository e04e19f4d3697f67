import type { FormEvent, ReactNode } from 'react';
import { useFocusBack } from './focus-back.ts';
import { late } from './late.tsx';

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

const Dialog = late<FormDrawerProps>(({ DrawerDialog }) => DrawerDialog);

/** Short forms beside the list they belong to; the whole screen on a phone. Opens with the first field in hand. */
export function FormDrawer(props: FormDrawerProps) {
  useFocusBack(props.opened);
  return <Dialog {...props} />;
}
