import { type FormEvent, useState } from 'react';
import { toUserType } from '#contract/kernel/roles.ts';
import type { PersonDetails } from '#contract/people/calls.ts';
import { hasLegalIdentityChanged } from '#contract/people/rules.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';

type Named = Parameters<typeof hasLegalIdentityChanged>[2];

/** Asks before a verified name or number is changed: the account becomes pending and is restricted until it is verified again. */
export function useVerifiedNameConfirmation(person: PersonDetails, values: Named, submit: (event?: FormEvent<HTMLFormElement>) => void) {
  const [asking, setAsking] = useState(false);
  const { company_details: company } = person;
  const before = { name: person.name, company_name: company?.name, kra_pin: company?.kra_pin, reg_no: company?.reg_no };
  const counts = person.verified_status === 'verified' && hasLegalIdentityChanged(toUserType(person.user_type), before, values);
  const dialog = (
    <ConfirmModal
      opened={asking}
      onClose={() => setAsking(false)}
      title={m.profile_verified_title()}
      confirmLabel={m.profile_verified_change()}
      cancelLabel={m.profile_verified_keep()}
      closeLabel={m.shell_close()}
      danger
      onConfirm={() => {
        setAsking(false);
        submit();
      }}
    >
      <p>{m.profile_verified_text()}</p>
    </ConfirmModal>
  );
  const ask = (event: FormEvent<HTMLFormElement>) => {
    if (!counts) return submit(event);
    event.preventDefault();
    setAsking(true);
  };
  return { ask, dialog };
}
