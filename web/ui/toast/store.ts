/**
 * Messages about recent acts. The store knows nothing of React or the page, so its timing can be tested; ToastArea draws it. The specification sets
 * how many may show and for how long; `configure` receives it.
 */
import type { ReactNode } from 'react';
import { createClocks } from './clocks.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';
export type ToastPosition = 'top-right' | 'top-center';

export interface ToastInput {
  kind: ToastKind;
  title: ReactNode;
  text?: ReactNode;
  /** Milliseconds, or false to stay until closed. Without it the area's own number holds. */
  autoClose?: number | false;
  position?: ToastPosition;
  /** Same id again replaces the message instead of stacking a second one. */
  id?: string;
  icon?: ReactNode;
}
export interface Toast extends ToastInput {
  id: string;
  position: ToastPosition;
  leaving: boolean;
}
export interface ToastSettings {
  limit: number;
  autoClose: number;
  /** How long the fade out takes; the message is dropped after it. */
  fade: number;
}

export const createToasts = (settings: ToastSettings) => {
  let shown: readonly Toast[] = [];
  let waiting: readonly Toast[] = [];
  let made = 0;
  const clocks = createClocks((id) => close(id));
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const isShown = (id: string) => shown.some((toast) => toast.id === id && !toast.leaving);

  const startClock = (toast: Toast) => {
    const ms = toast.autoClose ?? settings.autoClose;
    if (ms === false) clocks.drop(toast.id);
    else clocks.start(toast.id, ms);
  };
  /** The newest is on top; those over the limit wait invisibly, with their clocks stopped. */
  const fill = () => {
    while (shown.length < settings.limit) {
      const [next, ...rest] = waiting;
      if (!next) break;
      waiting = rest;
      shown = [next, ...shown];
      startClock(next);
    }
  };
  const drop = (id: string) => {
    shown = shown.filter((toast) => toast.id !== id);
    waiting = waiting.filter((toast) => toast.id !== id);
    fill();
    tell();
  };
  const close = (id: string) => {
    clocks.drop(id);
    if (!isShown(id)) {
      if (waiting.some((toast) => toast.id === id)) drop(id);
      return;
    }
    shown = shown.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast));
    setTimeout(() => drop(id), settings.fade);
    tell();
  };
  const add = (input: ToastInput): string => {
    const id = input.id ?? `toast-${++made}`;
    const toast: Toast = { position: 'top-right', ...input, id, leaving: false };
    if (isShown(id)) {
      shown = shown.map((old) => (old.id === id ? toast : old));
      startClock(toast);
    } else {
      waiting = [...waiting.filter((old) => old.id !== id), toast];
      fill();
    }
    tell();
    return id;
  };

  return {
    add,
    close,
    /** The pointer or the focus rests on a message: nothing may disappear under it. */
    pause: clocks.pause,
    resume: clocks.resume,
    configure: (next: Partial<ToastSettings>) => {
      Object.assign(settings, next);
      fill();
      tell();
    },
    shown: () => shown,
    waiting: () => waiting,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
export type ToastStore = ReturnType<typeof createToasts>;

/** One store for the browser tab. Nothing is shown until a ToastArea configures it. */
export const toasts = createToasts({ limit: 0, autoClose: 0, fade: 140 });
export const toast = (input: ToastInput) => toasts.add(input);
