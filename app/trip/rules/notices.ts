import { goesAhead } from '#app/group/rules/notices.ts'
import type { ParticipantId, TripId } from '#app/kernel/id.ts'
import {
  all,
  isGoing,
  isGroup,
  isOnItsWay,
  isOpen,
  isTaken,
  money,
  usual,
} from '#app/notices/rules/notice-truth.ts'

/** The creator's texts of this version were declined. */
type DeclinedParams = {
  tripId: TripId
  participantId: ParticipantId
  tripName: string
  tripStartAt: number
  version: number
  reason: string
}

export const tripNotices = {
  tripConfirmed: goesAhead(({ amount }) => amount === 0 && 'nothing'),
  tripFailed: money('info', all(isGroup('failed'), isOnItsWay), { refund: 'named' }),
  tripPriceRaised: money('warn', all(isTaken, isOpen)),
  tripTextsDeclined: usual<DeclinedParams>(
    'warn',
    (about) => isGoing(about) && about.trip?.textsVersion === about.params.version,
  ),
}
