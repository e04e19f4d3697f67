import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { FormDrawer } from './form-drawer.tsx';

const drawn = vi.hoisted(() => ({ onClose: () => {} }));
vi.mock('@mantine/core', () => ({
  Drawer: ({ onClose }: { onClose: () => void }) => {
    drawn.onClose = onClose;
    return null;
  },
}));
afterEach(() => vi.unstubAllGlobals());

/** What Escape does to a drawer while so many dialogs are open, itself included. */
const closedWith = (dialogs: number): boolean => {
  const close = vi.fn();
  vi.stubGlobal('document', { querySelectorAll: () => Array(dialogs) });
  renderToString(
    <FormDrawer opened onClose={close} title="Edit" closeLabel="Close" onSubmit={() => {}} actions={null}>
      {null}
    </FormDrawer>,
  );
  drawn.onClose();
  return close.mock.calls.length > 0;
};

test('Escape in a question over a drawer answers the question only; the drawer and what was typed in it stay', () => {
  expect(closedWith(2)).toBe(false);
  expect(closedWith(1)).toBe(true);
});
