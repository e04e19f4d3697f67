import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { roleCalls } from '#contract/access/calls.ts';
import { allows } from '#contract/access/grants.ts';
import { teamCalls } from '#contract/access/people-calls.ts';
import { invitationCalls } from '#contract/invitation/calls.ts';
import type { codeKinds, OpenKind } from '#contract/invitation/kinds.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useApp } from '#web/layout/app.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { kindNames } from './words.ts';

type Problems = Readonly<Record<string, string>>;

/** Roles of the company that can be given, and its teams, where the visitor may read them. */
export function useStaffChoices(kind: OpenKind) {
  const { visitor } = useApp();
  const staff = kind === 'staff';
  const roles = useCall(
    roleCalls.roles,
    { page: 1, page_size: 100, z_filter: { audience: 'company' } },
    { enabled: staff && allows(['staff_roles_and_permissions', 'read'], visitor) },
  );
  const teams = useCall(teamCalls.teams, { page: 1, page_size: 100 }, { enabled: staff && allows(['teams', 'read'], visitor) });
  const choice = (one: { id: number; name: string }) => ({ value: String(one.id), label: one.name });
  return { roles: (roles.data?.results ?? []).map(choice), teams: (teams.data?.results ?? []).map(choice) };
}

export function SendForm({ kinds, start, close }: { kinds: readonly OpenKind[]; start: OpenKind; close: () => void }) {
  const [kind, setKind] = useState(start);
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [role, setRole] = useState('');
  const [team, setTeam] = useState('');
  const [message, setMessage] = useState('');
  const [locale, setLocale] = useState<'en' | 'sw'>('en');
  const [problems, setProblems] = useState<Problems>({});
  const choices = useStaffChoices(kind);
  const sending = useAct(invitationCalls.send, {
    done: close,
    handles: (why) => {
      if (!(why instanceof Refused) || (!why.body.fields && why.status !== 409)) return false;
      setProblems(why.body.fields ?? { email: String(why.body.message) });
      return true;
    },
  });
  const save = () => {
    const found: Record<string, string> = {};
    if (!email.trim() && !phone.trim()) found.email = m.invitation_need_address();
    if (kind === 'staff' && !role) found.role_id = m.invitation_need_role();
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const staff = kind === 'staff' ? { role_id: Number(role), ...(team ? { team_id: Number(team) } : {}) } : {};
    sending.mutate({
      kind,
      message,
      locale,
      ...staff,
      ...(email.trim() ? { email: email.trim() } : {}),
      ...(phone.trim() ? { phone: phone.trim() } : {}),
    });
  };
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.invitation_new()}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={<DrawerActions close={close} busy={sending.isPending} label={m.invitation_send()} />}
    >
      <NativeSelect
        label={m.invitation_as()}
        data={kinds.map((k) => ({ value: k, label: kindNames[k]() }))}
        value={kind}
        onChange={(e) => setKind(e.currentTarget.value as OpenKind)}
      />
      <TextInput
        type="email"
        label={m.invitation_email()}
        value={email}
        onChange={(e) => setEmail(e.currentTarget.value)}
        error={problems.email}
        autoComplete="off"
      />
      <TextInput
        type="tel"
        label={`${m.invitation_phone()} ${m.shell_optional()}`}
        description={m.invitation_phone_help()}
        value={phone}
        onChange={(e) => setPhone(e.currentTarget.value)}
        error={problems.phone}
        autoComplete="off"
      />
      {kind === 'staff' && (
        <NativeSelect
          label={m.invitation_role()}
          data={[{ value: '', label: m.invitation_role_choose() }, ...choices.roles]}
          value={role}
          onChange={(e) => setRole(e.currentTarget.value)}
          error={problems.role_id}
        />
      )}
      {kind === 'staff' && choices.teams.length > 0 && (
        <NativeSelect
          label={`${m.invitation_team()} ${m.shell_optional()}`}
          data={[{ value: '', label: m.invitation_team_none() }, ...choices.teams]}
          value={team}
          onChange={(e) => setTeam(e.currentTarget.value)}
          error={problems.team_id}
        />
      )}
      <Textarea
        label={`${m.invitation_message()} ${m.shell_optional()}`}
        description={m.invitation_message_help()}
        value={message}
        onChange={(e) => setMessage(e.currentTarget.value)}
        maxLength={500}
      />
      <NativeSelect
        label={m.invitation_language()}
        data={[
          { value: 'en', label: m.shell_language_english() },
          { value: 'sw', label: m.shell_language_kiswahili() },
        ]}
        value={locale}
        onChange={(e) => setLocale(e.currentTarget.value as 'en' | 'sw')}
      />
    </FormDrawer>
  );
}

type CodeKind = (typeof codeKinds)[number];

export function PosterForm({ kinds, close, made }: { kinds: readonly CodeKind[]; close: () => void; made: (id: number) => void }) {
  const [kind, setKind] = useState<CodeKind>(kinds[0] ?? 'tenant');
  const [uses, setUses] = useState<number | string>(20);
  const [message, setMessage] = useState('');
  const poster = useAct(invitationCalls.poster, { done: (row) => made(row.id) });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.invitation_poster()}
      closeLabel={m.shell_close()}
      onSubmit={() => poster.mutate({ kind, max_uses: Number(uses), message })}
      actions={<DrawerActions close={close} busy={poster.isPending} label={m.invitation_poster_make()} disabled={!(Number(uses) >= 1)} />}
    >
      <Note>{m.invitation_poster_text()}</Note>
      <NativeSelect
        label={m.invitation_as()}
        data={kinds.map((k) => ({ value: k, label: kindNames[k]() }))}
        value={kind}
        onChange={(e) => setKind(e.currentTarget.value as CodeKind)}
      />
      <NumberInput label={m.invitation_poster_uses()} min={1} max={500} allowDecimal={false} value={uses} onChange={setUses} />
      <Textarea
        label={`${m.invitation_message()} ${m.shell_optional()}`}
        description={m.invitation_message_help()}
        value={message}
        onChange={(e) => setMessage(e.currentTarget.value)}
        maxLength={500}
      />
    </FormDrawer>
  );
}
