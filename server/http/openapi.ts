import { z } from 'zod';
import { toPermission } from '#contract/access/grants.ts';
import { type CallShape, isWriteCall } from '#contract/kernel/call.ts';
import { failures } from '#contract/kernel/failures.ts';
import type { CallTable } from '#server/kernel/module.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  return json;
};

/** The whole contract as an OpenAPI 3.1 document; nothing in it is written by hand. */
export function buildOpenApiDocument(callTable: CallTable, product: string, appUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [module, calls] of Object.entries(callTable)) {
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(module, name, call) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${product} API`,
      version: '2',
      description: 'Calls under /api/v2 require a bearer token from /api/token. Lists return {results, count}. Errors return {error, message}.',
    },
    servers: [{ url: appUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: { type: 'apiKey', in: 'cookie', name: 'makao.session_token' },
      },
      schemas: {
        Failure: {
          type: 'object',
          required: ['error', 'message'],
          properties: {
            error: { type: 'string' },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            missing: { type: 'string' },
            request_id: { type: 'string' },
          },
        },
      },
    },
  };
}

function operation(module: string, name: string, call: CallShape): Json {
  const form = !call.path.startsWith('/api/v2') && call.body;
  const encoding = form && call.path.startsWith('/api/auth') ? 'application/x-www-form-urlencoded' : 'application/json';
  const permission = toPermission(call.needs);
  return {
    operationId: `${module}_${name}`,
    tags: [module],
    summary: call.summary,
    ...(permission ? { 'x-permission': permission } : {}),
    ...(call.needs === 'anyone' ? {} : { security: call.path.startsWith('/api/v2') ? [{ bearer: [] }] : [{ session: [] }] }),
    parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query'), ...(mayRepeat(call) ? [keyParameter] : [])],
    ...(call.body && !call.upload ? { requestBody: { required: true, content: { [encoding]: { schema: schemaOf(call.body, 'input') } } } } : {}),
    ...(call.upload ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: formOf(call) } } } } : {}),
    responses: { 200: { description: 'Success', content: { 'application/json': { schema: schemaOf(call.result, 'output') } } }, ...refusals(call) },
  };
}

const mayRepeat = (call: CallShape): boolean => isWriteCall(call) && call.path.startsWith('/api/v2');
const keyParameter: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Identifies this write for 24 hours. A repeated request with the same key takes effect once and gets the first answer.',
  schema: { type: 'string', minLength: 8, maxLength: 128 },
};

/** A form with one file. The fields of the call's body are further fields of the form. */
function formOf(call: CallShape): Json {
  const rest = (call.body ? schemaOf(call.body, 'input') : {}) as { properties?: Json; required?: string[] };
  const field = call.upload?.field ?? '';
  return {
    type: 'object',
    required: [field, ...(rest.required ?? [])],
    properties: { ...rest.properties, [field]: { type: 'string', format: 'binary' } },
  };
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(json.type === 'object' ? { style: 'deepObject', explode: true } : {}),
    schema: json,
  }));
}

/** The possible errors of a call: those it declares, and those of every call of its kind. */
function refusals(call: CallShape): Json {
  const all = new Set([
    ...call.fails,
    'tooMany' as const,
    ...(mayRepeat(call) ? ['keyReused' as const] : []),
    ...(call.query || call.body || call.upload ? ['invalid' as const] : []),
    ...(call.upload ? (['tooLarge', 'unsupported'] as const) : []),
    ...(call.needs === 'anyone' ? [] : ['signedOut' as const]),
    ...(typeof call.needs === 'object' ? ['forbidden' as const] : []),
  ]);
  const byStatus = new Map<number, string[]>();
  for (const failure of all) byStatus.set(failures[failure].status, [...(byStatus.get(failures[failure].status) ?? []), failures[failure].error]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [
        status,
        { description: names.join(' or '), content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
      ]),
  );
}
