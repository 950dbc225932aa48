import * as z from 'zod'
import { type ErrorCode, errorCatalogue } from '#app/domain/error.ts'
import type { Translate } from '#app/i18n/keys.ts'
import { failureText } from '#app/schemas/issue.ts'
import { callKey, callText } from './call-text.ts'
import { type AnyCall, type Call, needsVersion } from './define.server.ts'
import { errorsOf } from './errors-of.server.ts'
import { type Example, exampleOf } from './examples/examples.server.ts'
import { bodySchema } from './fields.server.ts'

type Json = { [key: string]: unknown }
export type Schema = Json & { type?: string | string[]; format?: string; enum?: unknown[]; $ref?: string }
type Content = Record<string, { schema: Schema; example?: unknown; examples?: Json }>
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  parameters: {
    name: string
    in: string
    required: boolean
    schema: Schema
    description?: string
    example?: unknown
  }[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema; example: unknown } } }
  responses: Record<string, { description: string; headers?: Json; content?: Content }>
}
export type ApiDocument = {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Json }
}

const problemReply = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string(),
    errors: z.record(z.string(), z.array(z.object({ code: z.string(), detail: z.string() }))).optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457' })

/** Rules that depend on today are described as of no particular day. */
const NO_DAY = 0

/** The API as an OpenAPI 3.1 document, made from the same schemas that check the requests. */
export function openApiDocument(
  calls: readonly AnyCall[],
  t: Translate,
  version: string,
): ApiDocument & Json {
  const schemas: Record<string, Schema> = {}
  const convert = (schema: z.ZodType, io: 'input' | 'output') => toComponent(schema, io, schemas)
  const problem = convert(problemReply, 'output')
  const paths: ApiDocument['paths'] = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, t, convert, problem) }
  }
  return {
    openapi: '3.1.0',
    info: { title: t('docs:title'), description: t('docs:intro'), version },
    servers: [{ url: '/api' }, { url: '/neighbourhelp/api' }],
    tags: (['user', 'carpool', 'mail', 'move', 'trip', 'public', 'admin'] as const).map((name) => ({
      name,
      description: t(`docs:tags.${name}`),
    })),
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

type Convert = (schema: z.ZodType, io: 'input' | 'output') => Schema

/** JSON schema of a zod schema; its named parts go to the document's components, once. */
function toComponent(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, Schema>): Schema {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  const {
    $defs,
    $schema: _,
    ...json
  } = JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json & {
    $defs?: Record<string, Schema>
  }
  Object.assign(schemas, $defs)
  return json
}

const SECURITY: Record<AnyCall['auth'], object[]> = {
  none: [],
  optional: [{ bearer: [] }, {}],
  user: [{ bearer: [] }],
  admin: [{ bearer: [] }],
}

function operation(call: AnyCall, t: Translate, convert: Convert, problem: Json): Operation & Json {
  const text = callText(call, t)
  const body = call.raw ? undefined : bodySchema(call, NO_DAY)
  const example = exampleOf(call)
  return {
    operationId: callKey(call),
    tags: [call.tag],
    summary: text.summary,
    ...(text.details && { description: text.details }),
    security: SECURITY[call.auth],
    parameters: parameters(call, t, convert, example),
    ...(body && {
      requestBody: {
        required: !('bodyOrQuery' in call && call.bodyOrQuery),
        content: { 'application/json': { schema: convert(body, 'input'), example: example.body } },
      },
    }),
    responses: { ...successes(call, t, convert, example), ...failures(call, t, problem) },
  }
}

const header = (
  name: string,
  description: string,
  { required = false, example }: { required?: boolean; example?: string } = {},
): Operation['parameters'][number] => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
  ...(example !== undefined && { example }),
})

function parameters(
  call: AnyCall,
  t: Translate,
  convert: Convert,
  example: Example,
): Operation['parameters'] {
  const from = (schema: z.ZodObject | undefined, where: 'path' | 'query') => {
    const { properties = {}, required = [] } = (schema ? convert(schema, 'input') : {}) as {
      properties?: Record<string, Schema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, found]) => ({
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      schema: found,
      ...exampleOfParameter(found, (where === 'path' ? example.params : example.query)?.[name]),
    }))
  }
  const lang = {
    name: 'lang',
    in: 'query',
    required: false,
    description: t('docs:langParam'),
    schema: { type: 'string', enum: ['zh', 'en'] },
  }
  return [
    ...from((call as Call).params, 'path'),
    ...from(call.query, 'query'),
    lang,
    ...('idempotent' in call && call.idempotent
      ? [header('Idempotency-Key', t('docs:idempotencyParam'))]
      : []),
    ...(needsVersion(call)
      ? [header('If-Match', t('docs:ifMatchParam'), { required: true, example: '"3"' })]
      : []),
    ...(call.path === '/stripe/webhook' ? [header('Stripe-Signature', t('docs:signatureParam'))] : []),
  ]
}

/** An address carries text only; the example is what its schema says. */
const exampleOfParameter = ({ type }: Schema, text: string | undefined) =>
  text === undefined ? {} : { example: type === 'integer' ? Number(text) : text }

function successes(
  call: AnyCall,
  t: Translate,
  convert: Convert,
  { answer }: Example,
): Operation['responses'] {
  const media = (call.raw && call.produces) ?? 'application/json'
  return Object.fromEntries(
    Object.entries(call.responses).map(([status, schema]) => [
      status,
      {
        description: t(status === '503' ? 'errors:title.unavailable' : 'docs:done'),
        ...('versioned' in call &&
          call.versioned && {
            headers: { ETag: { description: t('docs:etag'), schema: { type: 'string' } } },
          }),
        ...(schema && {
          content: {
            [media]: {
              schema: convert(schema, 'output'),
              ...(answer !== undefined && status < '300' && { example: answer }),
            },
          },
        }),
      },
    ]),
  )
}

/** Statuses that say when to come again. */
const RETRIED = new Set([429, 503])

/** What the texts that name something are filled in with. */
const EXAMPLE_PARAMS: Partial<Record<ErrorCode, Record<string, number | string>>> = {
  accountSuspended: { contact: 'linbang-uk' },
  flightTimeRangeError: { from: Date.UTC(2026, 11, 12, 9, 30), to: Date.UTC(2026, 11, 12, 15, 30) },
}

/** A failure as the handler writes it. */
const problemExample = (code: ErrorCode, t: Translate) => ({
  type: `/api/docs#${code}`,
  title: t(`errors:title.${code}`),
  status: errorCatalogue[code],
  code,
  detail: failureText(t, { code, params: EXAMPLE_PARAMS[code] }),
  requestId: '2f1c6d1e-9a57-4d0b-8f0a-0c1d2e3f4a5b',
})

function failures(call: AnyCall, t: Translate, problem: Json): Operation['responses'] {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(call)) {
    const status = errorCatalogue[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus]
      .filter(([status]) => !(status in call.responses))
      .map(([status, codes]) => [
        status,
        {
          description: codes.map((code) => `${code}: ${t(`errors:title.${code}`)}`).join(' · '),
          ...(RETRIED.has(status) && {
            headers: { 'Retry-After': { description: t('docs:retryAfter'), schema: { type: 'integer' } } },
          }),
          content: {
            'application/problem+json': {
              schema: { allOf: [problem, { type: 'object', properties: { code: { enum: codes } } }] },
              examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code, t) }])),
            },
          },
        },
      ]),
  )
}
