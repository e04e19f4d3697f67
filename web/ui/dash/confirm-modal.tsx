import type { FormEvent, ReactNode } from 'react';
import { useFocusBack } from './focus-back.ts';
import { late } from './late.tsx';

export interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  /** A question that names the thing: "Terminate this tenancy?" */
  title: string;
  /** What happens, to whom, from when, and whether it can be undone. */
  children: ReactNode;
  /** The verb of the question: "Terminate tenancy". */
  confirmLabel: string;
  /** What is kept by not doing it: "Keep tenancy". */
  cancelLabel: string;
  closeLabel: string;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  loading?: boolean;
  /** False keeps the verb from being pressed: something must be chosen first, or it cannot be done at all. */
  ready?: boolean;
  /** Red button, for moves that destroy. */
  danger?: boolean;
  /** For moves that cannot be undone: the exact text that must be typed. */
  type?: { label: string; expected: string };
  /** Why it did not work; the dialog stays open. */
  problem?: ReactNode;
}

const Dialog = late<ConfirmModalProps>(({ ConfirmDialog }) => ConfirmDialog);

export function ConfirmModal(props: ConfirmModalProps) {
  useFocusBack(props.opened);
  return <Dialog {...props} />;
}
