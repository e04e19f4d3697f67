import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

/**
 * A reader who opened the list from a pending task sees only the matching rows, in a table without filters. A note says so and links the full list.
 */
export const PendingOnlyNote = ({ all }: { all: string }) => (
  <Note>
    {m.shell_waiting_only()} <AppLink href={all}>{m.shell_waiting_all()}</AppLink>
  </Note>
);
