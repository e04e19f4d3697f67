import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';

/** Whoever came from what waits for them sees that alone, in a table without filters of its own: it is said, and can be taken off. */
export const OnlyWaiting = ({ all }: { all: string }) => (
  <Note>
    {m.shell_waiting_only()} <A href={all}>{m.shell_waiting_all()}</A>
  </Note>
);
