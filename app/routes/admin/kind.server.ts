import { GROUP_STATUSES } from '#app/domain/group/state.ts'
import { isLondonDay } from '#app/domain/time.ts'
import { pathOf } from '#app/http/return-to.server.ts'
import type { GroupKind, GroupQuery, GroupView } from '#app/services/admin/groups.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

/** The kind of group in a console address; both kinds share the same pages. */
export const kindOf = (request: Request): GroupKind =>
  pathOf(request).startsWith('/admin/trips') ? 'trip' : 'carpool'

/** The filter in the address. Values it does not understand are ignored. */
export function readFilter(search: URLSearchParams): Omit<GroupQuery, 'limit'> {
  const day = (name: string) => {
    const text = search.get(name) ?? ''
    return isLondonDay(text) ? text : undefined
  }
  const airport = search.get('airport') ?? ''
  return {
    status: GROUP_STATUSES.find((one) => one === search.get('status')),
    from: day('from'),
    to: day('to'),
    airportId: airport.startsWith('air_') ? (airport as GroupQuery['airportId']) : undefined,
    short: search.has('short') || undefined,
    cursor: search.get('cursor') ?? undefined,
  }
}

/** The group in the address, or the 404 page. */
export async function requireGroup(
  { admin }: AppContext,
  kind: GroupKind,
  id: string | undefined,
): Promise<GroupView> {
  const found = await admin.groups.find(kind, id ?? '')
  if (found.ok) return found.value
  throw new Response(null, { status: found.error.code === 'notFound' ? 404 : 503 })
}
