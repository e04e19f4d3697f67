import { Anchor, Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { listingTypes } from '#contract/catalogue/kinds.ts';
import { type Favourite, findingCalls } from '#contract/finding/calls.ts';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { maxComparedListings } from '#contract/search/limits.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { IconHome } from '#web/ui/icons.ts';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './finding.module.css';

const nothing = <IconHome size={28} aria-hidden />;

/** The tenant's saved homes: current price, changes since, and selection for comparison. */
export default function FavouriteList() {
  const list = useListState([], { by: 'saved_at', desc: true });
  const saved = useCall(findingCalls.favourites, { page: list.page, page_size: list.pageSize });
  const [picked, setPicked] = useState<readonly number[]>([]);
  const pick = (id: number) =>
    setPicked((now) => (now.includes(id) ? now.filter((one) => one !== id) : now.length < maxComparedListings ? [...now, id] : now));
  const find = (
    <Button component="a" href={href(portalPublicScreens.listings)}>
      {m.finding_find()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={m.finding_favourites()}
        sub={saved.data ? m.finding_favourites_count({ count: saved.data.count }) : undefined}
        actions={
          picked.length > 1 && (
            <Button component="a" href={`/property/compare?ids=${picked.join(',')}`}>
              {m.finding_compare()}
            </Button>
          )
        }
      />
      {!saved.data && <LoadingState answer={saved} rows={6} />}
      {saved.data?.count === 0 && <StateBlock title={m.finding_favourites_empty()} text={m.finding_favourites_empty_text()} action={find} />}
      {saved.data && saved.data.count > 0 && (
        <>
          <ul className={classes.saved}>
            {saved.data.results.map((one) => (
              <Saved key={one.id} one={one} picked={picked.includes(one.id)} pick={() => pick(one.id)} />
            ))}
          </ul>
          <ListFooter list={list} count={saved.data.count} />
        </>
      )}
    </>
  );
}

function Saved({ one, picked, pick }: { one: Favourite; picked: boolean; pick: () => void }) {
  const { locale } = useApp();
  const { link } = useDashboard();
  const remove = useAction(findingCalls.favouriteRemove, { said: () => m.said_unsaved({ name: one.title }) });
  const { card } = one;
  const change = card ? card.price_cents - one.saved_cents : 0;
  return (
    <li className={classes.home} data-gone={!card || undefined}>
      {card?.cover ? (
        <ResponsivePicture picture={card.cover} sizes="(max-width: 40em) 100vw, 220px" className={classes.pic} />
      ) : (
        <div className={classes.pic}>{nothing}</div>
      )}
      <div className={classes.text}>
        <h2>{card ? <Anchor href={addressOf(card)}>{one.title}</Anchor> : one.title}</h2>
        {card ? (
          <>
            <p className={classes.quiet}>
              {card.place.name}, {card.place.county}
            </p>
            <p className={classes.price}>{formatKes(card.price_cents)}</p>
            <p className={classes.quiet}>{m.finding_move_in({ amount: formatKes(card.move_in_cents) })}</p>
            {change < 0 && <ToneBadge tone="good">{m.finding_less({ amount: formatKes(-change) })}</ToneBadge>}
            {change > 0 && <ToneBadge tone="warn">{m.finding_more({ amount: formatKes(change) })}</ToneBadge>}
          </>
        ) : (
          <ToneBadge tone="done">{m.finding_taken()}</ToneBadge>
        )}
        <p className={classes.quiet}>{m.finding_saved_on({ date: formatDate(one.saved_at, locale) })}</p>
        <NoteField one={one} />
      </div>
      <div className={classes.acts}>
        {card && card.listing_type !== listingTypes.buy && <Anchor href={link('booking.apply', { listing_id: one.id })}>{m.finding_apply()}</Anchor>}
        {card && <Checkbox label={m.finding_compare()} aria-label={m.finding_compare_pick({ title: one.title })} checked={picked} onChange={pick} />}
        <Button variant="subtle" color="gray" loading={remove.isPending} onClick={() => remove.mutate({ id: one.id })}>
          {m.finding_remove()}
        </Button>
      </div>
    </li>
  );
}

const addressOf = (card: NonNullable<Favourite['card']>): string =>
  card.unit
    ? `/property/${card.property.id}/${card.property.slug}/units/${card.unit.id}/${card.unit.slug}`
    : `/property/${card.property.id}/${card.property.slug}`;

function NoteField({ one }: { one: Favourite }) {
  const form = useForm(findingCalls.favouriteNote, {
    blank: { note: one.note },
    given: ({ note }) => ({ id: one.id, note }),
    stays: true,
    said: () => m.said_note({ name: one.title }),
  });
  return (
    <form className={classes.note} noValidate onSubmit={form.submit}>
      <TextInput aria-label={m.finding_note()} placeholder={m.finding_note_hint()} {...form.text('note')} maxLength={500} />
      {form.changed && (
        <Button type="submit" variant="default" loading={form.busy}>
          {m.finding_note_save()}
        </Button>
      )}
    </form>
  );
}
