import { Menu, Popover } from '@mantine/core';
import { type ReactNode, type Ref, type RefObject, useLayoutEffect } from 'react';
import { Link } from 'react-router';
import classes from './more-menu.module.css';
import type { MoreMenuItem } from './overlay-props.ts';

/** A menu or popover that opens from a button rendered earlier; `id` is the id of that button. */
type Hung = {
  readonly id: string;
  readonly from: RefObject<HTMLElement | null>;
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
};

/** A placeholder for the button, so that the button is not rendered again when the menu loads, and keeps the focus. */
function Stand({ of, ref }: { of: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(of.current);
    else if (ref) ref.current = of.current;
  }, [of, ref]);
  return null;
}

function Item({ item }: { item: MoreMenuItem }) {
  const look = {
    ...(item.icon ? { leftSection: <item.icon size={17} aria-hidden /> } : {}),
    ...(item.danger ? { color: 'red', className: classes.danger ?? '' } : {}),
  };
  if ('href' in item) {
    return (
      <Menu.Item component={Link} to={item.href} {...look}>
        {item.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item onClick={item.onClick} disabled={item.kept !== undefined} {...look}>
      {item.label}
      {item.kept && <small className={classes.kept}>{item.kept}</small>}
    </Menu.Item>
  );
}

/** The items of the menu in groups, separated by lines. */
export function AnchoredMenu({ id, from, opened, setOpened, groups }: Hung & { readonly groups: readonly (readonly MoreMenuItem[])[] }) {
  return (
    <Menu id={id} opened={opened} onChange={setOpened} position="bottom-end">
      <Menu.Target>
        <Stand of={from} />
      </Menu.Target>
      <Menu.Dropdown>
        {groups.flatMap((group, at) => [
          ...(at > 0 ? [<Menu.Divider key={`line-${group[0]?.label}`} />] : []),
          ...group.map((item) => <Item key={item.label} item={item} />),
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}

export function AnchoredPopover({
  id,
  from,
  opened,
  setOpened,
  width,
  label,
  children,
}: Hung & { width: string; label: string; children: ReactNode }) {
  return (
    <Popover id={id} opened={opened} onChange={setOpened} width={width} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Stand of={from} />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
