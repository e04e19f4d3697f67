import { useEffect, useRef, useState } from 'react';
import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { CallResult, CallShape } from '#contract/kernel/call.ts';
import { href } from '#contract/kernel/screen.ts';
import { messages } from '#contract/messages.ts';
import { clock } from '#contract/time/clock.ts';
import { tourPublicScreens } from '#contract/tour/public.ts';
import type { TourBookingOptions } from '#contract/tour/shapes.ts';
import { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { buildCallFromPath, sendCallByPath } from '#web/client/call-by-path.ts';
import { getErrorSentence } from '#web/client/errors.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { clearStoredFormInput, readFormStartValues, useStoreFormInput } from '#web/forms/form-session.ts';
import { usePublicForm } from '#web/forms/use-public-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { loadRemovedListingView, makeGoneResponse } from '#web/portal/public-record.ts';
import { RemovedListing } from '#web/portal/removed-listing.tsx';
import { formatTime, formatWeekday } from '#web/ui/format.ts';
import { Button } from '#web/ui/public/button.tsx';
import { TextArea, TextField } from '#web/ui/public/field.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { SlotPicker } from './slot-picker.tsx';
import classes from './tour.module.css';

export const handle = makeScreenHandle(tourPublicScreens.book, m.screens_tour_book);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = Number(params.listing_id);
  if (!Number.isSafeInteger(id) || id < 1) throw data({ error: 'Not Found', message: messages.itemNotFound.en }, { status: 404 });
  const answer = await readServerFunctions(context).call(visitorCalls.listSlots, { listing_id: id });
  // A home that was public before shows a page with the message that it is no longer available and with similar homes.
  if (!answer.ok && answer.status === 410) return makeGoneResponse(await loadRemovedListingView(context, answer.body, id));
  if (!answer.ok) throw data(answer.body, { status: answer.status });
  const offer = answer.value;
  return { gone: false as const, offer, page: { title: m.tour_book_title({ title: offer.title }), description: offer.place, noindex: true } };
}

type Mode = 'in_person' | 'video';
type Booked = CallResult<typeof visitorCalls.book>;

/** A visitor picks a day and time; without an account, a code proves the number. */
export default function BookTour() {
  const view = useLoaderData<typeof loader>();
  return view.gone ? <RemovedListing view={view} /> : <Offered first={view.offer} />;
}

function Offered({ first }: { first: TourBookingOptions }) {
  const { locale, user } = useApp();
  const [offer, setOffer] = useState<TourBookingOptions>(first);
  const [mode, setMode] = useState<Mode>('in_person');
  const [done, setDone] = useState<Booked | null>(null);
  const again = async (wanted: Mode) => {
    setMode(wanted);
    setOffer(
      await sendCallByPath<TourBookingOptions>(
        'GET',
        `/api/v2/tour/free_slots/?listing_id=${offer.listing_id}&mode=${wanted}`,
        undefined,
        user ? 'signed-in' : 'anyone',
      ).catch(() => offer),
    );
  };
  return (
    <div className={`wrap ${classes.page}`}>
      <div>
        <h1>{m.tour_book_title({ title: offer.title })}</h1>
        <p className={classes.quiet}>{offer.place}</p>
      </div>
      {done ? (
        <Done booked={done} locale={locale} />
      ) : offer.host === null ? (
        <Note tone="info">{m.tour_refusal_no_host()}</Note>
      ) : (
        <>
          <p>
            {offer.instant
              ? m.tour_book_instant({ host: offer.host, minutes: offer.minutes })
              : m.tour_book_confirm({ host: offer.host, minutes: offer.minutes })}
          </p>
          {offer.occupied && <Note tone="info">{m.tour_book_occupied()}</Note>}
          <fieldset className={classes.group}>
            <legend>{m.tour_mode()}</legend>
            <div className={classes.chips}>
              {(['in_person', 'video'] as const).map((one) => (
                <label key={one} className={classes.chip}>
                  <input type="radio" name="mode" checked={mode === one} onChange={() => void again(one)} />
                  <span>{one === 'video' ? m.tour_mode_video() : m.tour_mode_in_person()}</span>
                </label>
              ))}
            </div>
          </fieldset>
          <Form offer={offer} mode={mode} locale={locale} done={setDone} again={() => void again(mode)} />
        </>
      )}
    </div>
  );
}

