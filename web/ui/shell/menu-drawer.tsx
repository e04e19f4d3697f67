import { CloseButton, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { BrandLogo } from '../brand.tsx';
import classes from './dash-frame.module.css';

export type MenuDrawerProps = {
  readonly opened: boolean;
  readonly close: () => void;
  readonly brand: string;
  readonly label: string;
  readonly closeLabel: string;
  readonly children: ReactNode;
};

/** The full menu of a phone, shown over the page. */
export function MenuDrawer({ opened, close, brand, label, closeLabel, children }: MenuDrawerProps) {
  return (
    <Drawer.Root opened={opened} onClose={close} position="left" size={304} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={label}>
        <div className={classes.menu}>
          <div className={classes.menuTop}>
            <BrandLogo name={brand} size={24} />
            <CloseButton size="xl" aria-label={closeLabel} onClick={close} />
          </div>
          {children}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}
