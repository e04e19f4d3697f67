import { Button } from '@mantine/core';
import { type PersonDetails, peopleCalls } from '#contract/people/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './people.module.css';

/** A pending request about a super admin: another super admin confirms or declines it, or its requester withdraws it. */
export function DualApprovalRequest({ request, name, gone }: { request: NonNullable<PersonDetails['request']>; name: string; gone: () => void }) {
  const settle = useAction(peopleCalls.settleRequest, {
    said: ({ agreed }) => (agreed ? m.said_two_done({ name }) : m.said_two_dropped({ name })),
    done: ({ agreed }) => (agreed && request.act === 'delete' ? gone() : undefined),
  });
  const said = { name, by: request.by, when: formatDateTime(request.at), reason: request.reason };
  const press = (agree: boolean) => settle.mutate({ id: request.id, agree });
  return (
    <Note
      tone="guard"
      className={classes.note ?? ''}
      action={
        <>
          {!request.mine && (
            <Button size="xs" color="red" loading={settle.isPending} onClick={() => press(true)}>
              {request.act === 'delete' ? m.people_two_confirm_delete() : m.people_two_confirm_disable()}
            </Button>
          )}
          <Button size="xs" variant="default" loading={settle.isPending} onClick={() => press(false)}>
            {request.mine ? m.people_two_withdraw() : m.people_two_decline()}
          </Button>
        </>
      }
    >
      {request.act === 'delete' ? m.people_two_delete(said) : m.people_two_disable(said)} {request.mine && m.people_two_waits()}
    </Note>
  );
}
