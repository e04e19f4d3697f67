import { expect, test } from 'vitest';
import { redirectToCanonical } from './public-record.ts';

const leadsTo = (address: string) => {
  try {
    redirectToCanonical(new Request(`http://localhost${address}`), '/property/7/sunbird-court');
    return null;
  } catch (answer) {
    return [(answer as Response).status, (answer as Response).headers.get('location')];
  }
};

test('public page: the page and its data request redirect to the same canonical address', () => {
  expect(leadsTo('/property/7/sunbird-court')).toBeNull();
  expect(leadsTo('/property/7/sunbird-court/?enquiry=sent')).toBeNull();
  expect(leadsTo('/property/7/sunbird-court.data?_routes=a')).toBeNull();
  expect(leadsTo('/property/7/old?lang=sw')).toEqual([301, '/property/7/sunbird-court?lang=sw']);
  expect(leadsTo('/property/7/old.data?_routes=a')).toEqual([301, '/property/7/sunbird-court']);
});
