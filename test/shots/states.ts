import type { Page } from 'playwright-core';

/** What a screen looks like after one act: open drawers, menus, dialogs, empty lists. `on` is the name of the screen, with a query where it has one. */
type State = { readonly name: string; readonly on: string; readonly act?: (page: Page) => Promise<void> };

export const states: readonly State[] = [];
