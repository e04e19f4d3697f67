import { type FormEvent, type RefObject, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CachedFragments } from '#web/layout/fragment-cache.tsx';
import { IconX } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { SegmentedControl } from '#web/ui/public/choice.tsx';
import { CheckField, SelectField, TextField } from '#web/ui/public/field.tsx';
import classes from './filters.module.css';
import type { FilterGroup, FiltersView } from './filters-view.ts';
import { PriceFilter } from './price-filter.tsx';
import { buildListingsHref, buildSearchHref, normalizeQuery } from './query.ts';
import { LocationField } from './where-field.tsx';

const formId = 'search-filters';
const waitMs = 450;
/** On a phone the filters are a sheet with a submit button; beside the list they apply at once. */
const beside = () => matchMedia('(min-width: 56.01em)').matches;

const queryOf = (form: HTMLFormElement): URLSearchParams => {
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') given.append(name, value);
  if (given.get('sort') === 'best') given.delete('sort');
  return normalizeQuery(given);
};

/** The fields keep their own state so that typing is not interrupted; a new address resets them. */
function useFieldsFromAddress(form: RefObject<HTMLFormElement | null>): void {
  const { search } = useLocation();
  useEffect(() => {
    const asked = new URLSearchParams(search);
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio'))
        field.checked = (asked.get(field.name) ?? '').split(',').includes(field.value);
      else if ((field instanceof HTMLInputElement || field instanceof HTMLSelectElement) && field.name && field !== document.activeElement)
        field.value = asked.get(field.name) ?? (field.name === 'sort' ? 'best' : '');
    }
  }, [search, form]);
}

/** A sheet over another page than the list: the button leads to that page, and a new place drops the visible part of the map. */
export type FilterSheetTarget = { readonly path: string; readonly close: () => void };
const seenPart = ['bbox', 'near', 'area'];
const isElsewhere = (asked: URLSearchParams, search: string): boolean => {
  const now = new URLSearchParams(search);
  return ['place', 'q'].some((name) => (asked.get(name) ?? '') !== (now.get(name) ?? ''));
};

/** One GET form. With scripts each change navigates at once; without, or in a sheet, the button does. */
export function SearchFilterForm({ view, title, close, at }: { view: FiltersView; title: string; close: string; at?: FilterSheetTarget }) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const navigate = useNavigate();
  const { search } = useLocation();
  useFieldsFromAddress(form);
  const path = at?.path;
  const asked = useCallback((): URLSearchParams | null => {
    const query = form.current && queryOf(form.current);
    if (query && path && isElsewhere(query, search)) for (const name of seenPart) query.delete(name);
    return query;
  }, [path, search]);
  const go = useCallback(() => {
    clearTimeout(timer.current);
    const query = asked();
    if (query) void navigate(path ? buildSearchHref(path, query) : buildListingsHref(query), { preventScrollReset: true });
  }, [navigate, asked, path]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { says } = view;
  const [show, setShow] = useState(says.show);
  useEffect(() => setShow(says.show), [says.show]);
  const tally = useCallback(async () => {
    const query = asked()?.toString();
    const answer = query === undefined ? null : await fetch(`/api/v2/search/listings/?${query}&size=1`).catch(() => null);
    if (!answer?.ok || query !== asked()?.toString()) return;
    const { count, capped } = (await answer.json()) as { count: number; capped: boolean };
    setShow(count === 1 && !capped ? says.showOne : says.showMany.replace('#', `${count.toLocaleString('en')}${capped ? '+' : ''}`));
  }, [says, asked]);
  const actsAtOnce = useCallback(() => !path && beside(), [path]);
  const chosen = useCallback(() => {
    if (actsAtOnce()) go();
    else void tally();
  }, [go, tally, actsAtOnce]);
  const onChange = (event: FormEvent) => {
    const field = event.target as HTMLInputElement;
    clearTimeout(timer.current);
    // Sorting is outside the sheet, so it applies at once everywhere; in the sheet the button shows the number of results.
    if (!actsAtOnce() && field.name !== 'sort') timer.current = setTimeout(tally, waitMs);
    else timer.current = setTimeout(go, field.type === 'checkbox' || field.type === 'radio' ? 0 : waitMs);
  };
  const onSubmit = (event: SubmitEvent) => {
    // The list's own sheet is opened by the URL fragment, so a full page load closes it.
    if (!at && !beside()) return;
    event.preventDefault();
    at?.close();
    go();
  };
  return (
    <form id={formId} ref={form} action={path ?? '/listings'} method="get" className={classes.form} onChange={onChange} onSubmit={onSubmit}>
      <div className={classes.sheetHead}>
        <h2>{title}</h2>
        {at ? (
          <button type="button" aria-label={close} onClick={at.close}>
            <IconX size={20} aria-hidden />
          </button>
        ) : (
          <a href="#main" aria-label={close}>
            <IconX size={20} aria-hidden />
          </a>
        )}
      </div>
      <div className={classes.body}>
        {view.hidden.map((one) => (
          <input key={one.name} type="hidden" name={one.name} value={one.value} />
        ))}
        {at && view.sort !== 'best' && <input type="hidden" name="sort" value={view.sort} />}
        <SegmentedControl name="type" legend={view.says.type} options={view.types} defaultValue={view.type} fullWidth />
        <LocationFilter view={view} onChosen={chosen} />
        <PriceFilter prices={view.prices} says={view.says} />
        <CachedFragments Tag="div" className={classes.groups} name={`filters ${view.says.more}`} items={view.groups}>
          {(group) => <Group key={group.name} group={group} more={view.says.more} />}
        </CachedFragments>
        <SelectField
          label={view.says.baths}
          name="baths"
          defaultValue={view.baths}
          options={[{ value: '', label: view.says.anyBaths }, ...['1', '2', '3', '4'].map((value) => ({ value, label: `${value}+` }))]}
        />
        <TextField label={view.says.available} name="available_by" type="date" defaultValue={view.available} />
        <CheckField label={view.says.pets} name="pets" value="true" defaultChecked={view.pets} />
      </div>
      <div className={classes.sheetFoot}>
        <Button type="submit" size="md" fullWidth>
          {show}
        </Button>
      </div>
    </form>
  );
}

