import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { RoleWithGrants } from '#contract/access/calls.ts';
import { isAllowed } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import type { DashboardLayout, Role } from '#contract/kernel/roles.ts';
import { screenAddresses } from '#contract/screens.ts';
import { buildDashboardMenu } from '#web/layout/menu.ts';
import { getScreenTitle } from '#web/layout/titles.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { IconLock } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './access.module.css';

/** Shows the dashboard a person with this role would see, from the same table as menus and page guards. It is not "view as". */
export function RolePreview({ role }: { role: RoleWithGrants }) {
  const [layout, setLayout] = useState((role.layouts[0] ?? 'owner') as DashboardLayout);
  const as: Role = role.audience === 'platform' ? (layout as Role) : 'staff';
  const visitor: Visitor = { role: as, layout, onboarding: false, grants: new Set(role.grants) };
  const menu = buildDashboardMenu(layout, visitor, '');
  const pages = screenAddresses.filter((a) => a.layout === layout);
  const open = pages.filter((a) => isAllowed(a.screen.needs, visitor));
  const closed = pages.filter((a) => !isAllowed(a.screen.needs, visitor));
  const listed = (some: typeof pages) => [...new Set(some.map((a) => getScreenTitle(a.key) ?? a.key))];
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>{m.access_preview_text()}</p>
      {role.layouts.length > 1 && (
        <NativeSelect
          label={m.access_preview_place()}
          data={role.layouts}
          value={layout}
          onChange={(e) => setLayout(e.currentTarget.value as DashboardLayout)}
        />
      )}
      <div className={classes.two}>
        <Panel title={m.access_preview_menu()}>
          {menu.map((group) => (
            <div key={group.label ?? ''} className={classes.section}>
              {group.label && <p className={classes.quiet}>{group.label}</p>}
              <ul className={classes.list}>
                {group.items.map(({ label, href, icon: Sign }) => (
                  <li key={href}>
                    <Sign size={18} aria-hidden />
                    {label}
                  </li>
                ))}
              </ul>
            </div>
          ))}
          {menu.length === 0 && m.access_preview_none()}
        </Panel>
        <div className={classes.stack}>
          <Panel title={m.access_preview_open()}>{listed(open).join(', ') || m.access_preview_none()}</Panel>
          <Panel title={m.access_preview_closed()}>
            <ul className={classes.list}>
              {listed(closed).map((title) => (
                <li key={title}>
                  <IconLock size={16} aria-hidden />
                  {title}
                </li>
              ))}
              {closed.length === 0 && <li>{m.access_preview_none()}</li>}
            </ul>
          </Panel>
        </div>
      </div>
    </div>
  );
}
