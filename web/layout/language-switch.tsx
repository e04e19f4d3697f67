import { useLocation } from 'react-router';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import classes from './language-switch.module.css';

/** A plain link to the page in the other language: the server stores the choice, and it works without JavaScript. */
export function LanguageSwitch() {
  const { locale } = useApp();
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const other = locale === 'en' ? 'sw' : 'en';
  query.set('lang', other);
  return (
    <a className={classes.switch} href={`${pathname}?${query}`} lang={other} hrefLang={other} title={m.shell_language_switch()}>
      <b>{m.shell_language_mark()}</b> / {m.shell_language_other_mark()} <span className="sr-only">{m.shell_language_switch()}</span>
    </a>
  );
}
