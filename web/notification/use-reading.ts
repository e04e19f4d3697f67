import { useCallback } from 'react';
import { type Notification, notificationCalls } from '#contract/notification/calls.ts';
import { send } from '#web/client/client.ts';
import { sayError } from '#web/client/errors.ts';
import { useStale } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { toast } from '#web/ui/toast/store.ts';

/** Reloads all notification data: the bell, its list and the page. */
export const useRefresh = () => useStale(notificationCalls.markRead);

/** Marking one as read shows no message on success. */
export function useReadOne(): (notification: Pick<Notification, 'id' | 'read'>) => void {
  const refresh = useRefresh();
  const { word } = useApp();
  return useCallback(
    ({ id, read }) => {
      if (read) return;
      send(notificationCalls.markRead, { type: 'single', id }).then(refresh, (problem: unknown) =>
        toast({ kind: 'error', ...sayError(problem, word) }),
      );
    },
    [refresh, word],
  );
}
