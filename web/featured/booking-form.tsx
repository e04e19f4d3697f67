import { NativeSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { featuredCalls } from '#contract/featured/calls.ts';
import { type FeaturedQuote, quoteFeaturedBooking } from '#contract/featured/kinds.ts';
import { featuredPlacementLabels } from '#contract/featured/labels.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { countDaysInclusive, monthStart } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { MoneyLines } from '#web/ui/dash/facts.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatKes } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { type SelectedDays, SlotCalendar } from './calendar.tsx';
import classes from './featured.module.css';

/** A listing, a product, days in the calendar and their price. A request reserves the days for payment. */
export function FeaturedBookingForm({ close, made }: { close: () => void; made: (id: number) => void }) {
  const { layout } = useDashboard();
  const offers = useCall(featuredCalls.choices, {});
  const onSale = useCall(featuredCalls.listProducts, { page: 1, page_size: 100 });
  const [start, setStart] = useState(monthStart(clock.today()));
  const priceOf = (id: string, days: SelectedDays): FeaturedQuote => {
    const found = onSale.data?.results.find((p) => String(p.id) === id);
    const today = clock.today();
    return found && days ? quoteFeaturedBooking(days.from, days.to, found.day_cents, today) : quoteFeaturedBooking(today, today, 0, today);
  };
  const form = useForm(featuredCalls.create, {
    blank: { listing: null as string | null, product: '', span: null as SelectedDays },
    given: ({ listing, product, span }) => ({
      product_id: Number(product),
      listing_id: Number(listing),
      starts_on: span?.from ?? '',
      ends_on: span?.to ?? '',
      total_cents: priceOf(product, span).total,
    }),
    says: {
      listing_id: m.featured_need_offer,
      product_id: m.featured_need_product,
      starts_on: m.featured_need_days,
      ends_on: m.featured_need_days,
    },
    names: { listing_id: 'listing', product_id: 'product', starts_on: 'span', ends_on: 'span' },
    inPlace: true,
    touches: [listingCalls],
    said: ({ code }) => m.said_booked({ code }),
    done: ({ id }) => made(id),
  });
  const { listing, product, span } = form.values;
  const problem = form.problems.listing ?? form.problems.product ?? form.problems.span ?? form.problem;
  const offer = offers.data?.results.find((o) => String(o.id) === listing);
  const fitting = (onSale.data?.results ?? []).filter((p) => p.active && offer?.products.includes(p.id));
  const chosen = fitting.find((p) => String(p.id) === product);
  const quote = priceOf(product, span);
  const tooLong = chosen && span && countDaysInclusive(span.from, span.to) > chosen.max_days;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.featured_book()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={
        <DrawerActions
          close={close}
          busy={form.busy}
          label={chosen?.approval ? m.featured_request() : m.featured_continue()}
          disabled={Boolean(tooLong)}
        />
      }
    >
      {offers.data?.results.length === 0 && <Note tone="info">{layout === 'agent' ? m.featured_no_offers_managed() : m.featured_no_offers()}</Note>}
      <Select
        label={m.featured_offer()}
        placeholder={m.featured_choose_offer()}
        searchable
        nothingFoundMessage={m.shell_nothing_matches()}
        data={(offers.data?.results ?? []).map((o) => ({ value: String(o.id), label: `${o.title} (${o.property})` }))}
        value={listing}
        onChange={(value) => {
          form.put({ listing: value, product: '', span: null });
        }}
      />
      {offer && (
        <NativeSelect
          label={m.featured_product()}
          data={[
            { value: '', label: m.featured_choose_product() },
            ...fitting.map((p) => ({ value: String(p.id), label: m.featured_product_choice({ name: p.name, price: formatKes(p.day_cents) }) })),
          ]}
          description={
            chosen &&
            m.featured_product_help({
              where: featuredPlacementLabels[chosen.placement](),
              place: chosen.place ?? m.featured_whole_country(),
              days: chosen.max_days,
            })
          }
          value={product}
          onChange={(e) => {
            form.put({ product: e.currentTarget.value, span: null });
          }}
        />
      )}
      {chosen && <SlotCalendar product={chosen.id} start={start} onMonth={setStart} span={span} onSpan={(next) => form.set('span', next)} />}
      {chosen && !span && <p className={classes.quiet}>{m.featured_days_help()}</p>}
      {chosen && span && (
        <>
          <MoneyLines
            items={[
              {
                label: m.featured_quote_line({ days: countDaysInclusive(span.from, span.to), price: formatKes(chosen.day_cents) }),
                cents: quote.net,
              },
              { label: m.featured_vat(), cents: quote.vat },
            ]}
            total={{ label: m.featured_quote(), cents: quote.total }}
          />
          {tooLong ? (
            <Note tone="guard">{m.featured_too_long({ days: chosen.max_days })}</Note>
          ) : (
            <Note tone="info">{chosen.approval ? m.featured_what_next_request() : m.featured_what_next()}</Note>
          )}
        </>
      )}
      {problem && <Note tone="bad">{problem}</Note>}
    </FormDrawer>
  );
}
