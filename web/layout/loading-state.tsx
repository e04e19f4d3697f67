import { Button } from '@mantine/core';
import { CallRejectedError } from '#web/client/send.ts';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { m } from '#words/messages.js';

type Props = { answer: { readonly isError: boolean; readonly error?: unknown; readonly refetch: () => unknown }; rows?: number; text?: string };

/** The placeholder of an answer: a skeleton while it loads; after an error the reason, or a button to try again. */
export function LoadingState({ answer, rows = 8, text = '' }: Props) {
  if (!answer.isError) return <RowsLoading rows={rows} label={m.shell_loading()} />;
  // The server gives the reason, and another request would get the same answer.
  const { error } = answer;
  if (error instanceof CallRejectedError && error.status === 409) return <StateBlock kind="error" title={error.message} text={text} />;
  const again = <Button onClick={() => void answer.refetch()}>{m.shell_try_again()}</Button>;
  return <StateBlock kind="error" title={m.shell_not_loaded()} text={text} action={again} />;
}
