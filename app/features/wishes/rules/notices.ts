import { earliestDeparture } from '#app/carpool/rules/permissions.ts'
import { is } from '#app/group/rules/status.ts'
import type { AirportId, WishId } from '#app/kernel/id.ts'
import { type Instant, londonWall } from '#app/kernel/time.ts'
import { usual } from '#app/notices/rules/notice-truth.ts'

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

type OfWish = Party & { wishId: WishId }
/** `cars`: their ids as JSON. `count`: their number. `carpoolId`, `carpoolAt`: the first one's. */
type FoundParams = OfWish & { carpoolId: string; carpoolAt: number; cars: string; count: number }
/**
 * `count` people wish for the same, the student included; departures from `carpoolAt` to `until`
 * suit all of them.
 */
type MeetingParams = OfWish & {
  tripType: 'PICKUP' | 'DROPOFF'
  airportId: AirportId
  airportZh: string
  airportEn: string
  carpoolAt: number
  until: number
  count: number
}

const home = () => ['/wishes', 'wishes'] as const

export const wishNotices = {
  carFound: usual<FoundParams>(
    'info',
    ({ other, isWished, params, now }) =>
      isWished &&
      other !== null &&
      is(other.status, 'joinable') &&
      now < other.cutoffAt &&
      other.maxPeople - other.people >= params.people,
    {
      variant: ({ count }) => count > 1 && 'more',
      page: ({ count, carpoolId, ...party }) =>
        count > 1 ? home() : [joinPath(carpoolId, party), 'join'],
      home,
    },
  ),
  // As long as a car that suits everybody can still be opened.
  wishesMeet: usual<MeetingParams>(
    'info',
    ({ isWished, params, now }) => isWished && params.until >= earliestDeparture(now),
    {
      variant: ({ tripType }) => tripType,
      page: ({ carpoolAt, ...wish }) => [createPath({ ...wish, at: carpoolAt }), 'open'],
      home,
    },
  ),
}
