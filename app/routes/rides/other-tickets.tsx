import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import type { OwnTripPlace, TripView } from '#app/services/groups/trip-views.server.ts'
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
import { Coach } from '#app/ui/ticket/coach.tsx'
import { Perforation, Ticket } from '#app/ui/ticket/ticket.tsx'
import { useTripNext } from '#app/ui/trip/next.ts'
import { balancePath, payPath, tabPath } from '#app/ui/trip/query.ts'
import { ownStatus, shownStatus, tripLook } from '#app/ui/trip/status-badge.tsx'
import { Period } from '#app/ui/trip/trip-line.tsx'
import type { HeldTrip } from './entries.ts'

type BookingProps = {
  id: string
  name: string
  /** Where everything about it is. */
  to: string
  line: ReactNode
  picture?: ReactNode
  next: Shown
  time: string
  now: number
}

/** A booking that is not a carpool, in the same form. */
function Booking({ id, name, to, line, picture, next, time, now }: BookingProps) {
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
      picture={picture}
    >
      <Perforation />
      <div className="p-4 pt-3">
        <Now next={next} now={now} about={{ route: name, time }} />
      </div>
    </Ticket>
  )
}

const COACH_PX = 38

export function TripTicket({ trip, own, now }: { trip: TripView; own: OwnTripPlace; now: number }) {
  const t = useT()
  const format = useFormat()
  const { id, tripName, currentPassengers, maxPassengers, neededPassengers, button } = trip
  const status = shownStatus(trip, now)
  const [tone, icon] = tripLook(status)
  const pay = t('trip:card.payBalance', { amount: format.money(own.remaining ?? 0) })
  return (
    <Booking
      id={id}
      name={tripName}
      to={tabPath('end')}
      line={<Period trip={trip} />}
      picture={
        <Coach
          taken={currentPassengers}
          max={maxPassengers}
          mine={own.released ? 0 : own.party.people}
          missing={neededPassengers}
          height={COACH_PX}
        />
      }
      next={{
        tone: button === 'payBalance' ? 'accent' : tone,
        icon,
        name: t(`trip:status.${own.released ? status : ownStatus(trip, now)}`),
        text: useTripNext({ trip, own, now }),
        until: button === 'payBalance' ? trip.balanceDueAt : null,
        button:
          button === 'payBalance' ? { to: balancePath(id), label: pay, document: true } : null,
      }}
      time={format.dateTime(trip.tripStartAt)}
      now={now}
    />
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
      to={tabPath('start')}
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
