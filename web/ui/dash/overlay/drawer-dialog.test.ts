import { expect, test, vi } from 'vitest';
import { closeUnlessConfirming } from './drawer-dialog.tsx';

/** Whether Escape closes the drawer while this number of dialogs is open, the drawer included. */
const closedWith = (dialogs: number): boolean => {
  const close = vi.fn();
  vi.stubGlobal('document', { querySelectorAll: () => Array(dialogs) });
  closeUnlessConfirming(close)();
  return close.mock.calls.length > 0;
};

test('drawer: the Escape key closes the drawer only if no dialog is open over the drawer', () => {
  expect(closedWith(2)).toBe(false);
  expect(closedWith(1)).toBe(true);
});
