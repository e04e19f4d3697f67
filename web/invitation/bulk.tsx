import { Button, FileInput, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { accessCalls } from '#contract/access/all-calls.ts';
import { invitationCalls } from '#contract/invitation/calls.ts';
import type { OpenInvitationKind } from '#contract/invitation/kinds.ts';
import { invitationKindLabels } from '#contract/invitation/labels.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { useAction } from '#web/client/use-call.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { phone } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { useStaffChoices } from './forms.tsx';
import classes from './invitation.module.css';

type Checked = CallResult<typeof invitationCalls.bulkCheck>;

/** A list of people: checked line by line first, then sent. */
export function BulkInvitationForm({ kinds, close }: { kinds: readonly OpenInvitationKind[]; close: () => void }) {
  const [kind, setKind] = useState<OpenInvitationKind>(kinds[0] ?? 'tenant');
  const [csv, setCsv] = useState('');
  const [role, setRole] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const choices = useStaffChoices(kind);
  const check = useAction(invitationCalls.bulkCheck, { quiet: true, done: setChecked });
  const sending = useAction(invitationCalls.bulkSend, {
    touches: [accessCalls],
    said: ({ sent }) => m.said_invited_many({ count: sent }),
    done: close,
  });
  const given = { kind, csv, ...(kind === 'staff' && role ? { role_id: Number(role) } : {}) };
  const go = () => {
    if (!checked) check.mutate(given);
    else if (checked.good > 0) sending.mutate(given);
  };
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.invitation_bulk_title()}
      closeLabel={m.shell_close()}
      onSubmit={go}
      actions={
        <>
          <Button variant="default" onClick={() => (checked ? setChecked(null) : close())}>
            {checked ? m.invitation_bulk_again() : m.shell_cancel()}
          </Button>
          <Button type="submit" loading={check.isPending || sending.isPending} disabled={checked ? checked.good === 0 : csv.trim() === ''}>
            {checked ? m.invitation_bulk_send({ count: checked.good }) : m.invitation_bulk_check()}
          </Button>
        </>
      }
    >
      {checked ? (
        <Lines checked={checked} />
      ) : (
        <>
          <NativeSelect
            label={m.invitation_as()}
            data={kinds.map((k) => ({ value: k, label: invitationKindLabels[k]() }))}
            value={kind}
            onChange={(e) => setKind(e.currentTarget.value as OpenInvitationKind)}
          />
          {kind === 'staff' && (
            <NativeSelect
              label={`${m.invitation_role()} ${m.shell_optional()}`}
              description={m.invitation_bulk_role_help()}
              data={[{ value: '', label: m.invitation_role_choose() }, ...choices.roles]}
              value={role}
              onChange={(e) => setRole(e.currentTarget.value)}
            />
          )}
          <Textarea
            label={m.invitation_bulk_list()}
            description={m.invitation_bulk_help()}
            placeholder={m.invitation_bulk_example()}
            value={csv}
            onChange={(e) => setCsv(e.currentTarget.value)}
            minRows={8}
            autosize
          />
          <FileInput
            label={m.invitation_bulk_file()}
            placeholder={m.invitation_bulk_choose()}
            accept=".csv,text/csv,text/plain"
            value={null}
            onChange={(file) => void file?.text().then(setCsv)}
          />
        </>
      )}
    </FormDrawer>
  );
}

const Lines = ({ checked }: { checked: Checked }) => (
  <>
    <Note tone={checked.bad === 0 ? 'good' : 'guard'}>
      {m.invitation_bulk_good({ count: checked.good })}. {checked.bad > 0 && `${m.invitation_bulk_bad({ count: checked.bad })}.`}
    </Note>
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{m.invitation_bulk_line()}</th>
          <th scope="col">{m.invitation_to()}</th>
          <th scope="col">{m.invitation_status()}</th>
        </tr>
      </thead>
      <tbody>
        {checked.rows.map((row) => (
          <tr key={row.line}>
            <td>{row.line}</td>
            <td>{[row.email, row.phone && phone(row.phone), row.role].filter(Boolean).join(', ')}</td>
            <td className={row.problem ? classes.bad : undefined}>{row.problem ?? m.invitation_bulk_ready()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
);
