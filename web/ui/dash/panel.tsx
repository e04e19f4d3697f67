/** Dashboards and public pages use the same panel. */
export { LabelledDivider, Panel, type PanelProps, PanelRows } from '../public/panel.tsx';