/** The form was taller than a phone screen, so the page scrolls to the result. */
function Done({ booked: { tour, key }, locale }: { booked: Booked; locale: 'en' | 'sw' }) {
  const at = useRef<HTMLDivElement>(null);
  useEffect(() => {
    at.current?.focus({ preventScroll: true });
    at.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div role="status" className={classes.form} ref={at} tabIndex={-1}>
      <Note tone="good">
        {tour.status === 'confirmed'
          ? m.tour_booked({ day: formatWeekday(tour.starts_at, locale), time: formatTime(tour.starts_at) })
          : m.tour_asked({ day: formatWeekday(tour.starts_at, locale), time: formatTime(tour.starts_at) })}
      </Note>
      <div className={classes.acts}>
        <Button href={key ? href(tourPublicScreens.byLink, { key }) : '/dashboard/tenant/tours'}>{m.tour_see_mine()}</Button>
      </div>
    </div>
  );
}

/** A new code was requested too soon: the time left until it is possible. */
const waitOf = (why: unknown): string =>
  why instanceof CallRejectedError && why.status === 429 && typeof why.body.retry_after === 'number'
    ? m.tour_code_wait({ count: why.body.retry_after })
    : '';

interface FormProps {
  offer: TourBookingOptions;
  mode: Mode;
  locale: 'en' | 'sw';
  done: (booked: Booked) => void;
  again: () => void;
}

type Code = { readonly asked: string; readonly by: 'sms' | 'email' };
/** The lifetime of a code. */
const codeMs = 600_000;

function Form({ offer, mode, locale, done, again }: FormProps) {
  const { user } = useApp();
  const [typed, coded] = [`tour-${offer.listing_id}`, `tour-code-${offer.listing_id}`];
  const [asked, setAsked] = useState<Code | null>(null);
  const [askedAt, setAskedAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  // Errors of the code appear at its field, like errors of the booking.
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  // The proven number of an account needs no code; any other number does.
  const proved = (phone: string): boolean => offer.phone_proved && phone.trim() === offer.phone;
  const call = buildCallFromPath('POST', '/api/v2/tour/book_tour/', user ? 'signed-in' : 'anyone') as CallShape;
  const form = usePublicForm(call, {
    blank: { from: '', name: user?.name ?? '', phone: offer.phone ?? '', email: '', people: '1', notes: '', code: '' },
    given: ({ email, people, ...typed }) => ({
      listing_id: offer.listing_id,
      mode,
      locale,
      ...typed,
      people: Number(people) || 1,
      ...(email.trim() ? { email: email.trim() } : {}),
      ...(proved(typed.phone) ? {} : (asked ?? {})),
    }),
    check: ({ from }): Record<string, string> => (from ? {} : { from: m.tour_need_time() }),
    inPlace: (why) => getErrorSentence(why) || m.tour_failed(),
    // The slot was taken: the page shows the remaining ones and keeps the input.
    found: (problems) => {
      if ('from' in problems && form.values.from) again();
    },
    done: (answer) => {
      clearStoredFormInput(typed);
      clearStoredFormInput(coded);
      done(answer as Booked);
    },
  });
  // A reloaded page restores the input and whether a code was sent. The storage is read after the page is mounted.
  const { code: _, ...said } = form.values;
  const begin = useRef(() => {
    const kept = readFormStartValues(typed, said);
    const free = offer.results.some((one) => one.from === kept.from);
    // Input restored by the browser stays where nothing was stored.
    const back = Object.entries(kept).filter(([name, value]) => value !== said[name as keyof typeof said] && (name !== 'from' || free));
    form.put(Object.fromEntries(back));
    const code = readFormStartValues(coded, { asked: '', by: 'sms', at: 0 });
    if (!code.asked || clock.ms() - code.at > codeMs) return;
    setAsked({ asked: code.asked, by: code.by === 'email' ? 'email' : 'sms' });
    setAskedAt(code.at);
  });
  useEffect(() => begin.current(), []);
  useStoreFormInput(typed, said, form.changed);
  useStoreFormInput(coded, { ...asked, at: askedAt }, asked !== null);
  const sendCode = async (by: 'sms' | 'email') => {
    const { from, name, phone, email } = form.values;
    // A code is sent only when everything else needed for the booking is filled in.
    const lacks = { ...(from ? {} : { from: m.tour_need_time() }), ...(name.trim() ? {} : { name: m.tour_need_name() }) };
    setProblem('');
    setWrong(lacks);
    if (Object.keys(lacks).length > 0) return;
    setBusy(true);
    const body = { listing_id: offer.listing_id, from, mode, phone, by, locale, ...(email.trim() ? { email: email.trim() } : {}) };
    try {
      const answer = await sendCallByPath<CallResult<typeof visitorCalls.askCode>>(
        'POST',
        '/api/v2/tour/ask_code/',
        body,
        user ? 'signed-in' : 'anyone',
      );
      setAsked({ asked: answer.asked, by });
      setAskedAt(clock.ms());
    } catch (why) {
      const fields = why instanceof CallRejectedError ? (why.body.fields ?? {}) : {};
      if ('from' in fields) again();
      if ('phone' in fields || 'email' in fields || 'from' in fields) setWrong(fields);
      else setProblem(waitOf(why) || getErrorSentence(why) || m.tour_failed());
    }
    setBusy(false);
  };
  const at = (name: 'phone' | 'email' | 'name' | 'from') => {
    const field = form.text(name);
    // An error is removed once its field changes.
    const onChange: typeof field.onChange = (event) => {
      field.onChange(event);
      setWrong(({ [name]: _, ...others }) => others);
    };
    return { ...field, onChange, error: field.error ?? wrong[name] };
  };
  const guest = !proved(form.values.phone);
  return (
    <form className={classes.form} noValidate ref={form.at} onSubmit={form.submit}>
      <SlotPicker
        slots={offer.results}
        value={form.values.from}
        onChange={(from) => {
          form.set('from', from);
          setWrong({});
        }}
        locale={locale}
      />
      {at('from').error && (
        <Note tone="bad" alert>
          {at('from').error}
        </Note>
      )}
      {offer.results.length > 0 && (
        <>
          <div className={classes.two}>
            <TextField {...at('name')} label={m.tour_form_name()} required maxLength={120} autoComplete="name" />
            <TextField {...at('phone')} label={m.tour_form_phone()} type="tel" required autoComplete="tel" />
            <TextField {...at('email')} label={m.tour_form_email()} optional={m.shell_optional()} type="email" autoComplete="email" />
            <TextField {...form.text('people')} label={m.tour_form_people()} type="number" inputMode="numeric" min={1} max={20} />
          </div>
          <TextArea {...form.text('notes')} label={m.tour_form_notes()} optional={m.shell_optional()} maxLength={1000} />
          {guest && asked && (
            <TextField
              {...form.text('code')}
              label={m.tour_form_code()}
              hint={asked.by === 'sms' ? m.tour_code_sms() : m.tour_code_mail()}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              required
            />
          )}
          {(problem || form.problem) && <Note tone="bad">{problem || form.problem}</Note>}
          <div className={classes.acts}>
            {guest && !asked ? (
              <Button type="button" size="md" loading={busy} onClick={() => void sendCode('sms')}>
                {m.tour_send_code()}
              </Button>
            ) : (
              <Button type="submit" size="md" loading={form.busy}>
                {offer.instant ? m.tour_book() : m.tour_ask()}
              </Button>
            )}
            {guest && (asked || form.values.email.trim()) && (
              <Button
                type="button"
                variant="subtle"
                loading={busy && asked !== null}
                onClick={() => void sendCode(form.values.email.trim() ? 'email' : 'sms')}
              >
                {form.values.email.trim() ? m.tour_send_mail() : m.tour_send_again()}
              </Button>
            )}
          </div>
          <p className={classes.quiet}>{m.tour_free()}</p>
        </>
      )}
    </form>
  );
}
