import type { ReactNode } from 'react';

/** Stands in until the unit room's own frame is merged; that one wins. */
export const UnitFrame = ({ children }: { id: number; children: ReactNode }) => <>{children}</>;
