import type { ComponentType, FormEvent, ReactNode } from 'react';

export interface ConfirmModalProps {
  opened: boolean;
  onClose: () => void;
  /** The question of the dialog, which names the record: "Terminate this tenancy?" */
  title: string;
  /** The effect of the action: on whom, from when, and whether it can be undone. */
  children: ReactNode;
  /** The label of the confirming button, which repeats the verb: "Terminate tenancy". */
  confirmLabel: string;
  /** The label of the button that keeps the record unchanged: "Keep tenancy". */
  cancelLabel: string;
  closeLabel: string;
  onConfirm: (event: FormEvent<HTMLFormElement>) => void;
  loading?: boolean;
  /** False disables the confirming button, because a choice is missing or the action is impossible. */
  ready?: boolean;
  /** The confirming button is red, for destructive actions. */
  danger?: boolean;
  /** The exact text that the user must type before an action that cannot be undone. */
  type?: { label: string; expected: string };
  /** The error of the failed action. The dialog stays open. */
  problem?: ReactNode;
}

export interface FormDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** The fields of the form, at most five; longer forms get a page. */
  children: ReactNode;
  /** The cancel button and the filled button, which stay in view. */
  actions: ReactNode;
}

export type MoreMenuItem = {
  readonly label: string;
  readonly icon?: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** A destructive action: it is shown in red and needs a confirmation. */
  readonly danger?: boolean;
  /** The reason why the action is impossible now. The item is then disabled and shows this reason. */
  readonly kept?: string;
} & ({ readonly onClick: () => void } | { readonly href: string });
