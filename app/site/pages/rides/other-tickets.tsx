import type { ReactNode } from 'react'
import { NextStep, type NextStepFacts } from '#app/carpool/ui/next-step.tsx'
import { routeOf } from '#app/carpool/ui/ride-route.ts'
import { aheadText, joinPath, waitPath } from '#app/carpool/ui/waitlist-paths.ts'
import type { ListedWait } from '#app/features/waitlist/service.server.ts'
import { placeNextOf } from '#app/group/ui/next.ts'
import { useSubject } from '#app/group/ui/picture.tsx'
import { departureOf, type PlaceRecord } from '#app/group/ui/place.ts'
import { PlaceTicket } from '#app/group/ui/place-ticket.tsx'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { requestKind } from '#app/i18n/status-words.ts'
import type { OrderView, OwnOrder } from '#app/orders/service/orders.server.ts'
import { placeText } from '#app/orders/ui/order-line.tsx'
import { nextStep } from '#app/orders/ui/own-part.tsx'
import { minePath, payPath as orderPayPath } from '#app/orders/ui/query.ts'
import { isUnpaid, orderLook } from '#app/orders/ui/status-badge.tsx'
import type { RequestView } from '#app/requests/service/views.server.ts'
import { requestPath } from '#app/requests/ui/paths.ts'
import { payPath, recordPath } from '#app/trip/ui/query.ts'
import { Check, Clock, Hourglass } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Perforation, Ticket } from '#app/web/ui/ticket/ticket.tsx'
import type { HeldTrip } from './entries.ts'

type BookingProps = {
  id: string
  name: string
  /** The booking's own page. */
  to: string
  line: ReactNode
  next: NextStepFacts
  time: string
  now: number
}

/** A booking other than a carpool, with the same layout. */
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
        <NextStep next={next} now={now} about={{ route: name, time }} />
      </div>
    </Ticket>
  )
}

/** One of the student's places: the next step, with a link to everything else in its heading. */
export function OwnTicket({ place, now }: { place: PlaceRecord; now: number }) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const about = { route: useSubject(place), time: format.dateTime(departureOf(place)) }
  return (
    <PlaceTicket place={place} as="h3">
      <div className="p-4 pt-3">
        <NextStep next={placeNextOf(place, { t, format, language, now })} now={now} about={about} />
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

/** A waitlist: the student's position, or the seats kept for them. */
export function WaitTicket({ waited, now }: { waited: ListedWait; now: number }) {
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

export function RequestTicket({ request, now }: { request: RequestView; now: number }) {
  const t = useT()
  const format = useFormat()
  const { id, what, stage, askedAt, endedAt } = request
  const isOpen = stage === 'open'
  const amount = format.money(request.amount)
  const ended = t(`request:ended.${stage}`, { time: format.dateTime(endedAt ?? askedAt) })
  return (
    <Booking
      id={id}
      name={t('request:one', { what: requestKind(t, what) })}
      to={requestPath(id)}
      line={t('request:asked', { time: format.dateTime(askedAt) })}
      next={{
        tone: isOpen ? 'accent' : 'neutral',
        icon: isOpen ? Clock : Check,
        name: t(`request:stage.${stage}`),
        text: isOpen ? t('request:ticket.text', { amount }) : ended,
        until: null,
        button: isOpen
          ? { to: requestPath(id), label: t('request:ticket.pay'), document: true }
          : null,
      }}
      time={amount}
      now={now}
    />
  )
}
