import { makeLazyOverlay } from './lazy-overlay.tsx';
import type { ConfirmModalProps } from './overlay-props.ts';
import { useReturnFocus } from './use-return-focus.ts';

const Dialog = makeLazyOverlay<ConfirmModalProps>(({ ConfirmDialog }) => ConfirmDialog);

export function ConfirmModal(props: ConfirmModalProps) {
  useReturnFocus(props.opened);
  return <Dialog {...props} />;
}
