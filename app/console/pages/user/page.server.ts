import { describePoints } from '#app/account/service/points.server.ts'
import { MEMBERSHIP_LEVEL } from '#app/console/rules/member.ts'
import { openUser } from '#app/console/service/members.server.ts'
import { readNotes } from '#app/console/service/notes.server.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { DEPOSIT_PENCE } from '#app/kernel/limits.ts'
import type { AppContext } from '#app/server/context.server.ts'

/** Everything an administrator sees on an account's page; null if there is no such account. */
export async function readUserPage(context: AppContext, by: AdminId, id: string) {
  const [found, notes] = await Promise.all([openUser(context, by, id), readNotes(context, id)])
  if (!found) return null
  const { pointsHistory, carpools, trips, orders, charged, held, ...user } = found
  return {
    // A closed account's phone is only a placeholder.
    user: { ...user, phone: user.closedAt === null ? user.phone : '' },
    points: pointsHistory.map((entry) => ({
      id: entry.id,
      points: entry.points,
      text: describePoints(context.language, entry),
      createdAt: entry.createdAt,
    })),
    activity: {
      carpools: carpools.map(({ airportNameZh, airportNameEn, ...place }) => ({
        ...place,
        airportName: context.language === 'zh' ? airportNameZh : airportNameEn,
      })),
      trips,
      orders,
      payments: [
        ...held.map(({ kind, ...one }) => ({
          ...one,
          sale: `${kind}Deposit` as const,
          amount: DEPOSIT_PENCE,
          isHeld: true,
        })),
        ...charged.map((one) => ({ ...one, isHeld: false })),
      ],
    },
    levels: MEMBERSHIP_LEVEL,
    notes,
    noteId: crypto.randomUUID(),
  }
}

export type UserPage = NonNullable<Awaited<ReturnType<typeof readUserPage>>>
