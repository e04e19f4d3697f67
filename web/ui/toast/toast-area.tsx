import { useEffect, useSyncExternalStore } from 'react';
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from '../icons.ts';
import { type Toast, type ToastPosition, toastStore } from './store.ts';
import classes from './toast.module.css';

export interface ToastAreaProps {
  /** The maximum number of visible toasts. */
  limit: number;
  /** The default display time of a message in milliseconds. */
  autoClose: number;
  closeLabel: string;
  /** The name of the region for screen readers. */
  label: string;
}

const ICON = { success: IconCheck, error: IconX, warning: IconAlertTriangle, info: IconInfoCircle };
const POSITIONS: readonly ToastPosition[] = ['top-right', 'top-center'];
const NONE: readonly Toast[] = [];

function Item({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const Icon = ICON[toast.kind];
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      data-leaving={toast.leaving || undefined}
      role={toast.kind === 'error' ? 'alert' : undefined}
    >
      <span className={classes.icon} aria-hidden="true">
        {toast.icon ?? <Icon size={18} />}
      </span>
      <div>
        <div className={classes.title}>{toast.title}</div>
        {toast.text && <div className={classes.text}>{toast.text}</div>}
      </div>
      <button type="button" className={classes.close} aria-label={closeLabel} onClick={() => toastStore.close(toast.id)}>
        <IconX size={17} aria-hidden />
      </button>
    </div>
  );
}

/** Rendered once, at the root. Both stacks are always in the page, because a live region must exist before a message is put into it. */
export function ToastArea({ limit, autoClose, closeLabel, label }: ToastAreaProps) {
  useEffect(() => toastStore.configure({ limit, autoClose }), [limit, autoClose]);
  const all = useSyncExternalStore(toastStore.subscribe, toastStore.shown, () => NONE);
  return (
    <section
      className={classes.areas}
      aria-label={label}
      onMouseEnter={toastStore.pause}
      onMouseLeave={toastStore.resume}
      onFocus={toastStore.pause}
      onBlur={toastStore.resume}
    >
      {POSITIONS.map((position) => (
        <div key={position} className={classes.area} data-position={position} aria-live="polite" aria-relevant="additions text">
          {all
            .filter((toast) => toast.position === position)
            .map((toast) => (
              <Item key={toast.id} toast={toast} closeLabel={closeLabel} />
            ))}
        </div>
      ))}
    </section>
  );
}
