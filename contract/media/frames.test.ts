import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameHosts, parseFrameUrl } from './frames.ts';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://my.matterport.com/show/?m=SxQL3iGyoDo', 'https://my.matterport.com/show/?m=SxQL3iGyoDo'],
  ['https://matterport.com/models/SxQL3iGyoDo', 'https://my.matterport.com/show/?m=SxQL3iGyoDo'],
  ['https://kuula.co/share/collection/7lVLq', 'https://kuula.co/share/collection/7lVLq'],
  ['https://momento360.com/e/u/a9b53aa8f8b040', 'https://momento360.com/e/u/a9b53aa8f8b040'],
])('virtual tour and video links: %s is accepted', (given, frame) => expect(parseFrameUrl(given)).toBe(frame));

test.each([
  'http://youtu.be/dQw4w9WgXcQ',
  'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
  'https://evil.test/?https://youtu.be/dQw4w9WgXcQ',
  'https://user@youtu.be/dQw4w9WgXcQ',
  'https://youtu.be:8443/dQw4w9WgXcQ',
  'https://www.youtube.com/',
  'https://youtu.be/"><script>',
  'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
  'https://kuula.co/explore',
  '/art/home/a.svg',
  '',
])('virtual tour and video links: %s is rejected', (given) => expect(parseFrameUrl(given)).toBeNull());

test('virtual tour and video links: the content security policy allows the host of every accepted link', () => {
  const host = fc.constantFrom('youtube.com', 'youtu.be', 'vimeo.com', 'kuula.co', 'my.matterport.com', 'momento360.com', 'evil.test');
  fc.assert(
    fc.property(host, fc.webPath(), fc.webQueryParameters(), (at, path, query) => {
      const frame = parseFrameUrl(`https://${at}${path}?${query}`);
      if (frame !== null) expect(frameHosts).toContain(new URL(frame).host);
    }),
  );
});
