import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** True once scripts run. Buttons that need scripts are not rendered before. */
export const useAlive = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
