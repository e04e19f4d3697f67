import { type FormEvent, type RefObject, type SubmitEvent, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CachedFragments } from '#web/layout/fragment-cache.tsx';
import { IconX } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { Segmented } from '#web/ui/public/choice.tsx';
import { CheckField, SelectField, TextField } from '#web/ui/public/field.tsx';
import classes from './filters.module.css';
import type { FilterGroup, FiltersView } from './filters-view.ts';
import { PriceFilter } from './price-filter.tsx';
import { searchAddress, tidy } from './query.ts';

const formId = 'search-filters';
const waitMs = 450;
/** On a phone the filters are a sheet with a button of its own; beside the list they act at once. */
const beside = () => matchMedia('(min-width: 56.01em)').matches;

const queryOf = (form: HTMLFormElement): URLSearchParams => {
  const given = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') given.append(name, value);
  if (given.get('sort') === 'best') given.delete('sort');
  return tidy(given);
};

/** The fields keep their own state, so that typing is never interrupted; a new address sets them right. */
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

/** One GET form. With scripts each change leads to the new address at once; without, the button does. */
export function Filters({ view, title, close }: { view: FiltersView; title: string; close: string }) {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const navigate = useNavigate();
  useFieldsFromAddress(form);
  const go = useCallback(() => {
    clearTimeout(timer.current);
    if (form.current) void navigate(searchAddress(queryOf(form.current)), { preventScrollReset: true });
  }, [navigate]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onChange = (event: FormEvent) => {
    const field = event.target as HTMLInputElement;
    // The order stands outside of the sheet, so it acts at once everywhere.
    if (!beside() && field.name !== 'sort') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(go, field.type === 'checkbox' || field.type === 'radio' ? 0 : waitMs);
  };
  const onSubmit = (event: SubmitEvent) => {
    // The sheet is open by the address's own mark: a real page load closes it.
    if (!beside()) return;
    event.preventDefault();
    go();
  };
  return (
    <form id={formId} ref={form} action="/listings" method="get" className={classes.form} onChange={onChange} onSubmit={onSubmit}>
      <div className={classes.sheetHead}>
        <h2>{title}</h2>
        <a href="#main" aria-label={close}>
          <IconX size={20} aria-hidden />
        </a>
      </div>
      <div className={classes.body}>
        {view.hidden.map((one) => (
          <input key={one.name} type="hidden" name={one.name} value={one.value} />
        ))}
        <Segmented name="type" legend={view.says.type} options={view.types} defaultValue={view.type} fullWidth />
        <TextField label={view.says.words} name="q" defaultValue={view.q} placeholder={view.says.wordsHint} maxLength={200} />
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
          {view.says.show}
        </Button>
      </div>
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

/** The order stands over the list but belongs to the same form. */
export const SortField = ({ view }: { view: FiltersView }) => (
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
