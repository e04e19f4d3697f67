import { Button, FileInput, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { uploadRules } from '#contract/constants.ts';
import type { PersonDetails } from '#contract/people/calls.ts';
import type { EarbStatus } from '#contract/people/certificate.ts';
import { type AgentCertificate, type AgentCertificateList, certificateCalls } from '#contract/people/certificate-calls.ts';
import { earbStatusLabels } from '#contract/people/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './people.module.css';

const tones = { none: 'neutral', waiting: 'warn', refused: 'bad', valid: 'good', due: 'warn', lapsed: 'bad' } as const;
export const EarbBadge = ({ standing }: { standing: EarbStatus }) => <ToneBadge tone={tones[standing]}>{earbStatusLabels[standing]()}</ToneBadge>;

/** The certificate opens in a new window, because it is a file and not a page. */
const Paper = ({ file }: { file: string | null }) =>
  file ? (
    <a href={file} target="_blank" rel="noreferrer">
      {m.people_earb_open()}
    </a>
  ) : (
    m.people_earb_no_file()
  );

function Facts({ paper }: { paper: AgentCertificate }) {
  const { locale } = useApp();
  const judged = paper.seen === null || !paper.judged_at ? null : { name: paper.judged_by ?? '', date: formatDate(paper.judged_at, locale) };
  return (
    <DefinitionList
      items={[
        { label: m.people_earb_number(), value: paper.number },
        { label: m.people_earb_until(), value: formatDate(paper.expires_on, locale) },
        { label: m.people_earb_sent(), value: formatDate(paper.sent_at, locale) },
        ...(judged
          ? [{ label: m.people_earb_standing(), value: paper.seen ? m.people_earb_checked(judged) : m.people_earb_turned_down(judged) }]
          : []),
        { label: m.people_earb(), value: <Paper file={paper.file} /> },
      ]}
    />
  );
}

/** A certificate that cannot be opened cannot be checked, so the agent is asked to send it again. */
function AskAgain({ paper }: { paper: AgentCertificate }) {
  const ask = useAction(certificateCalls.review);
  return (
    <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate({ id: paper.id, seen: false, note: m.people_earb_ask_reason() })}>
      {m.people_earb_ask()}
    </Button>
  );
}

/** Shown on the page of an agent, for people who approve agents. */
export function EarbPanel({ person }: { person: PersonDetails }) {
  const found = useCall(certificateCalls.listOfAgent, { id: person.id });
  const [refusing, setRefusing] = useState(false);
  const accept = useAction(certificateCalls.review);
  const refuse = useForm(certificateCalls.review, {
    blank: { note: '' },
    given: ({ note }) => ({ id: found.data?.results[0]?.id ?? noRecordId, seen: false, note: note.trim() }),
    check: ({ note }): Record<string, string> => (note.trim().length < 3 ? { note: m.people_reason_needed() } : {}),
    done: () => setRefusing(false),
  });
  if (!found.data) return <LoadingState answer={found} rows={2} />;
  const [paper] = found.data.results;
  const mayJudge = paper?.seen === null && person.acts.some((act) => act === 'activate' || act === 'suspend');
  return (
    <Panel title={m.people_earb()} right={<EarbBadge standing={found.data.standing} />}>
      {paper ? (
        <Facts paper={paper} />
      ) : (
        <p className={classes.quiet}>{found.data.number ? m.agents_earb({ number: found.data.number }) : m.people_earb_standing_none()}</p>
      )}
      {paper && mayJudge && (
        <div className={`${classes.actions} ${classes.reason}`}>
          {paper.file ? (
            <>
              <Button loading={accept.isPending} onClick={() => accept.mutate({ id: paper.id, seen: true })}>
                {m.people_earb_accept()}
              </Button>
              <Button variant="default" onClick={() => setRefusing(true)}>
                {m.people_earb_refuse()}
              </Button>
            </>
          ) : (
            <AskAgain paper={paper} />
          )}
        </div>
      )}
      <ConfirmModal
        opened={refusing}
        onClose={() => setRefusing(false)}
        title={m.people_earb_refuse_title({ name: person.name })}
        confirmLabel={m.people_earb_refuse()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={refuse.busy}
        onConfirm={refuse.submit}
      >
        {m.people_earb_refuse_text()}
        <TextInput {...refuse.text('note')} label={m.people_reason()} maxLength={500} data-autofocus />
      </ConfirmModal>
    </Panel>
  );
}

type Choice = { readonly value: string; readonly onChange: (value: string) => void; readonly error?: string | undefined };
/** Part of the approval dialog: the pending certificate and the approver's statement about it. */
export function EarbApprovalField({ person, choice }: { person: PersonDetails; choice: Choice }) {
  const found = useCall(certificateCalls.listOfAgent, { id: person.id });
  if (!found.data) return <LoadingState answer={found} rows={2} />;
  const paper = found.data.results.find((one) => one.seen === null);
  if (found.data.standing === 'valid' || found.data.standing === 'due') return null;
  return (
    <div className={classes.reason}>
      {paper && <Facts paper={paper} />}
      <Radio.Group label={m.people_earb_question()} value={choice.value} onChange={choice.onChange} error={choice.error} mt={10}>
        <Stack gap={10} mt={8}>
          {paper?.file && <Radio value={String(paper.id)} label={m.people_earb_seen()} />}
          <Radio value="none" label={m.people_earb_without()} />
        </Stack>
      </Radio.Group>
      {paper && !paper.file && (
        <div className={classes.reason}>
          <AskAgain paper={paper} />
        </div>
      )}
    </div>
  );
}

/** The agent's standing as a text. */
function standingText({ standing, until, results }: AgentCertificateList, day: (text: string) => string): string {
  if (standing === 'refused') return m.people_earb_own_refused({ reason: results[0]?.note ?? '' });
  if (standing === 'none') return m.people_earb_own_none();
  if (standing === 'waiting' || !until) return m.people_earb_own_waiting();
  return (standing === 'valid' ? m.people_earb_own_valid : standing === 'due' ? m.people_earb_own_due : m.people_earb_own_lapsed)({
    date: day(until),
  });
}
const noteTones = { none: 'guard', waiting: 'info', refused: 'bad', valid: 'good', due: 'guard', lapsed: 'bad' } as const;

/** Shown on the home page of an agent, only while a step is required. */
export function EarbNotice() {
  const { locale } = useApp();
  const { link } = useDashboard();
  const { data } = useCall(certificateCalls.listOwn, {});
  if (!data || data.standing === 'valid' || data.standing === 'waiting') return null;
  return (
    <Note
      tone={noteTones[data.standing]}
      alert={false}
      title={m.people_earb()}
      className={classes.note ?? ''}
      action={
        <Button component={AppLink} href={`${link('people.accounts')}?section=public`} variant="default" size="xs">
          {m.people_earb_renew()}
        </Button>
      }
    >
      {standingText(data, (text) => formatDate(text, locale))}
    </Note>
  );
}

const types = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];

