import { useReturnFocus } from './focus-back.ts';
import { lazyOverlay } from './lazy-overlay.tsx';
import type { ConfirmModalProps } from './overlay-props.ts';

const Dialog = lazyOverlay<ConfirmModalProps>(({ ConfirmDialog }) => ConfirmDialog);

export function ConfirmModal(props: ConfirmModalProps) {
  useReturnFocus(props.opened);
  return <Dialog {...props} />;
}
