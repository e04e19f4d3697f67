import { useCallback, useEffect, useState } from 'react';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import type { InspectionDetails } from '#contract/inspection/calls.ts';
import { buildInspectionItemId, getLocalizedName } from '#contract/inspection/kinds.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { inspectionPublicScreens } from '#contract/inspection/public.ts';
import { listRepairShares } from '#contract/inspection/repair-shares.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { useSingleAction } from '#web/client/use-work.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { formatDateTime, formatKes } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { CodeVerificationPanel } from '#web/ui/public/code-door.tsx';
import { CheckField, TextArea } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';
import { formatInspectionFinding, formatInspectionPlace, getInspectionItemName } from './inspection-text.ts';

export const handle = makeScreenHandle(inspectionPublicScreens.answer, m.inspection_by_link_title);
export const loader = (_: LoaderFunctionArgs) => ({ page: { title: m.inspection_by_link_title(), description: '', noindex: true } });

const base = '/api/v2/inspection' as const;
const post = <T,>(path: string, body: Readonly<Record<string, unknown>>) => sendCallByPath<T>('POST', `${base}/${path}/`, body, 'anyone');
const said = (why: unknown): string => {
  if (why instanceof CallRejectedError && why.status === 404) return m.inspection_link_bad();
  if (why instanceof CallRejectedError && why.status === 429) return m.inspection_too_many();
  return getErrorSentence(why) || m.inspection_failed();
};
/** The page behind the link in a report message, for occupants without an account: a code to their phone opens it. */
export default function InspectionByLinkPage() {
  const { token = '' } = useParams();
  const [pass, setPass] = useState('');
  const leave = useCallback(() => setPass(''), []);
  return <div className={`wrap ${classes.door}`}>{pass ? <Report pass={pass} leave={leave} /> : <Door token={token} enter={setPass} />}</div>;
}

/** Opening the page changes nothing, because programs that preview links open it too. */
function Door({ token, enter }: { token: string; enter: (pass: string) => void }) {
  const [to, setTo] = useState('');
  const { busy, problem, go } = useSingleAction<'door'>(said);
  return (
    <>
      <h1>{m.inspection_by_link_title()}</h1>
      <CodeVerificationPanel
        text={to ? m.inspection_code_sent({ to }) : m.inspection_knock_text()}
        problem={problem}
        sent={to !== ''}
        busy={busy !== null}
        ask={() => void go('door', async () => setTo((await post<{ to: string }>('guest_code', { token })).to))}
        open={(code) => void go('door', async () => enter((await post<{ pass: string }>('guest_enter', { token, code })).pass))}
        words={{
          ask: m.inspection_knock_button(),
          code: m.inspection_code(),
          open: m.inspection_code_button(),
          again: m.inspection_code_again(),
        }}
      />
    </>
  );
}