/** In the agent's own account: the registration status and the next certificate. */
export function MyEarbPanel() {
  const { locale } = useApp();
  const found = useCall(certificateCalls.listOwn, {});
  if (!found.data) return <LoadingState answer={found} rows={3} />;
  return (
    <Panel title={m.people_earb()} right={<EarbBadge standing={found.data.standing} />}>
      <p className={classes.quiet}>{m.people_earb_own_text()}</p>
      <Note tone={noteTones[found.data.standing]} alert={false} className={classes.reason ?? ''}>
        {standingText(found.data, (text) => formatDate(text, locale))}
      </Note>
      <Next key={found.data.results[0]?.id ?? 'none'} {...found.data} />
    </Panel>
  );
}

/** While a certificate is in force the form opens only on request. */
function Next({ standing, number }: AgentCertificateList) {
  const [asked, setAsked] = useState(false);
  if (standing !== 'valid' || asked) return <SendForm number={number ?? ''} />;
  return (
    <Button className={classes.reason ?? ''} variant="default" onClick={() => setAsked(true)}>
      {m.people_earb_replace()}
    </Button>
  );
}

function SendForm({ number }: { number: string }) {
  const form = useForm(certificateCalls.send, {
    blank: { number, expires_on: '', certificate: null as File | null },
    given: ({ number, expires_on, certificate }) => ({ number, expires_on, certificate: certificate ?? new Blob() }),
    check: ({ number, expires_on, certificate }): Record<string, string> => ({
      ...(number.trim() ? {} : { number: m.identity_earb_needed() }),
      ...(expires_on ? {} : { expires_on: m.people_earb_until_needed() }),
      ...(!certificate
        ? { certificate: m.people_earb_file_needed() }
        : certificate.size > uploadRules.maxBytes
          ? { certificate: m.profile_picture_large() }
          : {}),
    }),
    stays: true,
    said: () => m.said_certificate(),
  });
  return (
    <form noValidate onSubmit={form.submit} className={classes.reason}>
      <Stack gap={14} maw={420}>
        <TextInput {...form.text('number')} label={m.people_earb_number()} maxLength={20} autoCapitalize="characters" />
        <TextInput {...form.text('expires_on')} type="date" label={m.people_earb_until()} />
        <FileInput
          label={m.people_earb_file()}
          placeholder={m.people_earb_file_choose()}
          accept={types.join(',')}
          value={form.values.certificate}
          onChange={(file) => form.set('certificate', file)}
          error={form.problems.certificate}
        />
        <div>
          <Button type="submit" loading={form.busy}>
            {m.people_earb_send()}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
