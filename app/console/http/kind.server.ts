import * as z from 'zod'
import { SHOWS, type Show } from '#app/console/rules/departures.ts'
import type { Admin } from '#app/console/service/accounts.server.ts'
import type { DepartureQuery } from '#app/console/service/departures.server.ts'
import type { GroupView } from '#app/console/service/group-views.server.ts'
import { openGroup } from '#app/console/service/groups.server.ts'
import { groupPath } from '#app/console/ui/group-words.tsx'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { londonDay } from '#app/kernel/time.ts'
import { dayFilter } from '#app/schemas/common.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { readFilters } from '#app/web/http/filters.server.ts'
import { pathOf } from '#app/web/http/return-to.server.ts'

/** The kind of group in a console address; both kinds share the same pages. */
export const kindOf = (request: Request): GroupKind =>
  pathOf(request).startsWith('/admin/trips') ? 'trip' : 'carpool'

const show = z.enum(SHOWS)

/** The view of departures in the address. */
export function showOf(request: Request, otherwise: Show): Show {
  const asked = show.safeParse(new URL(request.url).searchParams.get('show'))
  return asked.success ? asked.data : otherwise
}

const filters = z.object({
  show: show.default('coming'),
  status: z.enum(GROUP_STATUSES).optional(),
  from: dayFilter,
  to: dayFilter,
  airport: z.templateLiteral(['air_', z.string()]).optional(),
  short: z.string().optional(),
  texts: z.string().optional(),
  cursor: z.string().optional(),
})

/** The filter in the address. */
export function readFilter(request: Request): Omit<DepartureQuery, 'limit'> {
  const { airport, short, texts, ...rest } = readFilters(filters, new URL(request.url), {})
  return { ...rest, airportId: airport, short: Boolean(short), texts: Boolean(texts) }
}

/** The group in the address, or the 404 page. */
export async function requireGroup(
  context: AppContext,
  by: AdminId,
  kind: GroupKind,
  id: string | undefined,
): Promise<GroupView> {
  const found = await openGroup(context, by, kind, id ?? '')
  if (found.ok) return found.value
  throw new Response(null, { status: found.error.code === 'notFound' ? 404 : 503 })
}

/** Where a dispatcher goes from a page: to the group, or to its day if they may not see groups. */
export const wayOut = ({ scopes }: Pick<Admin, 'scopes'>, group: GroupView, at: number): string =>
  scopes.includes('groups') ? groupPath(group) : `/admin/day?date=${londonDay(at)}`
