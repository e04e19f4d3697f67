import { useCallback } from 'react';
import { type Notification, notificationCalls } from '#contract/notification/calls.ts';
import { send } from '#web/client/client.ts';
import { toErrorMessage } from '#web/client/errors.ts';
import { useInvalidateCalls } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { showToast } from '#web/ui/toast/store.ts';

/** Reloads all notification data: the bell, its list and the page. */
export const useNotificationRefresh = () => useInvalidateCalls(notificationCalls.markRead);

/** Marking one as read shows no message on success. */
export function useMarkNotificationRead(): (notification: Pick<Notification, 'id' | 'read'>) => void {
  const refresh = useNotificationRefresh();
  const { word } = useApp();
  return useCallback(
    ({ id, read }) => {
      if (read) return;
      send(notificationCalls.markRead, { type: 'single', id }).then(refresh, (problem: unknown) =>
        showToast({ kind: 'error', ...toErrorMessage(problem, word) }),
      );
    },
    [refresh, word],
  );
}
