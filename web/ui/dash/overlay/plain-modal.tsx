import type { ModalProps } from '@mantine/core';
import { lazyOverlay } from './lazy-overlay.tsx';

/** A dialog that is neither a confirmation nor a short form; it loads with the other dialogs. */
export const PlainModal = lazyOverlay<ModalProps>(({ PlainDialog }) => PlainDialog);
