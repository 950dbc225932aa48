import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { hasNames, isExport, openExport, scopeOf } from '#app/console/service/exports.server.ts'
import { csvResponse } from '#app/platform/csv.server.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireShield } from '#app/web/http/shield.server.ts'

/** One file, streamed as it is read. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireShield(context, 'console/export')
  const { name = '' } = params
  const scope = isExport(name) ? scopeOf(name) : 'records'
  const { searchParams } = new URL(request.url)
  const page = name === 'bookings' ? '/admin/bookings' : '/admin/exports'
  const back = `${page}?${searchParams}`
  const { id } = await requireAdmin(context, request, { scope, confirmed: hasNames(name) }, back)
  if (!isExport(name)) throw new Response(null, { status: 404 })
  const days = { from: searchParams.get('from') || null, to: searchParams.get('to') || null }
  const file = await openExport(context, name, days, context.language, id)
  if (file.ok) return csvResponse(file.value)
  return redirectWithFlash(context, back, {
    kind: 'error',
    key: file.error.code === 'unavailable' ? 'admin:export.unavailable' : 'admin:export.wrongDays',
  })
}
