import { makeLazyOverlay } from './lazy-overlay.tsx';
import type { FormDrawerProps } from './overlay-props.ts';
import { useReturnFocus } from './use-return-focus.ts';

const Dialog = makeLazyOverlay<FormDrawerProps>(({ DrawerDialog }) => DrawerDialog);

/** A drawer for short forms beside their list; it fills the screen on a phone. The first field has the focus when the drawer opens. */
export function FormDrawer(props: FormDrawerProps) {
  useReturnFocus(props.opened);
  return <Dialog {...props} />;
}
