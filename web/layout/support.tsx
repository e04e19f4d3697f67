import { useEffect, useState } from 'react';
import type { CallResult } from '#contract/kernel/call.ts';
import type { referenceCalls } from '#contract/reference/calls.ts';
import { phone } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import classes from './support.module.css';

type Links = CallResult<typeof referenceCalls.supportLinks>;

/**
 * The contacts of support, next to every text that mentions support (test/rules/support.test.ts). They are fetched when shown, so that pages stay
 * small.
 */
export function SupportLinks() {
  const { locale } = useApp();
  const [links, setLinks] = useState<Links | null>(null);
  useEffect(() => {
    const read = async () => {
      const [{ send }, { referenceCalls }] = await Promise.all([import('#web/client/client.ts'), import('#contract/reference/calls.ts')]);
      setLinks(await send(referenceCalls.supportLinks, {}));
    };
    // Without an answer the text is shown without contacts.
    read().catch(() => undefined);
  }, []);
  if (!links) return null;
  const hours = locale === 'sw' ? links.hours_sw : links.hours_en;
  return (
    <ul className={classes.support} aria-label={m.shell_support()}>
      {links.phone && (
        <li>
          <a href={links.phone}>{phone(links.phone.replace('tel:', ''))}</a>
        </li>
      )}
      {links.whatsapp && (
        <li>
          <a href={links.whatsapp} target="_blank" rel="noreferrer">
            WhatsApp
          </a>
        </li>
      )}
      <li>
        <a href={links.email}>{links.email.replace('mailto:', '')}</a>
      </li>
      {hours && <li>{hours}</li>}
    </ul>
  );
}
