import * as z from 'zod'
import { defineRawCall } from '#app/api/define.server.ts'
import { fail, ok } from '#app/domain/result.ts'
import { dayField, dayFilter } from '#app/schemas/common.server.ts'
import { csvResponse, type ExportName, scopeOf } from '#app/services/admin/exports.server.ts'

/** The same files as in the console, for other software. */
const exportOf = (name: ExportName, path: `/${string}`) =>
  defineRawCall({
    method: 'GET',
    path,
    tag: 'admin',
    auth: 'admin',
    scope: scopeOf(name),
    query: z.object(
      name === 'payments' ? { from: dayField, to: dayField } : { from: dayFilter, to: dayFilter },
    ),
    errors: name === 'payments' ? ['unavailable'] : [],
    produces: 'text/csv',
    responses: { 200: z.string() },
    raw: async ({ request, context, viewer }) => {
      if (!viewer) return fail('loginExpired')
      const { searchParams } = new URL(request.url)
      const days = { from: searchParams.get('from') || null, to: searchParams.get('to') || null }
      const file = await (await context.admin.exports()).open(
        name,
        days,
        context.language,
        viewer.id,
      )
      return file.ok ? ok(csvResponse(file.value)) : file
    },
  })

export const adminExportCalls = [
  exportOf('orders', '/admin/export/orders'),
  exportOf('carpools', '/admin/export/carpools'),
  exportOf('trips', '/admin/export/trips'),
  exportOf('payments', '/admin/export/payments'),
  exportOf('bookings', '/admin/export/bookings'),
] as const
