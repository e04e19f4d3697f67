import classes from './brand.module.css';
import { cx } from './cx.ts';

/** The logo: two gables in the form of an M, because makao means homes. `mono` is for print and tinted surfaces. */
export function BrandMark({ size = 28, mono = false }: { size?: number; mono?: boolean }) {
  const ink = (color: string) => (mono ? 'currentColor' : color);
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M3 29V14.6L10.2 6l5.8 6.9L21.8 6 29 14.6V29h-7.6v-9.2h-4V29H3z" fill={ink('var(--mantine-primary-color-filled)')} />
      <path d="M7.6 29v-8.2h4.6V29z" fill={mono ? 'var(--mk-page)' : 'var(--mk-pindo-mango)'} />
      <path
        d="M2.2 12.2 10.2 2.6l5.8 6.9 5.8-6.9 8 9.6"
        fill="none"
        stroke={ink('var(--mk-pindo-murram)')}
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export interface BrandLogoProps {
  /** The name of the product beside the logo, in lower case. */
  name: string;
  size?: number;
  mono?: boolean;
}

export function BrandLogo({ name, size = 28, mono = false }: BrandLogoProps) {
  return (
    <span className={classes.logo} data-mono={mono || undefined}>
      <BrandMark size={size} mono={mono} />
      <span className={classes.word} style={{ fontSize: Math.round(size * 0.78) }}>
        {name}
      </span>
    </span>
  );
}

/** Pindo, the border of a kanga, is the only ornament of the brand. It is never inside tables or forms, and at most twice on a screen. */
export const PindoPattern = ({ h = 14, className }: { h?: number; className?: string }) => (
  <div className={cx(classes.pindo, className)} style={{ height: h, backgroundSize: `${h * 2}px ${h}px` }} aria-hidden="true" />
);

export interface SwahiliProverbProps {
  /** The proverb in Kiswahili. */
  sw: string;
  /** The meaning of the proverb in the reader's language. */
  meaning: string;
  /** Uses the surrounding text colour (on dark art and in the footer). */
  plain?: boolean;
}

/** Jina, the line of Kiswahili on a kanga, with its meaning for other readers. */
export const SwahiliProverb = ({ sw, meaning, plain = false }: SwahiliProverbProps) => (
  <p className={classes.jina} data-plain={plain || undefined}>
    <span lang="sw">{sw}</span> <span aria-hidden="true">·</span> {meaning}
  </p>
);
