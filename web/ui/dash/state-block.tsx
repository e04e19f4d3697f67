import type { ReactNode } from 'react';
import classes from './state-block.module.css';

export type StateKind = 'empty' | 'filtered' | 'error' | 'offline' | 'denied';
export interface StateBlockProps {
  kind?: StateKind;
  title: string;
  text: ReactNode;
  action?: ReactNode;
  secondary?: ReactNode;
  /** The level of the block's heading. */
  level?: 2 | 3;
}

const Inside = ({ kind }: { kind: StateKind }) => {
  if (kind === 'empty') {
    return (
      <>
        <path d="M80 88V64h16v24" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="6 5" />
        <circle cx="144" cy="34" r="11" fill="var(--mk-pindo-mango)" />
      </>
    );
  }
  if (kind === 'filtered') {
    return (
      <>
        <circle cx="90" cy="60" r="13" fill="var(--mk-surface)" stroke="currentColor" strokeWidth="3" />
        <path d="m99 70 12 12" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      </>
    );
  }
  if (kind === 'denied') {
    return (
      <>
        <rect x="76" y="58" width="24" height="20" rx="3" fill="currentColor" />
        <path d="M81 58v-6a7 7 0 0 1 14 0v6" fill="none" stroke="currentColor" strokeWidth="3" />
      </>
    );
  }
  return <path d="m76 54 11 10-8 9 12 15" fill="none" stroke="currentColor" strokeWidth="2.5" />;
};

/** A picture of a house: dashed for an empty list, cracked for an error, locked for a missing permission. */
function Drawing({ kind }: { kind: StateKind }) {
  const hollow = kind === 'empty' || kind === 'filtered';
  return (
    <svg className={classes.art} viewBox="0 0 176 96" aria-hidden="true" focusable="false">
      <path d="M8 88h160" stroke="var(--mk-line-strong)" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M52 88V50l36-28 36 28v38z"
        fill={hollow ? 'none' : 'var(--mk-tint)'}
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray={hollow ? '6 5' : undefined}
      />
      <path d="M42 56 88 20l46 36" fill="none" stroke="var(--mk-pindo-murram)" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" />
      <Inside kind={kind} />
      <path d="M22 88q0-12 8-16 8 4 8 16M140 88q0-16 9-22 9 6 9 22" fill="none" stroke="var(--mk-line-strong)" strokeWidth="2" />
    </svg>
  );
}

/** The empty, error, offline and no-permission states share one layout: a picture, a plain sentence and one action. */
export function StateBlock({ kind = 'empty', title, text, action, secondary, level = 2 }: StateBlockProps) {
  const Heading: 'h2' | 'h3' = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.state} role={kind === 'error' || kind === 'offline' ? 'alert' : 'status'}>
      <Drawing kind={kind} />
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.text}>{text}</p>
      {(action || secondary) && (
        <div className={classes.actions}>
          {action}
          {secondary}
        </div>
      )}
    </div>
  );
}

const WIDTHS = ['30%', '25%', '20%'];

export const RowsLoading = ({ rows = 6, label }: { rows?: number; label: string }) => (
  <div className={classes.rows} role="status" aria-busy="true" aria-label={label}>
    {Array.from({ length: rows }, (_, at) => `row-${at}`).map((key, at) => (
      <div key={key} className={classes.row}>
        <span className={classes.bone} style={{ width: WIDTHS[at % 3] }} />
        <span className={classes.bone} style={{ width: '16%' }} />
        <span className={classes.bone} style={{ width: at % 2 ? '14%' : '20%' }} />
        <span className={classes.bone} />
      </div>
    ))}
  </div>
);
