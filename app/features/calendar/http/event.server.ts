import {
  type CalendarEvent,
  type Owner,
  placeEvent,
} from '#app/features/calendar/calendar-events.server.ts'
import { isKind } from '#app/group/http/shared.server.ts'
import { LINK_LANGUAGE } from '#app/i18n/languages.ts'
import { withBase } from '#app/kernel/base-path.ts'
import { isSeal, sealOf } from '#app/platform/seal.server.ts'
import type { AppContext } from '#app/server/context.server.ts'

type Params = { kind?: string; participantId?: string }

const KEY = 'key'

/**
 * A place as an appointment until its ride is over: the viewer's own, or the one a keyed address
 * names. Anything else gets the 404 page, so another user's place looks as if it did not exist.
 */
export async function requireEvent(
  context: AppContext,
  request: Request,
  params: Params,
): Promise<CalendarEvent & { isOwn: boolean }> {
  const { user } = await context.viewer()
  const own = user && (await findEvent(context, params, user.id))
  if (own) return { ...own, isOwn: true }
  const event = hasKey(context, request, params) && (await findEvent(context, params, 'bearer'))
  if (!event || event.endAt <= context.clock.now()) throw new Response(null, { status: 404 })
  return { ...event, isOwn: false }
}

async function findEvent(context: AppContext, { kind, participantId }: Params, owner: Owner) {
  const pages = new URL(withBase(''), context.config.siteUrl).href
  if (!participantId || !isKind(kind)) return null
  return placeEvent(context, { kind, owner, participantId, pages })
}

/**
 * The address with a signed key instead of a login, so that it opens in another browser where its
 * owner is not logged in. Nothing is stored for it.
 */
export const keyedPath = ({ config, language }: AppContext, params: Params, page = ''): string =>
  `${pathFor(params)}${page}?${new URLSearchParams({
    [LINK_LANGUAGE]: language,
    [KEY]: sealOf(config.pepper, sealed(params)),
  })}`

export const pathFor = ({ kind, participantId }: Params) => `/calendar/${kind}/${participantId}`

/** Whether an address has a key, valid or not. */
export const isKeyed = (request: Request): boolean => new URL(request.url).searchParams.has(KEY)

const hasKey = ({ config }: AppContext, request: Request, params: Params) =>
  isSeal(config.pepper, sealed(params), new URL(request.url).searchParams.get(KEY) ?? '')

const sealed = (params: Params) => `calendar:${pathFor(params)}`
