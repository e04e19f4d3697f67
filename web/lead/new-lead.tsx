import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { isPlausiblePhone } from '#contract/kernel/phone-text.ts';
import { leadCalls } from '#contract/lead/calls.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { m } from '#words/messages.js';

/** Records an enquiry received by phone or in person. */
export function NewLeadForm({ close }: { close: () => void }) {
  const live = useCall(listingCalls.list, { page: 1, page_size: 100, sort: 'title', z_filter: { status: 'live' } }).data?.results ?? [];
  const form = useForm(leadCalls.create, {
    blank: { name: '', phone: '', email: '', listing_id: '', message: '' },
    given: ({ listing_id, ...said }) => ({ ...said, listing_id: Number(listing_id) }),
    says: { name: m.lead_need_name, phone: m.lead_need_phone, listing_id: m.lead_need_listing },
    check: ({ phone }): Record<string, string> => (isPlausiblePhone(phone) ? {} : { phone: m.lead_need_phone() }),
    touches: [listingCalls],
    said: ({ name }) => m.said_added({ name }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.lead_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.lead_form_save()} />}
    >
      <TextInput {...form.text('name')} label={m.lead_form_name()} maxLength={120} />
      <TextInput {...form.text('phone')} label={m.lead_form_phone()} type="tel" placeholder="0712 345 678" />
      <TextInput {...form.text('email')} label={`${m.lead_form_email()} ${m.shell_optional()}`} type="email" />
      <NativeSelect
        {...form.text('listing_id')}
        label={m.lead_form_listing()}
        data={[{ value: '', label: '' }, ...live.map((l) => ({ value: String(l.id), label: l.unit ? `${l.title}, ${l.unit.name}` : l.title }))]}
      />
      <Textarea {...form.text('message')} label={`${m.lead_form_message()} ${m.shell_optional()}`} autosize minRows={3} maxLength={2000} />
    </FormDrawer>
  );
}
