import { ConflictNote } from '#web/ui/dash/conflict-note.tsx';
import { m } from '#words/messages.js';

type Form<T> = { draft: T; theirs: T | null; keepMine: () => void; takeTheirs: () => void };

const spoken = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '' : String(value));

/** What somebody else saved meanwhile, beside what is typed here; `labels` name the fields worth telling. */
export function Conflict<T extends object>({ form, labels }: { form: Form<T>; labels: Partial<Record<keyof T, string>> }) {
  const { draft, theirs, keepMine, takeTheirs } = form;
  if (!theirs) return null;
  const names = (Object.keys(labels) as (keyof T)[]).filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(theirs[name]));
  return (
    <ConflictNote
      text={m.shell_conflict()}
      differences={names.map((name) => ({ label: labels[name] ?? '', theirs: spoken(theirs[name]), mine: spoken(draft[name]) }))}
      theirsLabel={m.shell_conflict_theirs()}
      mineLabel={m.shell_conflict_mine()}
      takeLabel={m.shell_conflict_take()}
      keepLabel={m.shell_conflict_keep()}
      onTake={takeTheirs}
      onKeep={keepMine}
    />
  );
}