/** The place field with suggestions. A new address creates a new field. */
export const LocationFilter = ({ view: { where, says }, onChosen }: { view: FiltersView; onChosen: () => void }) => (
  <LocationField
    key={`${where.text} ${where.place}`}
    label={says.where}
    hint={says.whereHint}
    kinds={says.kinds}
    {...where}
    className={classes.where ?? ''}
    onChosen={onChosen}
  />
);

/** The place field above the list on a phone, where the other filters are in a sheet. It is in a form of its own. */
export function PhoneLocationFilter({ view }: { view: FiltersView }) {
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { search } = useLocation();
  const go = useCallback(() => {
    if (!form.current) return;
    const made = new URLSearchParams(search);
    for (const name of ['q', 'place', 'near', 'area', 'bbox', 'page', 'after']) made.delete(name);
    for (const [name, value] of queryOf(form.current)) made.set(name, value);
    void navigate(buildListingsHref(normalizeQuery(made)));
  }, [navigate, search]);
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    go();
  };
  return (
    <form ref={form} action="/listings" method="get" className={classes.phoneWhere} onSubmit={onSubmit}>
      <LocationFilter view={view} onChosen={go} />
    </form>
  );
}

const shown = 7;

function Group({ group, more }: { group: FilterGroup; more: string }) {
  const rest = group.options.slice(shown);
  return (
    <fieldset className={classes.group}>
      <legend>{group.title}</legend>
      {group.options.slice(0, shown).map((option) => (
        <Option key={option.value} name={group.name} option={option} />
      ))}
      {rest.length > 0 && (
        <details open={rest.some((option) => option.on) || undefined}>
          <summary>{more}</summary>
          {rest.map((option) => (
            <Option key={option.value} name={group.name} option={option} />
          ))}
        </details>
      )}
    </fieldset>
  );
}

const Option = ({ name, option }: { name: string; option: FilterGroup['options'][number] }) => (
  <label className={classes.option}>
    <input type="checkbox" name={name} value={option.value} defaultChecked={option.on} />
    <span>{option.label}</span>
    {option.n !== null && <small>{option.n}</small>}
  </label>
);

/** Sorting is above the list but belongs to the same form. */
export const SearchSortField = ({ view }: { view: FiltersView }) => (
  <label className={classes.sort}>
    <span className="sr-only">{view.says.sort}</span>
    <select name="sort" form={formId} defaultValue={view.sort}>
      {view.sorts.map((sort) => (
        <option key={sort.value} value={sort.value}>
          {sort.label}
        </option>
      ))}
    </select>
    <noscript>
      <button type="submit" form={formId}>
        {view.says.sort}
      </button>
    </noscript>
  </label>
);
