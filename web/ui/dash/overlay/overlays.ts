export { Modal as PlainDialog } from '@mantine/core';
export { MenuDrawer } from '#web/ui/shell/menu-drawer.tsx';
export { AnchoredMenu, AnchoredPopover } from './anchored-overlay.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { DrawerDialog } from './drawer-dialog.tsx';
