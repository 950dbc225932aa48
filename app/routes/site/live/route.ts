import { json, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { GroupId } from '#app/domain/id.ts'
import { LIVE_FRESH_MS, LIVE_MAX, liveMark } from '#app/domain/live.ts'
import { formatOf } from '#app/i18n/format.ts'
import { isCarpoolId, isTripId } from '#app/services/groups/group-id.server.ts'

const isGroup = (id: string): id is GroupId => isCarpoolId(id) || isTripId(id)

/**
 * How full the groups of `ids` are: for each, in their order, its mark and the time left until its
 * cutoff, short and long; null for one that is hidden or does not exist. Names nobody, and is the
 * same for all who read one language (decision 0083).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const ids = (new URL(request.url).searchParams.get('ids') ?? '').split(',')
  if (ids.length > LIVE_MAX || !ids.every(isGroup)) return json([], { status: 400 })
  const format = formatOf(context.t)
  const now = context.clock.now()
  const rows = await (await context.live()).read(ids)
  return json(
    rows.map(
      (row) =>
        row && [
          liveMark(row),
          format.remainingShort(row.cutoffAt, now),
          format.remaining(row.cutoffAt, now),
        ],
    ),
    { headers: { 'Cache-Control': `private, max-age=${LIVE_FRESH_MS / 1000}`, Vary: 'Cookie' } },
  )
}
