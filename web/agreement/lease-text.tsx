import { useState } from 'react';
import type { AgreementLanguage } from '#contract/agreement/kinds.ts';
import { missingFieldPattern } from '#contract/agreement/missing-field.ts';
import type { AgreementText } from '#contract/agreement/shapes.ts';
import { useApp } from '#web/layout/app.tsx';
import { SegmentedControl } from '#web/ui/public/choice.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';

type Language = 'en' | 'sw';
const names: Readonly<Record<Language, string>> = { en: 'English', sw: 'Kiswahili' };

/** Unknown values are highlighted. */
const Filled = ({ words }: { words: string }) =>
  words.split(missingFieldPattern).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      // The parts of a sentence keep their places.
      // biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells them apart
      <mark key={n} className={classes.gap}>
        {part}
      </mark>
    ),
  );

/** The text of an agreement, one language at a time, because a phone has no space for two columns. */
export function LeaseText({ text, language, governs }: { text: AgreementText; language: AgreementLanguage; governs: Language }) {
  const { locale } = useApp();
  const [shown, setShown] = useState<Language>(language === 'both' ? locale : language);
  return (
    <div className={classes.text}>
      {language === 'both' && (
        <>
          <SegmentedControl<Language>
            legend={m.agreement_read_in()}
            value={shown}
            onChange={setShown}
            options={[
              { value: 'en', label: names.en },
              { value: 'sw', label: names.sw },
            ]}
          />
          <p className={classes.quiet}>{governs === 'en' ? m.agreement_governs_en() : m.agreement_governs_sw()}</p>
        </>
      )}
      <article className={classes.paper} lang={shown}>
        <h2>
          <Filled words={text.title[shown]} />
        </h2>
        {text.blocks.map((block, n) =>
          block.kind === 'heading' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text is frozen, a place in it is its name
            <h3 key={n}>
              <Filled words={block[shown]} />
            </h3>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text is frozen, a place in it is its name
            <p key={n}>
              <Filled words={block[shown]} />
            </p>
          ),
        )}
      </article>
    </div>
  );
}
