/** Dashboards and public pages draw the same box. */
export { OrLine, Panel, type PanelProps, PanelRows } from '../public/panel.tsx';
