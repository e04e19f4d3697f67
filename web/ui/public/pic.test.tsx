import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VideoPlayer } from './film.tsx';
import { ResponsivePicture } from './pic.tsx';

const picture = {
  src: '/media/a.webp',
  webp: '/media/a.webp 800w',
  avif: '/media/a.avif 800w',
  width: 800,
  height: 600,
  colour: '#aabbcc',
  alt: 'A gate',
};

test('picture: prefers AVIF to WebP, reserves its space, and loads lazily unless the picture is the first on the page', () => {
  const html = renderToString(<ResponsivePicture picture={picture} sizes="50vw" />);
  expect(html).toMatch(/<source type="image\/avif"[^>]*><source type="image\/webp"/);
  expect(html).toMatch(/background-color:#aabbcc/);
  expect(html).toMatch(/alt="A gate" width="800" height="600" loading="lazy"/);
  expect(renderToString(<ResponsivePicture picture={picture} sizes="50vw" eager />)).toMatch(/loading="eager" fetchPriority="high"/);
  expect(
    renderToString(<ResponsivePicture picture={{ ...picture, webp: '', avif: '', width: null, height: null, colour: null }} sizes="50vw" />),
  ).not.toMatch(/source|width=|style/);
});

test("video: another host's video loads only after a press, and this site's video plays in the page", () => {
  const tour = renderToString(<VideoPlayer url="https://kuula.co/share/7lVLq" title="Tour" showLabel="Show it from kuula.co" />);
  expect(tour).toContain('Show it from kuula.co');
  expect(tour).not.toMatch(/iframe|https:/);
  expect(renderToString(<VideoPlayer url="/media/x.mp4" title="Walk" showLabel="" />)).toMatch(/<video[^>]*src="\/media\/x.mp4"[^>]*preload="none"/);
});
