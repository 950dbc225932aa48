import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { Waited } from '#app/services/groups/waitlist.server.ts'
import type { OrderView, OwnOrder } from '#app/services/orders/orders.server.ts'
import { Now, type Shown } from '#app/ui/carpool/now.tsx'
import { routeOf } from '#app/ui/carpool/ride-route.ts'
import { aheadText, joinPath, waitPath } from '#app/ui/carpool/waiting.ts'
import { Clock, Hourglass } from '#app/ui/icon.tsx'
import { placeText } from '#app/ui/order/order-line.tsx'
import { nextStep } from '#app/ui/order/own-part.tsx'
import { minePath, payPath as orderPayPath } from '#app/ui/order/query.ts'
import { isUnpaid, orderLook } from '#app/ui/order/status-badge.tsx'
import { placeNextOf } from '#app/ui/place/next.ts'
import { useSubject } from '#app/ui/place/picture.tsx'
import { departureOf, type Place } from '#app/ui/place/place.ts'
import { PlaceTicket } from '#app/ui/place/place-ticket.tsx'
import { Perforation, Ticket } from '#app/ui/ticket/ticket.tsx'
import { payPath, recordPath } from '#app/ui/trip/query.ts'
import type { HeldTrip } from './entries.ts'

type BookingProps = {
  id: string
  name: string
  /** Where everything about it is. */
  to: string
  line: ReactNode
  next: Shown
  time: string
  now: number
}

/** A booking that is not a carpool, in the same form. */
function Booking({ id, name, to, line, next, time, now }: BookingProps) {
  return (
    <Ticket
      title={`${id}-title`}
      heading={
        <h3 id={`${id}-title`} className="break-words text-18">
          <Link to={to} className="no-underline after:absolute after:inset-0 after:rounded-card">
            {name}
          </Link>
        </h3>
      }
      line={line}
    >
      <Perforation />
      <div className="p-4 pt-3">
        <Now next={next} now={now} about={{ route: name, time }} />
      </div>
    </Ticket>
  )
}

/** One of the student's places: the next step, and behind the heading all the rest. */
export function OwnTicket({ place, now }: { place: Place; now: number }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const about = { route: useSubject(place), time: format.dateTime(departureOf(place)) }
  return (
    <PlaceTicket place={place} as="h3">
      <div className="p-4 pt-3">
        <Now next={placeNextOf(place, { t, format, language, now })} now={now} about={about} />
      </div>
    </PlaceTicket>
  )
}

export function HeldTripTicket({ held, now }: { held: HeldTrip; now: number }) {
  const t = useT()
  const format = useFormat()
  const { tripId, tripName, tripStartAt, holdExpiresAt } = held
  const time = format.dateTime(tripStartAt)
  return (
    <Booking
      id={tripId}
      name={tripName}
      to={recordPath(tripId)}
      line={time}
      next={{
        tone: 'accent',
        icon: Hourglass,
        name: t('trip:held.title'),
        text: t('trip:held.text', { name: tripName, time, until: format.time(holdExpiresAt) }),
        until: holdExpiresAt,
        button: { to: payPath(tripId), label: t('trip:held.pay'), document: true },
      }}
      time={time}
      now={now}
    />
  )
}

/** A car that the student waits for: where they stand, or the seats kept for them. */
export function WaitTicket({ waited, now }: { waited: Waited; now: number }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { carpool, people, ahead, offeredUntil } = waited
  const { id, carpoolAt } = carpool
  const route = routeOf(t, language, carpool)
  const time = format.dateTime(carpoolAt)
  const isOffered = offeredUntil !== null
  return (
    <Booking
      id={id}
      name={route}
      to={waitPath(id)}
      line={time}
      next={{
        tone: isOffered ? 'accent' : 'neutral',
        icon: Hourglass,
        name: isOffered ? t('carpool:wait.turn') : aheadText(t, ahead),
        text: isOffered
          ? t('carpool:wait.offer', { count: people, until: format.dateTime(offeredUntil) })
          : t('carpool:wait.told'),
        until: offeredUntil,
        button: isOffered
          ? { to: joinPath(id), label: t('carpool:wait.take'), document: true }
          : null,
      }}
      time={time}
      now={now}
    />
  )
}

export function OrderTicket(props: { order: OrderView; own: OwnOrder; now: number }) {
  const { order, own, now } = props
  const t = useT()
  const format = useFormat()
  const { id, kind, fromAddress, fromZip, toAddress, toZip } = order
  const day = format.day(order.sendDate)
  const unpaid = isUnpaid(order)
  const look = orderLook(order)
  const amount = format.money(own.baseAmount)
  const payText = own.canPay
    ? t('order:card.payBefore', { time: format.time(own.payBefore), amount })
    : t('order:card.overdue')
  return (
    <Booking
      id={id}
      name={t('ride:order.title', { what: t(`order:${kind}.what`), day })}
      to={minePath(kind)}
      line={t('order:card.route', {
        from: placeText(fromAddress, fromZip),
        to: placeText(toAddress, toZip),
      })}
      next={{
        tone: unpaid ? 'accent' : look.tone,
        icon: unpaid ? Clock : look.icon,
        name: unpaid ? t('order:status.unpaid') : look.name(t),
        text: unpaid ? payText : (nextStep(t, order, own) ?? ''),
        until: unpaid && own.canPay ? own.payBefore : null,
        button:
          unpaid && own.canPay
            ? { to: orderPayPath(id), label: t('order:card.pay'), document: true }
            : null,
      }}
      time={day}
      now={now}
    />
  )
}
