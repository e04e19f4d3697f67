import './mantine.css';
import './tweaks.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorSchemeManager } from '../public/scheme.ts';
import { theme } from '../theme/theme.ts';
import { useScrollbarWidth } from './use-scrollbar-width.ts';

/**
 * The Mantine provider of the dashboards. Every option that would write a <style> element is turned off: variables and visibility classes come from
 * theme.gen.css. The accent is no parameter, because the theme follows html[data-accent].
 */
export function DashboardUiProvider({ children }: { children: ReactNode }) {
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
