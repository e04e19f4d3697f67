/**
 * Toasts: messages about recent actions. The store does not depend on React or the page, so that its timing can be tested; ToastArea renders it. The
 * specification sets the maximum number and the display time, which `configure` receives.
 */
import type { ReactNode } from 'react';
import { createToastTimers } from './clocks.ts';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';
export type ToastPosition = 'top-right' | 'top-center';

export interface ToastInput {
  kind: ToastKind;
  title: ReactNode;
  text?: ReactNode;
  /** The display time in milliseconds, or false to stay until closed. The default is the time of the toast area. */
  autoClose?: number | false;
  position?: ToastPosition;
  /** A message with the same id replaces the earlier message. */
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
  /** The duration of the fade-out, after which the message is removed. */
  fade: number;
}

export const createToastStore = (settings: ToastSettings) => {
  let shown: readonly Toast[] = [];
  let waiting: readonly Toast[] = [];
  let made = 0;
  const clocks = createToastTimers((id) => close(id));
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
  /** The newest message is on top. Messages over the limit stay queued, and their time does not run. */
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
    /** The pointer or the focus is on a message, so no message may disappear. */
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
export type ToastStore = ReturnType<typeof createToastStore>;

/** One store for the browser tab. Nothing is shown until a ToastArea configures it. */
export const toastStore = createToastStore({ limit: 0, autoClose: 0, fade: 140 });
export const showToast = (input: ToastInput) => toastStore.add(input);
