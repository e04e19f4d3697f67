export { Modal as PlainDialog } from '@mantine/core';
export { MenuDrawer } from '#web/ui/shell/menu-drawer.tsx';
export { ConfirmDialog } from './confirm-dialog.tsx';
export { DrawerDialog } from './drawer-dialog.tsx';
export { HungMenu, HungPopover } from './hung.tsx';
