import type { ParticipantId } from '#app/kernel/id.ts'
import type { GroupParams, OrderParams } from './notice.ts'
import { isRideNews, usual } from './notice-truth.ts'

/** What an administrator says, in one language at least, and where it can be answered. */
type Said = { zh: string; en: string; contact: string }
export type MessageParams =
  | (Said & GroupParams & { participantId: ParticipantId })
  | (Said & OrderParams)
  | Said

export const messageNotices = {
  /** An administrator's own words. */
  message: usual<MessageParams>(
    'warn',
    (about) => {
      if ('orderId' in about.params) return about.order !== null
      return 'participantId' in about.params ? isRideNews(about) : true
    },
    {
      variant: (params) => ('orderId' in params ? 'order' : 'carpoolId' in params && 'ride'),
    },
  ),
}
