import { useBlocker } from 'react-router';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

/** Leaving with unsaved changes needs a confirmation. `name` is the name of the changed record. */
export function UnsavedChangesGuard({ form, name }: { form: { readonly changed: boolean }; name: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      form.changed && currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  );
  return (
    <ConfirmModal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={m.shell_unsaved_title()}
      confirmLabel={m.shell_unsaved_leave()}
      cancelLabel={m.shell_unsaved_stay()}
      closeLabel={m.shell_close()}
      danger
      onConfirm={() => blocker.proceed?.()}
    >
      {m.shell_unsaved_text({ name })}
    </ConfirmModal>
  );
}
