import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** True after scripts have started. Buttons that need scripts are not rendered before. */
export const useIsMounted = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