function Report({ pass, leave }: { pass: string; leave: () => void }) {
  const [one, setOne] = useState<InspectionDetails | null>(null);
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const { busy, problem, go } = useSingleAction<'answer'>(said);
  useEffect(() => {
    sendCallByPath<InspectionDetails>('GET', `${base}/guest_inspection/?pass=${encodeURIComponent(pass)}`, undefined, 'anyone').then(setOne, leave);
  }, [pass, leave]);
  if (!one) return <p role="status">{m.shell_loading()}</p>;
  const disputed = Object.entries(notes).map(([item, note]) => ({ item, note: note.trim() }));
  const without = disputed.some(({ note }) => note.length < 3);
  const mark = (id: string, on: boolean) => setNotes(({ [id]: _, ...rest }) => (on ? { ...rest, [id]: '' } : rest));
  const send = () => go('answer', async () => setOne(await post<InspectionDetails>('guest_answer', { pass, disputed })));
  return (
    <>
      <h1>{`${inspectionKindLabels[one.kind]()}: ${formatInspectionPlace(one)}`}</h1>
      <div>
        <StatusBadge set="inspection" value={one.status} />
      </div>
      <p>{one.may.answer && one.answer_by ? m.inspection_answer_help({ when: formatDateTime(one.answer_by) }) : m.inspection_answered()}</p>
      <p>
        <a href={one.report ?? undefined} download>
          {m.inspection_report()}
        </a>
      </p>
      {one.areas.map((area) => (
        <section key={area.key} className={classes.room}>
          <h2>{getLocalizedName(getLocale(), area)}</h2>
          {area.items.map((item) => {
            const id = buildInspectionItemId(area, item);
            return (
              <GuestItem
                key={id}
                one={one}
                id={id}
                name={getLocalizedName(getLocale(), item)}
                note={notes[id]}
                mark={(on) => mark(id, on)}
                say={(note) => setNotes({ ...notes, [id]: note })}
              />
            );
          })}
        </section>
      ))}
      <Pays one={one} />
      {problem && <Note tone="bad">{problem}</Note>}
      {one.may.answer && (
        <div className={classes.room}>
          <p className={classes.quiet}>{without ? m.inspection_problem_reason() : m.inspection_answer_once()}</p>
          <div>
            <Button size="md" loading={busy !== null} disabled={without} onClick={() => void send()}>
              {disputed.length === 0 ? m.inspection_agree_all() : m.inspection_send_disputes({ count: disputed.length })}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

/** The tenant's possible costs at a move-out, shown before they answer. */
function Pays({ one }: { one: InspectionDetails }) {
  const all = listRepairShares(one).filter(({ tenant_cents }) => tenant_cents > 0);
  if (all.length === 0) return null;
  return (
    <section className={classes.room}>
      <h2>{m.inspection_pays()}</h2>
      <p className={classes.quiet}>{m.inspection_proposals_help()}</p>
      {all.map(({ item, tenant_cents, cost_cents }) => (
        <div key={item} className={classes.item}>
          <h3>{getInspectionItemName(one, item)}</h3>
          <p>{m.inspection_pays_line({ tenant: formatKes(tenant_cents), cost: formatKes(cost_cents) })}</p>
        </div>
      ))}
    </section>
  );
}

type ItemProps = {
  one: InspectionDetails;
  id: string;
  name: string;
  note: string | undefined;
  mark: (on: boolean) => void;
  say: (note: string) => void;
};
function GuestItem({ one, id, name, note, mark, say }: ItemProps) {
  const now = one.answers.find((answer) => answer.item === id);
  const then = one.baseline?.answers.find((answer) => answer.item === id);
  const photos = [...(one.baseline?.photos ?? []), ...one.photos].filter((photo) => photo.item === id);
  return (
    <div className={classes.item}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <span>{formatInspectionFinding(now)}</span>
      </div>
      {then && <p className={classes.quiet}>{`${m.inspection_at_move_in()}: ${formatInspectionFinding(then)}`}</p>}
      {now?.note && <p className={classes.quiet}>{now.note}</p>}
      {photos.length > 0 && (
        <div className={classes.photos}>
          {photos.map((photo, at) => (
            <a key={photo.id} href={photo.url} target="_blank" rel="noreferrer">
              <img src={photo.url} alt={m.inspection_photo_of({ name, n: at + 1 })} loading="lazy" width={96} height={72} />
            </a>
          ))}
        </div>
      )}
      {now?.answer === 'disputed' && <p className={classes.disputed}>{m.inspection_disputed_because({ note: now.answer_note })}</p>}
      {one.may.answer && (
        <CheckField label={m.inspection_not_so_item({ name })} checked={note !== undefined} onChange={(event) => mark(event.currentTarget.checked)} />
      )}
      {note !== undefined && (
        <TextArea
          label={m.inspection_not_so_why({ name })}
          value={note}
          rows={2}
          maxLength={1000}
          onChange={(event) => say(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
