import { useMemo } from 'react';
import classes from './diff-view.module.css';
import { diffWords, htmlToText } from './diff-words.ts';

export interface DiffViewProps {
  before: string;
  after: string;
  /** `html` is stored rich text, of which only the words are compared. */
  format?: 'plain' | 'html';
  /** Read by screen readers before each change. Sighted readers see underline and strike-through as well as the colour. */
  labels: { added: string; removed: string; same: string };
}

export function DiffView({ before, after, format = 'plain', labels }: DiffViewProps) {
  const parts = useMemo(
    () => (format === 'html' ? diffWords(htmlToText(before), htmlToText(after)) : diffWords(before, after)),
    [before, after, format],
  );
  if (parts.every((part) => part.kind === 'same')) return <p className={classes.none}>{labels.same}</p>;
  let at = 0;
  return (
    <div className={classes.diff}>
      {parts.map(({ kind, text }) => {
        /* The start of a part does not change while the two texts stay the same, so it can be the key. */
        const key = `${kind}-${at}`;
        at += text.length;
        if (kind === 'same') return <span key={key}>{text}</span>;
        const Tag: 'ins' | 'del' = kind === 'added' ? 'ins' : 'del';
        return (
          <Tag key={key}>
            <span className="sr-only">{labels[kind]} </span>
            {text}
          </Tag>
        );
      })}
    </div>
  );
}
