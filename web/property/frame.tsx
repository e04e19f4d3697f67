import type { ReactNode } from 'react';

/** Head and tabs of a property's pages. */
export const PropertyFrame = ({ children }: { id: number; children: ReactNode }) => <>{children}</>;
