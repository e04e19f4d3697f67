import type { ComponentType, FormEvent, ReactNode } from 'react';

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

export type MoreItem = {
  readonly label: string;
  readonly icon?: ComponentType<{ size: number; 'aria-hidden': true }>;
  /** A destructive act; it is red, and needs a confirmation. */
  readonly danger?: boolean;
  /** The reason why the act is impossible now: the item is shown disabled, with the reason. */
  readonly kept?: string;
} & ({ readonly onClick: () => void } | { readonly href: string });
