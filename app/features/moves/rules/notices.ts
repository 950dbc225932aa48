import { isGoing, money, usual } from '#app/notices/rules/notice-truth.ts'

export const moveNotices = {
  placeMoved: money('warn', isGoing),
  /** Somebody moved into or out of the car, which now has `people`. */
  peopleChanged: usual('info', isGoing),
}
