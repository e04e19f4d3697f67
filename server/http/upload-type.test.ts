import { expect, test } from 'vitest';
import { createZip, makeWordFile } from '#test/servers/zip.ts';
import { sniffUploadType } from './upload-type.ts';

const bytes = (hex: string, rest = '') => Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.from(rest)]);

test.each([
  ['jpeg', bytes('ffd8ffe0', 'JFIF')],
  ['png', bytes('89504e470d0a1a0a')],
  ['webp', Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1')],
  ['pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1')],
  ['doc', bytes('d0cf11e0a1b11ae1')],
  ['docx', makeWordFile()],
  ['docx', makeWordFile({ 'word/printerSettings1.bin': 'x', 'word/media/image1.png': 'x' })],
  ['docm', makeWordFile({ 'word/vbaProject.bin': 'x' })],
  ['docm', makeWordFile({}, 'application/vnd.ms-word.document.macroEnabled.main+xml')],
  ['docm', makeWordFile({ 'word/activeX/activeX1.bin': 'x' })],
  ['docm', makeWordFile({ 'word/embeddings/oleObject1.bin': 'x' })],
  ['mp4', bytes('00000018', 'ftypmp42')],
  ['webm', bytes('1a45dfa3', '....B\x82\x84webm')],
  ['mkv', bytes('1a45dfa3', '....B\x82\x88matroska')],
  ['mp3', Buffer.from('ID3\x03')],
  ['mpeg', bytes('000001ba')],
  ['csv', Buffer.from('name,phone\nAsha,0712\nOtieno,0722\n')],
  ['txt', Buffer.from('Habari ya asubuhi.\nKaribu.')],
])('file type: %s is recognised by its bytes', (type, data) => expect(sniffUploadType(data)).toBe(type));

test.each([
  ['a program', Buffer.from('MZ\x90\x00\x03\x00', 'latin1')],
  ['an ELF program', bytes('7f454c46')],
  ['a ZIP that is not a Word file', createZip({ 'evil.exe': 'x' })],
  ['a ZIP that only mentions Word', bytes('504b0304', 'xxxx[Content_Types].xml word/document.xml')],
  ['a truncated Word file', makeWordFile().subarray(0, 120)],
  ['an HTML page', Buffer.from('<html><script>alert(1)</script>')],
  ['an SVG, which can run scripts,', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['a shell script', Buffer.from('#!/bin/sh\nrm -rf /')],
  ['a sequence of bytes that is not text', bytes('c328a0a1')],
  ['an empty file', Buffer.alloc(0)],
])('file type: %s is not recognised', (_, data) => expect(sniffUploadType(data)).toBeNull());
