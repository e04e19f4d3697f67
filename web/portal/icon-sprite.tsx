/** Icons the page repeats, defined once and referenced. */
const paths = {
  bed: 'M7 9m-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M22 17v-3h-20M2 8v9M12 14h10v-2a3 3 0 0 0 -3 -3h-7z',
  bath: 'M4 12h16a1 1 0 0 1 1 1v3a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4v-3a1 1 0 0 1 1 -1M6 12v-7a2 2 0 0 1 2 -2h3v2.25M4 21l1 -1.5M20 21l-1 -1.5',
  size: 'M17 3l4 4l-14 14l-4 -4zM16 7l-1.5 -1.5M13 10l-1.5 -1.5M10 13l-1.5 -1.5M7 16l-1.5 -1.5',
  scale: 'M7 20h10M6 6l6 -1l6 1M12 3v17M9 12l-3 -6l-3 6a3 3 0 0 0 6 0M21 12l-3 -6l-3 6a3 3 0 0 0 6 0',
} as const;
export type IconName = keyof typeof paths;

/** The filled shield of a verified property. */
const shield =
  'M11.998 2l.118 .007l.059 .008l.061 .013l.111 .034a.993 .993 0 0 1 .217 .112l.104 .082l.255 .218a11 11 0 0 0 7.189 2.537l.342 -.01a1 1 0 0 1 1.005 .717a13 13 0 0 1 -9.208 16.25a1 1 0 0 1 -.502 0a13 13 0 0 1 -9.209 -16.25a1 1 0 0 1 1.005 -.717a11 11 0 0 0 7.531 -2.527l.263 -.225l.096 -.075a.993 .993 0 0 1 .217 -.112l.112 -.034a.97 .97 0 0 1 .119 -.021l.115 -.007zm3.71 7.293a1 1 0 0 0 -1.415 0l-3.293 3.292l-1.293 -1.292l-.094 -.083a1 1 0 0 0 -1.32 1.497l2 2l.094 .083a1 1 0 0 0 1.32 -.083l4 -4l.083 -.094a1 1 0 0 0 -.083 -1.32z';

export const IconSprite = () => (
  <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
    {Object.entries(paths).map(([name, d]) => (
      <symbol key={name} id={`sign-${name}`} viewBox="0 0 24 24">
        <path d={d} />
      </symbol>
    ))}
    <symbol id="sign-shield" viewBox="0 0 24 24">
      <path d={shield} />
    </symbol>
  </svg>
);

export const VerifiedShield = () => (
  <svg className="tabler-icon" width={14} height={14} fill="currentColor" aria-hidden="true">
    <use href="#sign-shield" />
  </svg>
);

export const SpriteIcon = ({ name, size = 15 }: { name: IconName; size?: number }) => (
  <svg
    className="tabler-icon"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <use href={`#sign-${name}`} />
  </svg>
);
