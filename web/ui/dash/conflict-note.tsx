import { Button, Group } from '@mantine/core';
import { Note } from '../public/note.tsx';
import classes from './conflict-note.module.css';

export interface ConflictNoteProps {
  /** What happened, and what to do. */
  text: string;
  /** What differs: the name of the field, theirs, mine. */
  differences: readonly { label: string; theirs: string; mine: string }[];
  theirsLabel: string;
  mineLabel: string;
  takeLabel: string;
  keepLabel: string;
  onTake: () => void;
  onKeep: () => void;
}

/** Somebody else saved first: both versions, and a choice. Nothing is overwritten before it is made. */
export const ConflictNote = ({ text, differences, theirsLabel, mineLabel, takeLabel, keepLabel, onTake, onKeep }: ConflictNoteProps) => (
  <Note tone="guard">
    <p className={classes.text}>{text}</p>
    {differences.length > 0 && (
      <dl className={classes.list}>
        {differences.map(({ label, theirs, mine }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {theirsLabel} {theirs || '–'}
            </dd>
            <dd>
              {mineLabel} {mine || '–'}
            </dd>
          </div>
        ))}
      </dl>
    )}
    <Group gap={8}>
      <Button size="compact-sm" variant="default" onClick={onTake}>
        {takeLabel}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onKeep}>
        {keepLabel}
      </Button>
    </Group>
  </Note>
);
