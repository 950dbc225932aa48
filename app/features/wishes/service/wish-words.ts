import type { NoticeParams } from '#app/group/rules/effect.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { TParams } from '#app/i18n/keys.ts'
import { getT, type T } from '#app/i18n/server.ts'
import { shortNameOf } from '#app/kernel/airport-names.ts'
import { partAt } from '#app/kernel/day-part.ts'
import { type Instant, londonWall } from '#app/kernel/time.ts'

type Party = { people: number; bigLuggage: number; smallLuggage: number }

const partyOf = ({ people, bigLuggage, smallLuggage }: Party) => ({
  people: String(people),
  bigLuggage: String(bigLuggage),
  smallLuggage: String(smallLuggage),
})

/** The form to join a car, filled in from a wish. */
export const joinPath = (carpoolId: string, party: Party): string =>
  `/carpool/${carpoolId}/join?${new URLSearchParams(partyOf(party))}`

type Ride = { tripType: string; airportId: string; at: Instant }

/** The form to open a car, filled in from wishes. */
export function createPath({ tripType, airportId, at, ...party }: Ride & Party): string {
  const [date = '', clock = ''] = londonWall(at).split('T')
  const ride = { tripType, airportId, date, clock }
  return `/carpool/create?${new URLSearchParams({ ...ride, ...partyOf(party) })}`
}

/** Notices that are about a wish. */
export const isOfWish = (code: string): boolean => code === 'carFound' || code === 'wishesMeet'

/** How many cars were found, or how many people wish for the same, when and where. */
export function wishWordsOf(
  { count, carpoolAt, airportZh, airportEn }: NoticeParams,
  t: T,
): TParams {
  const at = Number(carpoolAt)
  const name = { zh: String(airportZh ?? ''), en: String(airportEn ?? '') }
  return {
    count: Number(count),
    when: t(`carpool:list.dayAndPart.${partAt(at)}`, { day: formatOf(t).date(at) }),
    airport: shortNameOf(name)[t === getT('zh') ? 'zh' : 'en'],
  }
}

/** The form to join the car, all cars that fit, or the form to open one for everybody. */
export function wishPageOf(
  code: string,
  params: NoticeParams,
  isOver: boolean,
): [to: string, page: 'join' | 'wishes' | 'open'] {
  const party = {
    people: Number(params.people),
    bigLuggage: Number(params.bigLuggage),
    smallLuggage: Number(params.smallLuggage),
  }
  if (isOver || (code === 'carFound' && Number(params.count) > 1)) return ['/wishes', 'wishes']
  if (code === 'carFound') return [joinPath(String(params.carpoolId), party), 'join']
  const ride = {
    tripType: String(params.tripType),
    airportId: String(params.airportId),
    at: Number(params.carpoolAt),
  }
  return [createPath({ ...ride, ...party }), 'open']
}
