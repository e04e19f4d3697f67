import { readdirSync, readFileSync } from 'node:fs';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Permission } from '#contract/access/documents.ts';
import { type AppState, AppStateProvider } from '#web/layout/app.tsx';
import { useOccupant } from './use-occupant.ts';

const Asks = ({ shown }: { shown: boolean }) => useOccupant(7, shown).fetchStatus;
const asks = (grants: readonly Permission[], shown: boolean) =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <AppStateProvider value={{ visitor: { role: 'staff', layout: 'staff', onboarding: false, grants: new Set(grants) } } as unknown as AppState}>
        <Asks shown={shown} />
      </AppStateProvider>
    </QueryClientProvider>,
  );

test('occupant: is loaded only for a person with the permission, and only where the occupant is shown', () => {
  expect(asks(['units.edit', 'tenants.read'], true)).toBe('fetching');
  expect(asks(['units.edit', 'tenants.read'], false)).toBe('idle');
  expect(asks(['units.edit'], true)).toBe('idle');
});

test('unit screens: load the occupant only through useOccupant', () => {
  const here = new URL('.', import.meta.url);
  const asking = readdirSync(here).filter(
    (file) => !file.includes('.test.') && /useCall\(\s*intakeCalls\.occupant/.test(readFileSync(new URL(file, here), 'utf8')),
  );
  expect(asking).toEqual(['use-occupant.ts']);
});
