import { useEffect, useRef } from 'react';
import { Form, useLocation } from 'react-router';
import { typedCents } from '#contract/money/cents.ts';
import { write } from '#web/portal/query.ts';
import { bedsName, type TypeName, typeNames } from '#web/portal/search-labels.ts';
import { kes } from '#web/ui/format.ts';
import { IconAdjustmentsHorizontal } from '#web/ui/icons.ts';
import { A } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { CheckField, SelectField, TextField } from '#web/ui/public/field.tsx';
import { m } from '#words/messages.js';
import classes from './search.module.css';

/** What this small form asks; everything else of the address travels along unseen. */
const asked = ['type', 'q', 'min', 'max', 'beds', 'baths', 'pets', 'page', 'after'];
const sizes = ['0', '1', '2', '3', '4', '5'];

/** "To rent, 2 bedrooms, up to KES 60,000". */
export function summaryOf(params: URLSearchParams): string {
  const type = params.get('type');
  const beds = (params.get('beds') ?? '').split(',').filter(Boolean);
  const [min, max] = [Number(params.get('min')) || 0, Number(params.get('max')) || 0];
  const price =
    min && max
      ? m.map_price_between({ min: kes(typedCents(min)), max: kes(typedCents(max)) })
      : max
        ? m.map_price_to({ max: kes(typedCents(max)) })
        : '';
  return [
    type && type in typeNames ? typeNames[type as TypeName]() : m.map_any_type(),
    beds.length > 0 ? beds.map(bedsName).join(' / ') : m.map_any_size(),
    price || (min ? m.map_price_from({ min: kes(typedCents(min)) }) : m.map_any_price()),
  ].join(', ');
}

/** A GET form in a disclosure: works without a script, and leads to the same addresses. */
export function MapFilters({ params }: { params: URLSearchParams }) {
  const box = useRef<HTMLDetailsElement>(null);
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is an answered form
  useEffect(() => box.current?.removeAttribute('open'), [search]);
  const value = (name: string) => params.get(name) ?? '';
  const options = (names: readonly string[], nameOf: (value: string) => string, every: string) => [
    { value: '', label: every },
    ...names.map((name) => ({ value: name, label: nameOf(name) })),
  ];
  return (
    <details ref={box} className={classes.filters}>
      <summary>
        <IconAdjustmentsHorizontal size={16} aria-hidden />
        {m.map_filters()}
      </summary>
      <Form action="/mapsearch" method="get" className={classes.filterForm} key={search}>
        {[...params]
          .filter(([name]) => !asked.includes(name))
          .map(([name, text]) => (
            <input key={name} type="hidden" name={name} value={text} />
          ))}
        <SelectField
          label={m.map_type()}
          name="type"
          defaultValue={value('type')}
          options={options(Object.keys(typeNames), (name) => typeNames[name as TypeName](), m.map_any_type())}
        />
        <TextField label={m.map_words()} name="q" defaultValue={value('q')} maxLength={200} />
        <div className={classes.pair}>
          <TextField label={m.map_min()} name="min" inputMode="numeric" pattern="[0-9]*" prefix="KES" defaultValue={value('min')} />
          <TextField label={m.map_max()} name="max" inputMode="numeric" pattern="[0-9]*" prefix="KES" defaultValue={value('max')} />
        </div>
        <div className={classes.pair}>
          <SelectField label={m.map_size()} name="beds" defaultValue={value('beds')} options={bedOptions(value('beds'), options)} />
          <SelectField
            label={m.map_baths()}
            name="baths"
            defaultValue={value('baths')}
            options={options(['1', '2', '3', '4'], (n) => `${n}+`, m.map_any_baths())}
          />
        </div>
        <CheckField label={m.map_pets()} name="pets" value="true" defaultChecked={value('pets') === 'true'} />
        <div className={classes.filterFoot}>
          <A href={write('/listings', params)}>{m.map_all_filters()}</A>
          <Button type="submit">{m.map_show()}</Button>
        </div>
      </Form>
    </details>
  );
}

type Options = (names: readonly string[], nameOf: (value: string) => string, every: string) => { value: string; label: string }[];
/** Several sizes can only be ticked on /listings; here they stay one choice among the others. */
const bedOptions = (now: string, options: Options) =>
  options(now.includes(',') ? [now, ...sizes] : sizes, (value) => value.split(',').map(bedsName).join(' / '), m.map_any_size());
