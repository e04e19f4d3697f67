import { expect, test, vi } from 'vitest';
import { unlessAsked } from './drawer-dialog.tsx';

/** What Escape does to a drawer while so many dialogs are open, itself included. */
const closedWith = (dialogs: number): boolean => {
  const close = vi.fn();
  vi.stubGlobal('document', { querySelectorAll: () => Array(dialogs) });
  unlessAsked(close)();
  return close.mock.calls.length > 0;
};

test('drawer: Escape in a dialog over the drawer closes only the dialog and keeps the typed text', () => {
  expect(closedWith(2)).toBe(false);
  expect(closedWith(1)).toBe(true);
});
