import { useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router';
import { tourPublicScreens } from '#contract/tour/public.ts';
import type { TourReason } from '#contract/tour/reasons.ts';
import type { TourBookingOptions, VisitorTour } from '#contract/tour/shapes.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { DeferredListingCards } from '#web/portal/card/deferred-cards.tsx';
import { loadSimilarHomes } from '#web/portal/public-record.ts';
import { PageSection } from '#web/portal/sections.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { blankTourFeedback, TourFeedbackFields } from './feedback.tsx';
import { SlotPicker } from './slot-picker.tsx';
import classes from './tour.module.css';
import { VisitorTourCard } from './visitor-card.tsx';

export const handle = makeScreenHandle(tourPublicScreens.byLink, m.screens_tour_by_link);

/**
 * Opening the link changes nothing, because programs that preview links open it too. A wrong, an old and another visitor's link get the same answer.
 */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const answer = await readServerFunctions(context).call(visitorCalls.detailsByLink, { key: params.key ?? '' });
  const tour = answer.ok ? answer.value : null;
  const closed: TourReason = 'the home is no longer offered';
  const like = tour?.reason === closed ? await loadSimilarHomes(context, tour.listing_id) : null;
  return { tour, like, page: { title: m.screens_tour_by_link(), description: '', noindex: true } };
}

type Act = 'cancel' | 'contest' | 'miss_host';
const questions: Readonly<Record<Act, () => string>> = {
  cancel: () => `${m.tour_cancel_ask()} ${m.tour_cancel_text()}`,
  contest: () => `${m.tour_contest_ask()} ${m.tour_contest_text()}`,
  miss_host: m.tour_miss_host_ask,
};
export default function TourByLinkPage() {
  const { tour: first, like } = useLoaderData<typeof loader>();
  const { key = '' } = useParams();
  const { locale } = useApp();
  const [tour, setTour] = useState<VisitorTour | null>(first);
  const [asking, setAsking] = useState<Act | 'move' | 'feedback' | null>(null);
  const [draft, setDraft] = useState(blankTourFeedback);
  const [slots, setSlots] = useState<TourBookingOptions['results'] | null>(null);
  const [from, setFrom] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (!tour)
    return (
      <div className={`wrap ${classes.page}`}>
        <h1>{m.screens_tour_by_link()}</h1>
        <Note tone="bad">{m.tour_link_bad()}</Note>
      </div>
    );
  const go = async (work: () => Promise<VisitorTour>) => {
    setBusy(true);
    setProblem('');
    try {
      setTour(await work());
      setAsking(null);
    } catch (why) {
      setProblem(getErrorSentence(why) || m.tour_failed());
    }
    setBusy(false);
  };
  const act = (name: Act) => go(() => sendCallByPath<VisitorTour>('PATCH', '/api/v2/tour/act_by_link/', { key, act: name }, 'anyone'));
  const move = () => go(() => sendCallByPath<VisitorTour>('PATCH', '/api/v2/tour/time_by_link/', { key, from }, 'anyone'));
  const say = () => {
    const { liked, ...rest } = draft;
    if (liked === null) setProblem(m.tour_feedback_need());
    else void go(() => sendCallByPath<VisitorTour>('POST', '/api/v2/tour/feedback_by_link/', { key, liked, ...rest }, 'anyone'));
  };
  const other = async () => {
    setAsking('move');
    setFrom('');
    const path = `/api/v2/tour/free_slots/?listing_id=${tour.listing_id}&mode=${tour.mode}` as const;
    setSlots((await sendCallByPath<TourBookingOptions>('GET', path, undefined, 'anyone').catch(() => null))?.results ?? []);
  };
  return (
    <div className={`wrap ${classes.page}`}>
      <h1>{m.screens_tour_by_link()}</h1>
      <VisitorTourCard tour={tour} locale={locale}>
        {problem && <Note tone="bad">{problem}</Note>}
        {asking === null && (
          <div className={classes.acts}>
            {tour.may.includes('move') && <Button onClick={() => void other()}>{m.tour_act_move()}</Button>}
            {tour.may.includes('cancel') && (
              <Button variant="default" onClick={() => setAsking('cancel')}>
                {m.tour_move_cancel()}
              </Button>
            )}
            {tour.may.includes('contest') && <Button onClick={() => setAsking('contest')}>{m.tour_move_contest()}</Button>}
            {tour.may.includes('miss_host') && (
              <Button variant="default" onClick={() => setAsking('miss_host')}>
                {m.tour_move_miss_host()}
              </Button>
            )}
            {tour.may.includes('feedback') && (
              <Button variant={tour.apply ? 'default' : 'filled'} onClick={() => setAsking('feedback')}>
                {m.tour_feedback_give()}
              </Button>
            )}
          </div>
        )}
        {asking === 'feedback' && (
          <>
            <TourFeedbackFields value={draft} onChange={setDraft} problem="" />
            <div className={classes.acts}>
              <Button loading={busy} onClick={say}>
                {m.tour_feedback_send()}
              </Button>
              <Button variant="default" onClick={() => setAsking(null)}>
                {m.shell_cancel()}
              </Button>
            </div>
          </>
        )}
        {asking === 'move' && slots && (
          <>
            <SlotPicker slots={slots} value={from} onChange={setFrom} locale={locale} />
            <div className={classes.acts}>
              {from && (
                <Button loading={busy} onClick={() => void move()}>
                  {m.tour_act_take()}
                </Button>
              )}
              <Button variant="default" onClick={() => setAsking(null)}>
                {m.tour_act_keep()}
              </Button>
            </div>
          </>
        )}
        {asking !== null && asking !== 'move' && asking !== 'feedback' && (
          <>
            <p>{questions[asking]()}</p>
            <div className={classes.acts}>
              <Button tone={asking === 'cancel' ? 'red' : 'accent'} loading={busy} onClick={() => void act(asking)}>
                {asking === 'cancel' ? m.tour_move_cancel() : asking === 'contest' ? m.tour_move_contest() : m.tour_move_miss_host()}
              </Button>
              <Button variant="default" onClick={() => setAsking(null)}>
                {m.tour_act_keep()}
              </Button>
            </div>
          </>
        )}
      </VisitorTourCard>
      {like && like.cards.length > 0 && (
        <PageSection id="like" title={like.likeTitle}>
          <DeferredListingCards cards={like.cards} says={like.cardLabels} />
        </PageSection>
      )}
    </div>
  );
}
