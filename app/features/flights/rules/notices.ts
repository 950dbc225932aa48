import { FLIGHT_CHANGE_AFTER_MS } from '#app/kernel/limits.ts'
import type { Case, NoticeParams } from '#app/notices/rules/notice.ts'
import { isTaken, startOf, usual } from '#app/notices/rules/notice-truth.ts'

/** Flights matter as long as they can change after a pickup's departure. */
const isOfInterest = (about: Case) =>
  isTaken(about) && about.now < startOf(about) + FLIGHT_CHANGE_AFTER_MS

export const flightNotices = {
  // Somebody in the car still has the flight it names.
  flightChanged: usual<NoticeParams & { flightTime: number }>(
    'info',
    (about) =>
      isOfInterest(about) && about.car?.flightTimes.includes(about.params.flightTime) === true,
  ),
  /** Their own flight changed and the ride does not, as `note` explains. */
  flightKept: usual(
    'warn',
    (about) => isOfInterest(about) && about.car?.flightVersion === about.params.version,
  ),
}
