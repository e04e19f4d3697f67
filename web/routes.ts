import { layout, type RouteConfigEntry, route } from '@react-router/dev/routes';
import { isDashboardLayout, type ScreenAddress } from '../contract/kernel/screen.ts';
import { screenAddresses } from '../contract/screens.ts';

/** The router's table is computed from the screens: one view file under every address that shows it. */
const toRoute = (a: ScreenAddress): RouteConfigEntry => route(a.path.slice(1), `${a.screen.view}.tsx`, { id: a.id });

/** Frames: sign-in, onboarding and the invoice bring their own; public pages share one; each dashboard layout is a frame of its own. */
const isBare = (a: ScreenAddress) => a.path.startsWith('/auth/');
const publicPages = screenAddresses.filter((a) => !isDashboardLayout(a.layout));
const dashboards = [...new Set(screenAddresses.map((a) => a.layout))].filter(isDashboardLayout);

export default [
  layout('layout/public-layout.tsx', { id: 'frame.public' }, publicPages.filter((a) => !isBare(a)).map(toRoute)),
  ...publicPages.filter(isBare).map(toRoute),
  ...dashboards.map((name) =>
    layout('layout/dash-layout.tsx', { id: `frame.${name}` }, screenAddresses.filter((a) => a.layout === name).map(toRoute)),
  ),
  route('*', 'layout/not-found.tsx', { id: 'unknown' }),
] satisfies RouteConfigEntry[];
