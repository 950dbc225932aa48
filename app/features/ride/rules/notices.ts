import type { ParticipantId } from '#app/kernel/id.ts'
import { DRIVE_UNTIL_MS } from '#app/kernel/limits.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Case, GroupParams, NoticeTone } from '#app/notices/rules/notice.ts'
import { isAhead, isTaken, placeFactsOf, startOf, usual } from '#app/notices/rules/notice-truth.ts'

/** A notice's parameters about a car; `version`: the car's. */
type CarParams = GroupParams & {
  participantId: ParticipantId
  version: number
  plate: string
  make: string
  driver: string
  meetingPoint: string
  meetAt: number
}

/**
 * How long news of a car matters: until it meets its passengers. News of a withdrawal matters as
 * long as another car may be sent.
 */
export const carNewsUntil = (departureAt: Instant, meetAt: Instant | null): Instant =>
  meetAt === null ? departureAt + DRIVE_UNTIL_MS : Math.max(departureAt, meetAt)

/** Whether the place travels in the car of this version; null: it never had a car. */
const hasCar = (about: Case<object>, version: unknown) =>
  placeFactsOf(about)?.rideVersion === version
/** A car may meet its passengers after the departure time. */
const isCarAhead = (about: Case<object>, meetAt: number | null) =>
  about.now < carNewsUntil(startOf(about), meetAt)

const ofCar = (tone: NoticeTone) =>
  usual<CarParams>(
    tone,
    (about) => hasCar(about, about.params.version) && isCarAhead(about, about.params.meetAt),
    { text: 'ride' },
  )

/** News of a car, also sent as text messages. */
const texted = {
  carAssigned: ofCar('ok'),
  carChanged: ofCar('warn'),
  carWithdrawn: usual(
    'warn',
    (about) => isTaken(about) && hasCar(about, null) && isCarAhead(about, null),
    { text: 'ride' },
  ),
}
export type TextedCode = keyof typeof texted

export const rideNotices = {
  ...texted,
  /** The driver of this version did not find the passenger. */
  passengerMissed: usual(
    'danger',
    (about) =>
      hasCar(about, about.params.version) &&
      placeFactsOf(about)?.isMissed === true &&
      about.now < startOf(about) + DRIVE_UNTIL_MS,
  ),
  /** A reminder about the car. */
  rideSoon: usual<CarParams>(
    'ok',
    (about) => hasCar(about, about.params.version) && isAhead(about),
  ),
}
