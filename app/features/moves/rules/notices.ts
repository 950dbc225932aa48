import { isGoing, money, usual } from '#app/notices/rules/notice-truth.ts'

export const moveNotices = {
  placeMoved: money('warn', isGoing),
  /** Somebody moved out of or into the car, in which there are now `people`. */
  peopleChanged: usual('info', isGoing),
}
