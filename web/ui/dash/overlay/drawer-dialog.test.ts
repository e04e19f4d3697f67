import { expect, test, vi } from 'vitest';
import { whenNoConfirmation } from './drawer-dialog.tsx';

/** Whether Escape closes the drawer while this number of dialogs is open, the drawer included. */
const closedWith = (dialogs: number): boolean => {
  const close = vi.fn();
  vi.stubGlobal('document', { querySelectorAll: () => Array(dialogs) });
  whenNoConfirmation(close)();
  return close.mock.calls.length > 0;
};

test('drawer: Escape closes it only if no dialog is open over it', () => {
  expect(closedWith(2)).toBe(false);
  expect(closedWith(1)).toBe(true);
});
