import type { ReactNode } from 'react';

/** Stands above every page of a property. */
export const PropertyFrame = ({ children }: { id: number; children: ReactNode }) => children;
