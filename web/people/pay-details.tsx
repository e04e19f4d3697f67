import { Button, Textarea, TextInput } from '@mantine/core';
import type { FamilyOwnCalls, PersonDetails } from '#contract/people/calls.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './people.module.css';

type Company = NonNullable<PersonDetails['company_details']>;

/** The company's payment details as payers read them. Where Makao collects, tenants pay to Makao's number and nothing is entered here. */
export function CompanyPaymentDetails(props: { company: Company; calls: FamilyOwnCalls }) {
  const wallet = useCall(walletCalls.ownWallet, {});
  if (wallet.data?.mode !== 'trust') return <Typed {...props} />;
  return (
    <Panel title={m.profile_pay()}>
      <p className={classes.quiet}>{m.profile_pay_held()}</p>
    </Panel>
  );
}

function Typed({ company, calls }: { company: Company; calls: FamilyOwnCalls }) {
  const form = useForm(calls.update, {
    blank: { pay_paybill: company.pay_paybill ?? '', pay_till: company.pay_till ?? '', pay_bank: company.pay_bank ?? '' },
    given: (values) => values,
    said: () => m.said_company(),
  });
  return (
    <Panel title={m.profile_pay()}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        <p className={classes.quiet}>{m.profile_pay_help()}</p>
        <TextInput
          label={`${m.profile_pay_paybill()} ${m.shell_optional()}`}
          description={m.profile_pay_paybill_help()}
          {...form.text('pay_paybill')}
          inputMode="numeric"
          maxLength={7}
        />
        <TextInput label={`${m.profile_pay_till()} ${m.shell_optional()}`} {...form.text('pay_till')} inputMode="numeric" maxLength={7} />
        <Textarea label={`${m.profile_pay_bank()} ${m.shell_optional()}`} {...form.text('pay_bank')} autosize minRows={2} maxLength={300} />
        <div className={classes.actions}>
          <Button type="submit" loading={form.busy}>
            {m.profile_pay_save()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
