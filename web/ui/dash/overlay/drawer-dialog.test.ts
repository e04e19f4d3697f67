import { expect, test, vi } from 'vitest';
import { unlessAsked } from './drawer-dialog.tsx';

/** What Escape does to a drawer while so many dialogs are open, itself included. */
const closedWith = (dialogs: number): boolean => {
  const close = vi.fn();
  vi.stubGlobal('document', { querySelectorAll: () => Array(dialogs) });
  unlessAsked(close)();
  return close.mock.calls.length > 0;
};

test('Escape in a question over a drawer answers the question only; the drawer and what was typed in it stay', () => {
  expect(closedWith(2)).toBe(false);
  expect(closedWith(1)).toBe(true);
});
