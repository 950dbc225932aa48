import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { openBookings } from '#app/console/service/exports.server.ts'
import { NothingHere } from '#app/console/ui/kit.tsx'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { BOOKINGS_PRINTED } from '#app/kernel/limits.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle = { title: 'admin:export.title.bookings', console: true }

/** The record of bookings on paper: A4, in strict order of pick-up, for a licensing officer. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  const back = `/admin/bookings?${searchParams}`
  const access = { scope: 'dispatch', confirmed: true } as const
  const { id } = await requireAdmin(context, request, access, back)
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
  const found = await openBookings(context, { from, to }, id)
  if (found.ok) return { from, to, rows: found.value, now: context.clock.now() }
  throw await redirectWithFlash(context, back, { kind: 'error', key: 'admin:export.wrongDays' })
}

type Booking = ReturnType<typeof useLoaderData<typeof loader>>['rows'][number]

export default function BookingRecord() {
  const t = useT()
  const format = useFormat()
  const { from, to, rows, now } = useLoaderData<typeof loader>()
  return (
    <Page
      title={t('admin:export.title.bookings')}
      lead={t('admin:export.printed', {
        from: format.day(from),
        to: format.day(to),
        count: rows.length,
        time: format.dateTime(now),
      })}
    >
      {rows.length === 0 && <NothingHere />}
      {rows.length === BOOKINGS_PRINTED && <p>{t('admin:export.printedOnly')}</p>}
      <table className="figures w-full border-collapse text-13">
        <tbody className="divide-y divide-line border-line border-y">
          {rows.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </Page>
  )
}

/** A booking: pick-up, passenger, journey, vehicle and driver, who took it and dispatched it. */
function Line({ row }: { row: Booking }) {
  const t = useT()
  const format = useFormat()
  const { pickUpAt, passenger, people, bookedAt, fare, state, dispatchedAt } = row
  const column = (name: 'fare' | 'badge' | 'licence' | 'takenBy' | 'dispatchedBy') =>
    t(`admin:export.column.${name}`)
  const second = 'block text-muted'
  const dispatcher = row.dispatcher ?? row.dispatchedBy ?? '–'
  return (
    <tr className="break-inside-avoid align-top">
      <th scope="row" className="py-2 pr-2 text-left">
        {format.dateTime(pickUpAt)}
        {state !== 'booked' && <span className={second}>{t(`admin:export.booking.${state}`)}</span>}
      </th>
      <td className="py-2 pr-2">
        {t('admin:day.place', { name: passenger, people })}
        <span className={second}>
          {t('admin:export.bookedAt', { time: format.dateTime(bookedAt) })}
        </span>
        {fare !== null && (
          <span className="block">
            {column('fare')} {format.money(fare)}
          </span>
        )}
      </td>
      <td className="py-2 pr-2">
        {row.pickUp}
        <span className="block">→ {row.destination}</span>
      </td>
      <td className="py-2 pr-2">
        {row.driver}
        <span className={second}>
          {column('badge')} {row.badgeNo}
        </span>
        {row.plate}
        <span className={second}>
          {column('licence')} {row.licenceNo}
        </span>
      </td>
      <td className="py-2">
        <span className={second}>{column('takenBy')}</span>
        {t('admin:export.takenOnline')}
        <span className={second}>{column('dispatchedBy')}</span>
        {dispatcher} {dispatchedAt !== null && format.dateTime(dispatchedAt)}
      </td>
    </tr>
  )
}
