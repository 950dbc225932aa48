import * as z from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import type { Translate } from '#app/i18n/keys.ts'
import { type ErrorCode, errorCatalogue } from '#app/kernel/error.ts'
import { failureText } from '#app/schemas/issue.ts'
import { callKey, callText } from './call-text.ts'
import { type AnyCall, type Call, needsVersion } from './define.server.ts'
import type { ApiDocument } from './document.ts'
import { errorsOf } from './errors-of.server.ts'
import { addExamples } from './examples.server.ts'
import { bodySchema } from './fields.server.ts'

const problemReply = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
    detail: z.string(),
    errors: z
      .record(z.string(), z.array(z.object({ code: z.string(), detail: z.string() })))
      .optional(),
    requestId: z.string(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457' })

const TEXT = { type: 'string' } as const
const WHOLE_NUMBER = { type: 'integer' } as const
/** A failure with one of these codes. */
const problemOf = (codes: ErrorCode[]) => ({
  allOf: [
    { $ref: '#/components/schemas/Problem' },
    { type: 'object' as const, properties: { code: { enum: codes } } },
  ],
})

/** A fixed time, since the document must not depend on the day. */
const NO_DAY = 0

/** The API as an OpenAPI 3.1 document, generated from the same schemas that check the requests. */
export function openApiDocument(
  calls: readonly AnyCall[],
  t: Translate,
  version: string,
): ApiDocument {
  const paths: ZodOpenApiPathsObject = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, t) }
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: t('docs:title'), description: t('docs:intro'), version },
    servers: [{ url: '/api' }, { url: '/neighbourhelp/api' }],
    tags: (['user', 'carpool', 'mail', 'move', 'trip', 'public', 'admin'] as const).map((name) => ({
      name,
      description: t(`docs:tags.${name}`),
    })),
    paths,
    components: {
      schemas: { Problem: problemReply },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }) as unknown as ApiDocument
  addExamples(document)
  return document
}

const SECURITY: Record<AnyCall['auth'], Record<string, string[]>[]> = {
  none: [],
  optional: [{ bearer: [] }, {}],
  user: [{ bearer: [] }],
  admin: [{ bearer: [] }],
}

function operation(call: AnyCall, t: Translate): ZodOpenApiOperationObject {
  const { summary, details } = callText(call, t)
  const { params, query } = call as Call
  const body = call.raw ? undefined : bodySchema(call, NO_DAY)
  return {
    operationId: callKey(call),
    tags: [call.tag],
    summary,
    ...(details && { description: details }),
    security: SECURITY[call.auth],
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    parameters: [...parameters(call, t), ...loginByQuery(call, body, t)],
    ...(body && {
      requestBody: {
        required: !('bodyOrQuery' in call && call.bodyOrQuery),
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: { ...successes(call, t), ...failures(call, t) },
  }
}

const header = (name: string, description: string) =>
  ({ name, in: 'header', description, schema: TEXT }) as const

/** The parameters that are not in any of the call's schemas. */
const parameters = (
  call: AnyCall,
  t: Translate,
): NonNullable<ZodOpenApiOperationObject['parameters']> => [
  {
    name: 'lang',
    in: 'query',
    description: t('docs:langParam'),
    schema: { type: 'string', enum: ['zh', 'en'] },
  },
  ...('idempotent' in call && call.idempotent
    ? [header('Idempotency-Key', t('docs:idempotencyParam'))]
    : []),
  ...(needsVersion(call)
    ? [{ ...header('If-Match', t('docs:ifMatchParam')), required: true, example: '"3"' }]
    : []),
  ...(call.path === '/stripe/webhook'
    ? [header('Stripe-Signature', t('docs:signatureParam'))]
    : []),
]

/**
 * A login's fields may be in the query instead. A password there ends up in logs and in the
 * browser's history, so the document marks those parameters as deprecated.
 */
const loginByQuery = (call: AnyCall, body: z.ZodType | undefined, t: Translate) =>
  'bodyOrQuery' in call && body instanceof z.ZodObject && 'password' in body.shape
    ? Object.keys(body.shape).map((name) => ({
        name,
        in: 'query' as const,
        deprecated: true,
        description: t('docs:passwordInQuery'),
        schema: TEXT,
      }))
    : []

function successes(call: AnyCall, t: Translate): ZodOpenApiOperationObject['responses'] {
  const media = (call.raw && call.produces) ?? 'application/json'
  return Object.fromEntries(
    Object.entries(call.responses).map(([status, schema]) => [
      status,
      {
        description: t(status === '503' ? 'errors:title.unavailable' : 'docs:done'),
        ...('versioned' in call &&
          call.versioned && {
            headers: { ETag: { description: t('docs:etag'), schema: TEXT } },
          }),
        ...(schema && { content: { [media]: { schema } } }),
      },
    ]),
  )
}

/** Statuses that carry a Retry-After header. */
const RETRIED = new Set([429, 503])

/** Parameters for the example texts that have placeholders. */
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

function failures(call: AnyCall, t: Translate): ZodOpenApiOperationObject['responses'] {
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
            headers: { 'Retry-After': { description: t('docs:retryAfter'), schema: WHOLE_NUMBER } },
          }),
          content: {
            'application/problem+json': {
              schema: problemOf(codes),
              examples: Object.fromEntries(
                codes.map((code) => [code, { value: problemExample(code, t) }]),
              ),
            },
          },
        },
      ]),
  )
}
