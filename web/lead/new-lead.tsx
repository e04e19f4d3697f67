import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { looksLikePhone } from '#contract/kernel/phone-text.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { Refused } from '#web/client/send.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { m } from '#words/messages.js';

/** Writes down somebody who called or came by. */
export function NewLead({ close }: { close: () => void }) {
  const [name, setName] = useState('');
  const [number, setNumber] = useState('');
  const [email, setEmail] = useState('');
  const [listing, setListing] = useState('');
  const [message, setMessage] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const live = useCall(listingCalls.all, { page: 1, page_size: 100, sort: 'title', z_filter: { status: 'live' } }).data?.results ?? [];
  const create = useAct(leadCalls.create, {
    done: close,
    handles: (why) => {
      if (!(why instanceof Refused) || !why.body.fields) return false;
      setProblems(why.body.fields);
      return true;
    },
  });
  const save = () => {
    const found: Record<string, string> = {};
    if (!name.trim()) found.name = m.lead_need_name();
    if (!looksLikePhone(number)) found.phone = m.lead_need_phone();
    if (!listing) found.listing_id = m.lead_need_listing();
    setProblems(found);
    if (Object.keys(found).length === 0) create.mutate({ name, phone: number, email, message, listing_id: Number(listing) });
  };
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.lead_new()}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={<DrawerActions close={close} busy={create.isPending} label={m.lead_form_save()} />}
    >
      <TextInput label={m.lead_form_name()} value={name} onChange={(e) => setName(e.currentTarget.value)} error={problems.name} maxLength={120} />
      <TextInput
        label={m.lead_form_phone()}
        type="tel"
        placeholder="0712 345 678"
        value={number}
        onChange={(e) => setNumber(e.currentTarget.value)}
        error={problems.phone}
      />
      <TextInput
        label={`${m.lead_form_email()} ${m.shell_optional()}`}
        type="email"
        value={email}
        onChange={(e) => setEmail(e.currentTarget.value)}
        error={problems.email}
      />
      <NativeSelect
        label={m.lead_form_listing()}
        data={[{ value: '', label: '' }, ...live.map((l) => ({ value: String(l.id), label: l.unit ? `${l.title}, ${l.unit.name}` : l.title }))]}
        value={listing}
        onChange={(e) => setListing(e.currentTarget.value)}
        error={problems.listing_id}
      />
      <Textarea
        label={`${m.lead_form_message()} ${m.shell_optional()}`}
        value={message}
        onChange={(e) => setMessage(e.currentTarget.value)}
        error={problems.message}
        autosize
        minRows={3}
        maxLength={2000}
      />
    </FormDrawer>
  );
}
