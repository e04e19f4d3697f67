import { expect, test } from 'vitest';
import { toDownloadFileName } from './file-name.ts';

test.each([
  ['Lease.pdf', 'pdf', 'Lease.pdf'],
  ['Wasifu wa Akinyi 1.2.PDF', 'pdf', 'Wasifu wa Akinyi 1.2.pdf'],
  ['house.jpg', 'jpeg', 'house.jpg'],
  ['cv.hta', 'pdf', 'cv.pdf'],
  ['cv.docm', 'docx', 'cv.docx'],
  ['cv.pdf.exe', 'pdf', 'cv.pdf.pdf'],
  ['\u202efdp.exe', 'pdf', 'fdp.pdf'],
  ['../../../x.pdf', 'pdf', 'x.pdf'],
  ['C:\\temp\\x.pdf', 'pdf', 'x.pdf'],
  ['a\r\nX: "y".pdf', 'pdf', 'aX y.pdf'],
  ['a.hta\u0000', 'pdf', 'a.pdf'],
  ['a.hta. ', 'pdf', 'a.hta.pdf'],
  ['.pdf', 'pdf', 'file.pdf'],
  ['', 'docx', 'file.docx'],
  [undefined, 'pdf', 'file.pdf'],
])('file name: %j of type %s becomes %s', (given, type, name) => expect(toDownloadFileName(given, type)).toBe(name));

test('file name: a long name is shortened but has the same extension', () =>
  expect(toDownloadFileName(`${'a'.repeat(5000)}.pdf`, 'pdf')).toMatch(/^a{196}\.pdf$/));
