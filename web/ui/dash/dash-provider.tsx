import './mantine.css';
import './tweaks.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager } from '../public/scheme.ts';
import { theme } from '../theme/theme.ts';
import { useScrollbarWidth } from './use-scrollbar-width.ts';

/**
 * Mantine for the dashboards, with everything switched off that would write a <style> element: variables and visibility classes come
 * from theme.gen.css. The accent is not handed in; the theme follows html[data-accent].
 */
export function DashProvider({ children }: { children: ReactNode }) {
  useScrollbarWidth();
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
