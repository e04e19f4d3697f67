import type { ModalProps } from '@mantine/core';
import { late } from './late.tsx';

/** A dialog that is neither a question nor a short form; it comes with the others. */
export const PlainModal = late<ModalProps>(({ PlainDialog }) => PlainDialog);
