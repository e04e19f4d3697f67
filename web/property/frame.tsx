import type { ReactNode } from 'react';

/** Stands in until the property room's own frame is merged; that one wins. */
export const PropertyFrame = ({ children }: { id: number; children: ReactNode }) => <>{children}</>;
