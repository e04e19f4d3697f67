/** Dashboards and public pages use the same panel. */
export { OrLine, Panel, type PanelProps, PanelRows } from '../public/panel.tsx';
