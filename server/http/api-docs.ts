import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { CallShape } from '#contract/kernel/call.ts';
import type { CallTable } from '#server/kernel/module.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { type CachedPage, chooseEncoding, compressPage, makeCachedPage } from '#server/pages/page-cache.ts';
import { buildOpenApiDocument } from './openapi.ts';

const style = readFileSync(new URL('./api-docs.css', import.meta.url), 'utf8');
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
const hourly = 'public, max-age=3600';

/**
 * The OpenAPI description and its HTML page, built from the contract at the first request, because building takes half of the start-up time and most
 * processes never serve it. The result is compressed once.
 */
export async function apiDocsRoutes(app: FastifyInstance, services: RunningServices, callTable: CallTable): Promise<void> {
  const paths = ['/api/openapi.json', '/api/docs.css', '/api/docs'] as const;
  let made: Readonly<Record<(typeof paths)[number], CachedPage>> | undefined;
  for (const path of paths)
    app.get(path, async (request, reply) => {
      made ??= docsPages(services, callTable);
      const page = made[path];
      const encoding = chooseEncoding(request.headers['accept-encoding']);
      reply.headers({ 'cache-control': hourly, etag: page.etag, vary: 'Accept-Encoding' });
      if (request.headers['if-none-match'] === page.etag) return reply.code(304).send();
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.headers(page.headers).send(compressPage(page, encoding, true));
    });
}

function docsPages({ env }: RunningServices, callTable: CallTable) {
  const document = buildOpenApiDocument(callTable, env.PRODUCT_NAME, env.appUrl);
  const policy = { 'content-security-policy': "default-src 'none'; style-src 'self'; frame-ancestors 'none'" };
  return {
    '/api/openapi.json': makeCachedPage(Buffer.from(JSON.stringify(document)), { 'content-type': 'application/json; charset=utf-8' }),
    '/api/docs.css': makeCachedPage(Buffer.from(style), { 'content-type': 'text/css; charset=utf-8' }),
    '/api/docs': makeCachedPage(Buffer.from(docsPage(callTable, env.PRODUCT_NAME, document)), {
      'content-type': 'text/html; charset=utf-8',
      ...policy,
    }),
  };
}

type Operation = {
  operationId: string;
  summary: string;
  'x-permission'?: string;
  security?: unknown;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
};
type Parameter = { name: string; in: string; required: boolean; schema: Schema };
type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  anyOf?: Schema[];
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
};

function docsPage(callTable: CallTable, product: string, document: Record<string, unknown>): string {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const modules = Object.entries(callTable);
  const menu = modules.map(([module, calls]) => `<li><a href="#${module}">${module}</a> <span>${Object.keys(calls).length}</span></li>`).join('');
  const body = modules
    .map(
      ([module, calls]) =>
        `<section><h2 id="${module}">${module}</h2>${Object.values(calls)
          .map((c) => callBlock(c, paths[c.path.replace(/:(\w+)/g, '{$1}')]?.[c.method.toLowerCase()]))
          .join('')}</section>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(product)} | API</title><link rel="stylesheet" href="/api/docs.css"></head><body><header><a href="/">${escapeHtml(product.toLowerCase())}</a><a href="/api/openapi.json">openapi.json</a></header><div class="page"><nav aria-label="Modules"><ul>${menu}</ul></nav><main><h1>${escapeHtml(product)} API</h1><p>Sign in through <code>/api/auth</code>, get a token from <code>/api/token</code> and send it as <code>Authorization: Bearer …</code> with every call under <code>/api/v2</code>. Lists return <code>{results, count}</code>. Errors return <code>{error, message}</code> and name the invalid fields.</p>${body}</main></div></body></html>`;
}

function callBlock(call: CallShape, op: Operation | undefined): string {
  if (!op) return '';
  const body = Object.values(op.requestBody?.content ?? {})[0]?.schema;
  const answer = Object.values(op.responses['200']?.content ?? {})[0]?.schema;
  const wrong = Object.entries(op.responses).filter(([status]) => status !== '200');
  return `<article id="${op.operationId}"><h3><b data-method="${call.method}">${call.method}</b> <code>${escapeHtml(call.path)}</code></h3><p>${escapeHtml(call.summary)}. <em>${escapeHtml(needs(call))}</em></p>${
    op.parameters.length
      ? fields(
          'Parameters',
          op.parameters.map((p) => [p.name, p.schema, p.required]),
        )
      : ''
  }${body ? fields('Body', rowsOf(body)) : ''}${answer ? fields('Response', rowsOf(answer)) : ''}<p class="fails">${wrong.map(([status, r]) => `<span>${status} ${escapeHtml(r.description)}</span>`).join('')}</p></article>`;
}

const needs = (call: CallShape): string =>
  call.needs === 'anyone'
    ? 'No sign-in required'
    : call.needs === 'signed-in'
      ? 'Requires sign-in'
      : 'only' in call.needs
        ? `Only for ${call.needs.only.join(', ')}${call.needs.with ? ` with the permission ${call.needs.with.join('.')}` : ''}`
        : `Requires the permission ${call.needs.join('.')}`;
type Row = [name: string, schema: Schema, required: boolean];
const fields = (title: string, rows: Row[]) =>
  rows.length === 0
    ? ''
    : `<h4>${title}</h4><table><tbody>${rows.map(([name, schema, required]) => `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required ? '' : ' <i>optional</i>'}</th><td>${escapeHtml(typeText(schema))}</td></tr>`).join('')}</tbody></table>`;

/** The fields of an object; fields of nested lists and objects follow, indented by one step. */
function rowsOf(schema: Schema, before = ''): Row[] {
  const inner = schema.anyOf?.find((s) => s.properties) ?? schema;
  return Object.entries(inner.properties ?? {}).flatMap(([name, field]): Row[] => {
    const nested = field.properties ? rowsOf(field, `${before}${name}.`) : field.items?.properties ? rowsOf(field.items, `${before}${name}[].`) : [];
    return [[before + name, field, inner.required?.includes(name) ?? false], ...nested];
  });
}

function typeText(s: Schema): string {
  if (s.enum) return s.enum.map(String).join(' | ');
  if (s.anyOf) return s.anyOf.map(typeText).join(' or ');
  const type = Array.isArray(s.type) ? s.type.join(' or ') : (s.type ?? 'any');
  const more = [
    s.format,
    s.minimum === undefined ? '' : `from ${s.minimum}`,
    s.maxLength === undefined ? '' : `at most ${s.maxLength} characters`,
    s.default === undefined ? '' : `default ${JSON.stringify(s.default)}`,
  ].filter(Boolean);
  return s.items ? `list of ${typeText(s.items)}` : more.length ? `${type}, ${more.join(', ')}` : type;
}
