import { adminAccountCalls } from './calls/admin-account.server.ts'
import { adminAuditCalls } from './calls/admin-audit.server.ts'
import { adminDispatchCalls } from './calls/admin-dispatch.server.ts'
import { adminFleetCalls } from './calls/admin-fleet.server.ts'
import { adminGroupCalls } from './calls/admin-groups.server.ts'
import { adminMemberCalls } from './calls/admin-members.server.ts'
import { adminOfferCalls } from './calls/admin-offer.server.ts'
import { adminOrderCalls } from './calls/admin-orders.server.ts'
import { adminStuckCalls } from './calls/admin-stuck.server.ts'
import { adminTextCalls } from './calls/admin-texts.server.ts'
import { boardCalls } from './calls/board.server.ts'
import { carpoolCalls } from './calls/carpool.server.ts'
import { waitlistCalls } from './calls/carpool-wait.server.ts'
import { documentCalls } from './calls/documents.server.ts'
import { mailCalls, moveCalls } from './calls/order.server.ts'
import { priceCalls } from './calls/prices.server.ts'
import { publicCalls } from './calls/public.server.ts'
import { tripCalls } from './calls/trip.server.ts'
import { userCalls } from './calls/user.server.ts'
import { userCarpoolCalls } from './calls/user-carpool.server.ts'
import { userRideCalls } from './calls/user-ride.server.ts'
import { userSecurityCalls } from './calls/user-security.server.ts'
import { wishCalls } from './calls/wish.server.ts'
import type { AnyCall } from './define.server.ts'

const described: readonly AnyCall[] = [
  ...userCalls,
  ...userSecurityCalls,
  ...userCarpoolCalls,
  ...userRideCalls,
  ...boardCalls,
  ...wishCalls,
  ...carpoolCalls,
  ...waitlistCalls,
  ...mailCalls,
  ...moveCalls,
  ...tripCalls,
  ...priceCalls,
  ...publicCalls,
  ...adminAccountCalls,
  ...adminMemberCalls,
  ...adminAuditCalls,
  ...adminOfferCalls,
  ...adminTextCalls,
  ...adminGroupCalls,
  ...adminFleetCalls,
  ...adminDispatchCalls,
  ...adminOrderCalls,
  ...adminStuckCalls,
]

/**
 * Every call of the API. Requests are matched with this table, and the document and the docs page
 * are generated from it.
 */
export const calls: readonly AnyCall[] = [...described, ...documentCalls(described)]
