import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { balancePath, payPath, recordPath } from '#app/carpool/ui/paths.ts'
import { pathOf } from '#app/web/http/return-to.server.ts'

/** Redirects the old pages of a place, which used to be under the profile (decision 0026). */
const MOVED: Record<string, (id: string) => string> = {
  pay: balancePath,
  deposit: payPath,
  exit: (id) => `${recordPath(id)}/exit`,
  convert: (id) => `${recordPath(id)}/convert`,
  cancel: (id) => `${recordPath(id)}/cancel`,
  info: (id) => `${recordPath(id)}/info`,
}

/** 308 keeps the method and the body. */
function move({ request, params }: LoaderFunctionArgs) {
  const { act = '', participantId = '', '*': rest } = params
  const path = Object.hasOwn(MOVED, act) && MOVED[act]?.(encodeURIComponent(participantId))
  if (!path) throw new Response(null, { status: 404 })
  const [, query] = pathOf(request).split('?')
  return redirect(path + (rest ? `/${rest}` : '') + (query ? `?${query}` : ''), 308)
}

export const loader = move
export const action = move
