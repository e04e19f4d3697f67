import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { SearchSuggestion } from '#contract/search/calls.ts';
import classes from './where-field.module.css';

const waitMs = 150;

/** A plain fetch, because the typed client would load every call's schema. */
async function suggest(text: string, signal: AbortSignal): Promise<readonly SearchSuggestion[]> {
  const answer = await fetch(`/api/v2/search/suggest/?q=${encodeURIComponent(text)}`, { signal });
  return answer.ok ? ((await answer.json()) as { results: SearchSuggestion[] }).results : [];
}

export interface LocationFieldProps {
  label: string;
  hint: string;
  className: string;
  /** Labels of suggestions by kind, or by kind of landmark. */
  kinds: Readonly<Record<string, string>>;
  text?: string;
  /** The place already chosen, whose name is in `text`. */
  place?: string;
  /** Called when a place is chosen, in a form that applies at once. */
  onChosen?: () => void;
}

/** A text field with place suggestions. A chosen place is sent by id without its text; other text is sent as it is and parsed by the search. */
export function LocationField({ label, hint, className, kinds, text = '', place: chosen = '', onChosen }: LocationFieldProps) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(text);
  const [place, setPlace] = useState<number | string>(chosen);
  const [found, setFound] = useState<readonly SearchSuggestion[]>([]);
  const [at, setAt] = useState(-1);
  const asking = useRef<AbortController | null>(null);
  const open = found.length > 0;

  useEffect(() => {
    asking.current?.abort();
    if (place || typed.trim().length < 2 || typed === text) return setFound([]);
    const mine = new AbortController();
    asking.current = mine;
    const timer = setTimeout(() => {
      // Without an answer there are no suggestions; the search works without them.
      suggest(typed.trim(), mine.signal).then(setFound, () => undefined);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [typed, place, text]);

  const close = () => {
    asking.current?.abort();
    setFound([]);
    setAt(-1);
  };
  const choose = (one: SearchSuggestion) => {
    close();
    if (one.kind === 'property') return void navigate(`/property/${one.id}/${one.slug}`);
    setPlace(one.id);
    setTyped(one.name);
  };
  useEffect(() => {
    if (place && place !== chosen) onChosen?.();
  }, [place, chosen, onChosen]);
  const onKey = (event: KeyboardEvent) => {
    if (!open) return;
    const chosen = found[at];
    if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? found.length - 1 : at - 1);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };

  return (
    <div className={className}>
      <label htmlFor={id}>{label}</label>
      {place && <input type="hidden" name="place" value={place} />}
      <input
        id={id}
        name={place ? undefined : 'q'}
        value={typed}
        placeholder={hint}
        maxLength={200}
        autoComplete="off"
        role="combobox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
        onChange={(event) => {
          setPlace('');
          setTyped(event.target.value);
        }}
        onKeyDown={onKey}
        onBlur={close}
      />
      <div id={`${id}-list`} role="listbox" aria-label={label} className={classes.list} hidden={!open}>
        {found.map((one, index) => (
          <div
            key={`${one.kind} ${one.id}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // Runs before the field loses focus, which closes the list.
            onMouseDown={(event) => {
              event.preventDefault();
              choose(one);
            }}
          >
            <span>
              <b>{one.name}</b> {[kinds[one.landmark ?? one.kind], one.under].filter(Boolean).join(' · ')}
            </span>
            <span>{one.n}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
