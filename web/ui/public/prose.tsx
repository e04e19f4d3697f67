import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import classes from './prose.module.css';

export type ProseProps = { className?: string } & ({ html: string; children?: undefined } | { html?: undefined; children: ReactNode });

/** Long texts: policies, terms, help. The server must have cleaned `html` before storing it. */
export function ProseHtml({ html, children, className }: ProseProps) {
  const look = cx(classes.prose, className);
  if (html === undefined) return <div className={look}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place where stored, cleaned rich text is shown
  return <div className={look} dangerouslySetInnerHTML={{ __html: html }} />;
}
