import { useFocusBack } from './focus-back.ts';
import { late } from './late.tsx';
import type { ConfirmModalProps } from './overlay-props.ts';

const Dialog = late<ConfirmModalProps>(({ ConfirmDialog }) => ConfirmDialog);

export function ConfirmModal(props: ConfirmModalProps) {
  useFocusBack(props.opened);
  return <Dialog {...props} />;
}
