import type { ParticipantId } from '#app/kernel/id.ts'
import type { GroupParams } from '#app/notices/rules/notice.ts'
import {
  isOpen,
  isTaken,
  money,
  owes,
  placeFactsOf,
  usual,
} from '#app/notices/rules/notice-truth.ts'

/** A place for which something can be done until `dueAt`. */
type DueParams = GroupParams & { participantId: ParticipantId; dueAt: number }

export const reminderNotices = {
  /** `amount` pence are to be paid. `private` 1: a whole car, whose deposit is safe. */
  balanceDue: money<DueParams & { private?: 0 | 1; amount: number }>('warn', owes, {
    text: 'balance',
    subject: 'due',
  }),
  /** There are free seats, and people can join. */
  seatsFree: usual<DueParams>(
    'info',
    (about) => {
      const { people = 0, maxPeople = 0 } = placeFactsOf(about) ?? {}
      return isTaken(about) && isOpen(about) && people < maxPeople
    },
    {
      page: (group) => [
        'tripId' in group ? `/share/trip/${group.tripId}` : `/share/carpool/${group.carpoolId}`,
        'share',
      ],
    },
  ),
}
