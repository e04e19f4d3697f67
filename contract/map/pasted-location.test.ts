import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPastedLocation } from './pasted-location.ts';

const nairobi = { lat: -1.2864, lng: 36.8172 };
const pieces = ['-1.29', '36.78', ',', ' ', '@', '!3d', '!4d', 'https://www.google.com/maps/', '?q=', 'geo:', '6GCRPR78', '+', 'CV', '°', '999', "'"];
const read = (text: string) => readPastedLocation(text, nairobi);

describe('pasted location', () => {
  test.each([
    ['-1.2921, 36.7856', -1.2921, 36.7856],
    ['(-1.2921 36.7856)', -1.2921, 36.7856],
    ['https://www.google.com/maps/@-1.2921,36.7856,17z', -1.2921, 36.7856],
    ['https://www.google.com/maps/place/Yaya+Centre/@-1.2901,36.7812,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x0!8m2!3d-1.2927!4d36.788', -1.2927, 36.788],
    ['https://maps.google.com/?q=-1.2921,36.7856', -1.2921, 36.7856],
    ['Home https://maps.google.com/maps?q=-1.2921%2C36.7856&z=17&hl=en', -1.2921, 36.7856],
    ['https://www.google.com/maps/search/?api=1&query=-1.2921,36.7856', -1.2921, 36.7856],
    ['https://www.google.com/maps/search/-1.2921,+36.7856', -1.2921, 36.7856],
    ['geo:-1.2921,36.7856?q=Home', -1.2921, 36.7856],
    [`1°17'31.6"S 36°47'08.2"E`, -1.29211, 36.78561],
    // Open Location Code examples for Nairobi, full and shortened.
    ['6GCRPR78+CV', -1.28644, 36.81719],
    ['PR78+CV Nairobi', -1.28644, 36.81719],
    ['pr78+cv, Nairobi, Kenya', -1.28644, 36.81719],
  ])('reads %s', (text, lat, lng) => {
    const found = read(text);
    expect('problem' in found ? found.problem : 'read').toBe('read');
    if ('problem' in found) return;
    expect(found.lat).toBeCloseTo(lat, 3);
    expect(found.lng).toBeCloseTo(lng, 3);
  });

  test.each([
    ['https://maps.app.goo.gl/AbCdEf123', 'short_link'],
    ['Here: https://goo.gl/maps/xyz', 'short_link'],
    ['51.5007, -0.1246', 'abroad'],
    ['https://www.google.com/maps/@51.5,-0.12,12z', 'abroad'],
    ['Kilimani', 'unreadable'],
    ['', 'unreadable'],
    ['https://example.com/', 'unreadable'],
  ])('rejects %s with reason %s', (text, problem) => expect(read(text)).toEqual({ problem }));

  test('gives coordinates in Kenya or a reason for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join('')),
        ),
        (text) => {
          const found = read(text);
          if (!('problem' in found)) expect(found.lat >= -5.5 && found.lat <= 5.8 && found.lng >= 33.5 && found.lng <= 42.5).toBe(true);
        },
      ),
    );
  });
});
