import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { IconSearch } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { SegmentedControl } from '#web/ui/public/choice.tsx';
import { buildListingsHref, normalizeQuery } from './query.ts';
import classes from './search-box.module.css';
import { LocationField } from './where-field.tsx';

export interface SearchLabels {
  label: string;
  type: string;
  types: readonly { value: string; label: string }[];
  where: string;
  whereHint: string;
  kinds: Readonly<Record<string, string>>;
  size: string;
  sizes: readonly { value: string; label: string }[];
  upTo: string;
  upToHint: string;
  search: string;
}

/** A plain GET form to /listings. Scripts add suggestions and avoid the reload. */
export function SearchBox({ says, type = 'rent' }: { says: SearchLabels; type?: string }) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const go = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) if (typeof value === 'string') given.append(name, value);
    setBusy(true);
    void navigate(buildListingsHref(normalizeQuery(given)));
  };
  return (
    <search className={classes.search}>
      <form action="/listings" method="get" onSubmit={go} aria-label={says.label}>
        <SegmentedControl name="type" legend={says.type} options={says.types} defaultValue={type} className={classes.types ?? ''} fullWidth />
        <div className={classes.row}>
          <LocationField label={says.where} hint={says.whereHint} kinds={says.kinds} className={classes.field ?? ''} />
          <label className={classes.field}>
            <span>{says.size}</span>
            <select name="beds" defaultValue="">
              {says.sizes.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
            </select>
          </label>
          <label className={classes.field}>
            <span>{says.upTo}</span>
            <input name="max" type="number" min={0} step={500} inputMode="numeric" placeholder={says.upToHint} />
          </label>
          <Button type="submit" size="md" className={classes.go ?? ''} left={<IconSearch size={18} aria-hidden />} loading={busy}>
            {says.search}
          </Button>
        </div>
      </form>
    </search>
  );
}
