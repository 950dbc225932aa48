import * as z from 'zod'
import { type AnyCall, defineRawCall } from '#app/api/define.server.ts'
import { docsPage } from '#app/api/docs-page.server.ts'
import { openApiDocument } from '#app/api/openapi.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import { ok } from '#app/kernel/result.ts'
import { textLike } from '#app/schemas/common.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

const CACHE_BRIEFLY = { 'Cache-Control': 'public, max-age=300' }

/** The calls that describe all calls, themselves included. */
export function documentCalls(others: readonly AnyCall[]): readonly AnyCall[] {
  // Building it takes a while, and it never changes while the worker runs.
  const made = new Map<Language, ReturnType<typeof openApiDocument>>()
  const documentFor = ({ t, language, config }: AppContext) => {
    const document = made.get(language) ?? openApiDocument(all, t, config.version)
    made.set(language, document)
    return document
  }
  const openApi = defineRawCall('GET /openapi.json', {
    auth: 'none',
    responses: { 200: z.looseObject({ openapi: textLike('3.1.0') }) },
    raw: async ({ context }) => ok(Response.json(documentFor(context), { headers: CACHE_BRIEFLY })),
  })
  const docs = defineRawCall('GET /docs', {
    auth: 'none',
    produces: 'text/html',
    responses: { 200: z.string() },
    raw: async ({ context }) => ok(docsPage(all, documentFor(context), context)),
  })
  const all = [...others, openApi, docs]
  return [openApi, docs]
}
