import type { ModalProps } from '@mantine/core';
import { makeLazyOverlay } from './lazy-overlay.tsx';

/** A dialog that is neither a confirmation nor a short form; it loads with the other dialogs. */
export const PlainModal = makeLazyOverlay<ModalProps>(({ PlainDialog }) => PlainDialog);
