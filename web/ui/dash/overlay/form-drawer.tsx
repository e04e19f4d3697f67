import { useFocusBack } from './focus-back.ts';
import { lazyOverlay } from './lazy-overlay.tsx';
import type { FormDrawerProps } from './overlay-props.ts';

const Dialog = lazyOverlay<FormDrawerProps>(({ DrawerDialog }) => DrawerDialog);

/** Short forms beside the list they belong to; the whole screen on a phone. Opens with the first field in hand. */
export function FormDrawer(props: FormDrawerProps) {
  useFocusBack(props.opened);
  return <Dialog {...props} />;
}
