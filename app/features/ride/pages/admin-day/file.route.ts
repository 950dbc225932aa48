import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { dayFile } from '#app/features/ride/service/day-sheet.server.ts'
import { csvResponse } from '#app/platform/csv.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'
import { dayOf } from './day.server.ts'

/** The day's cars as a table, one line for each place. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireShield(context, 'ride/admin-day/file')
  const day = dayOf(context, request)
  const access = { scope: 'dispatch', confirmed: true } as const
  const { id } = await requireAdmin(context, request, access, `/admin/day?date=${day}`)
  return csvResponse(await dayFile(context, day, context.language, id))
}
