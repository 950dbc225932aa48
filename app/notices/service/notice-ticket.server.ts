import { basePriceOf } from '#app/carpool/rules/pricing.ts'
import { is } from '#app/group/rules/status.ts'
import { formatOf } from '#app/i18n/format.ts'
import { getT, type T } from '#app/i18n/server.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { Notice, NoticeParams, ReceiptLines } from '#app/notices/rules/notice.ts'
import type { CarFacts, Facts, OtherFacts, TripFacts } from '#app/notices/rules/notice-facts.ts'
import { tripTotal } from '#app/trip/rules/state.ts'

/** The subject of a notice as a ticket: the same facts in the same positions in every email. */
export type Ticket = {
  /** The large text at the left: a time, or an order's day. */
  time: string
  /** The time's zone, below it; null for a day. */
  zone: string | null
  day: string | null
  name: string
  price: string | null
  seats: { taken: number; of: number; words: string } | null
}
/** A line of a receipt. */
export type Line = { label: string; value: string }

/** Returns the day, and the route or trip, of a notice; null if it has neither. */
export function aboutOf(params: NoticeParams, facts: Facts, t: T): string | null {
  const format = formatOf(t)
  if (params.orderId !== undefined)
    return `${format.day(String(params.sendDate))} ${orderNameOf(params, t)}`
  const at = startOf(params)
  if (at === null) return null
  const name = nameOf(params, facts, t)
  return name === null ? format.date(at) : `${format.date(at)} ${name}`
}

/** Returns the ticket of a notice; null if it is about an account or something deleted. */
export function ticketOf(params: NoticeParams, facts: Facts, t: T): Ticket | null {
  const format = formatOf(t)
  if (params.orderId !== undefined) return orderTicketOf(params, t)
  const at = startOf(params)
  const name = nameOf(params, facts, t, facts.car?.terminal)
  if (at === null || name === null) return null
  const car = facts.car ?? facts.other
  const place = car ?? facts.trip
  return {
    time: format.time(at),
    zone: t('notices:ticket.zone'),
    day: format.date(at),
    name,
    price: car ? carPriceOf(car, t) : facts.trip ? tripPriceOf(facts.trip, t) : null,
    seats: place && !car?.private ? seatsOf(place, facts.trip, t) : null,
  }
}

/** Returns what was paid, held or refunded, line by line; empty if the text says it all. */
export function linesOf(notice: Notice, params: NoticeParams, facts: Facts, t: T): Line[] {
  const { money, dateTime } = formatOf(t)
  const refund = notice.refund && Number(params.amount ?? 0)
  const lines = notice.lines?.(params, facts) ?? { refund: refund || undefined }
  return (Object.keys(lines) as (keyof ReceiptLines)[]).flatMap((name) => {
    const value = lines[name]
    if (value === undefined) return []
    const text = name === 'heldUntil' ? dateTime(value) : money(value)
    return [{ label: t(`notices:line.${name}`), value: text }]
  })
}

/** Returns how many people there are and how many are missing, for a notice's text. */
export function countsOf({ car, trip, other }: Facts) {
  const { people = 0, maxPeople = 0 } = car ?? trip ?? other ?? {}
  return { people, max: maxPeople, missing: Math.max(0, maxPeople - people) }
}

function startOf({ carpoolAt, tripStartAt }: NoticeParams): number | null {
  const at = Number(carpoolAt ?? tripStartAt)
  return Number.isNaN(at) ? null : at
}

function nameOf(
  { tripName }: NoticeParams,
  facts: Facts,
  t: T,
  terminal?: string | null,
): string | null {
  if (tripName !== undefined) return String(tripName)
  const car = facts.car ?? facts.other
  if (!car) return null
  const { tripType, airportNameZh, airportNameEn } = car
  const name = t === getT('zh') ? airportNameZh : airportNameEn
  const airport = [name, terminal && formatOf(t).terminal(terminal)].filter(Boolean).join(' ')
  return t(`carpool:route.${tripType}`, { airport })
}

/** Null where people are missing and joining has closed. */
function seatsOf(
  place: CarFacts | OtherFacts | TripFacts,
  trip: TripFacts | null,
  t: T,
): Ticket['seats'] {
  const { people, maxPeople } = place
  const missing = Math.max(0, maxPeople - people)
  if (missing > 0 && !is(place.status, 'open')) return null
  const counts = { people, max: maxPeople, missing }
  const words =
    missing > 0 && place === trip
      ? neededText(trip, t)
      : t(missing > 0 ? 'notices:ticket.missing' : 'notices:ticket.full', counts)
  return { taken: Math.min(people, maxPeople), of: maxPeople, words }
}

/** A trip goes ahead with its minimum, and its pages count up to that. */
const neededText = ({ people, neededPeople: needed }: TripFacts, t: T): string =>
  t(needed > 0 ? 'notices:ticket.needed' : 'notices:ticket.enough', { people, needed })

function carPriceOf(car: CarFacts | OtherFacts, t: T): string {
  const price = formatOf(t).money(basePriceOf({ ...car, maxPassengers: car.maxPeople }))
  return car.private ? price : t('notices:ticket.each', { price })
}

const tripPriceOf = ({ balancePrice }: TripFacts, t: T): string =>
  balancePrice > 0
    ? t('notices:ticket.tripEach', {
        price: formatOf(t).money(tripTotal(balancePrice)),
        deposit: formatOf(t).money(DEPOSIT_PENCE),
      })
    : formatOf(t).money(DEPOSIT_PENCE)

const orderNameOf = ({ kind }: NoticeParams, t: T): string =>
  t(`notices:ticket.${kind === 'move' ? 'move' : 'mail'}`)

const orderTicketOf = (params: NoticeParams, t: T): Ticket => ({
  time: formatOf(t).day(String(params.sendDate)),
  zone: null,
  day: null,
  name: orderNameOf(params, t),
  price: null,
  seats: null,
})
