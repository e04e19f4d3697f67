import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { tenancyChargeFrequencyLabels, tenancyRentPeriodLabels } from '#contract/tenancy/labels.ts';
import { tenancyPublicScreens } from '#contract/tenancy/public-pages.ts';
import { type ImportedTermsSummary, termsLinkCalls } from '#contract/tenancy/terms-link-calls.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { useSingleAction } from '#web/client/use-work.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { getChargeName } from '#web/ui/charge.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './terms-link.module.css';

export const handle = makeScreenHandle(tenancyPublicScreens.terms, m.tenancy_link_title);

/** Opening the link changes nothing, because programs that preview links open it too. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const answer = await readServerFunctions(context).call(termsLinkCalls.readTerms, { token: params.token ?? '' });
  return { terms: answer.ok ? answer.value : null, page: { title: m.tenancy_link_title(), description: '', noindex: true } };
}

type Answer = 'confirm' | 'not_me';

/** For a person without an account whom a company imported as a tenant: they confirm, or say that it is not them, before anything is billed. */
export default function ImportedTermsPage() {
  const { terms } = useLoaderData<typeof loader>();
  const { token = '' } = useParams();
  const [said, setSaid] = useState<Answer | null>(null);
  const { busy, problem, go } = useSingleAction<Answer>((why) => getErrorSentence(why) || m.tenancy_link_failed());
  const send = (answer: Answer) =>
    go(answer, async () => {
      await sendCallByPath('POST', '/api/v2/tenancy/terms_answer/', { token, answer }, 'anyone');
      setSaid(answer);
    });
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.tenancy_link_title()}</h1>
      {terms ? <Terms of={terms} /> : <Note tone="bad">{m.tenancy_link_gone()}</Note>}
      <div role="status">
        {terms && said && (
          <Note tone="good" alert>
            {said === 'confirm' ? m.tenancy_link_confirmed({ company: terms.company }) : m.tenancy_link_objected({ company: terms.company })}
          </Note>
        )}
        {problem && <Note tone="bad">{problem}</Note>}
      </div>
      {terms && !said && (
        <div className={classes.acts}>
          <Button variant="default" loading={busy === 'confirm'} onClick={() => void send('confirm')}>
            {m.tenancy_link_confirm()}
          </Button>
          <Button variant="default" loading={busy === 'not_me'} onClick={() => void send('not_me')}>
            {m.tenancy_link_not_me()}
          </Button>
        </div>
      )}
    </div>
  );
}

function Terms({ of: t }: { of: ImportedTermsSummary }) {
  const facts = [
    [m.tenancy_link_rent(), `${formatKes(t.rent_cents)} ${tenancyRentPeriodLabels[t.period]?.() ?? ''}`],
    [m.tenancy_link_deposit(), formatKes(t.deposit_cents)],
    [m.tenancy_link_balance(), formatKes(t.balance_cents)],
    [m.tenancy_link_notice(), m.tenancy_link_days({ count: t.notice_days })],
    [m.tenancy_link_end(), t.ends_on ? formatDate(t.ends_on) : m.tenancy_link_no_end()],
    ...t.charges.map(({ label, cents, often }) => [
      getChargeName(label),
      cents === null ? tenancyChargeFrequencyLabels[often]() : `${formatKes(cents)} · ${tenancyChargeFrequencyLabels[often]()}`,
    ]),
  ] as const;
  return (
    <>
      <p>{m.tenancy_link_text({ company: t.company, name: t.name, home: t.home, day: formatDate(t.starts_on) })}</p>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {t.until && <p>{m.tenancy_link_until({ day: formatDate(t.until) })}</p>}
    </>
  );
}
