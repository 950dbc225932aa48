import type { AdminScope, VersionedTable } from '#app/domain/admin.ts'
import type { AdminId } from '#app/domain/id.ts'
import type { Clock } from '#app/domain/time.ts'
import type { Db } from '#db/db.ts'
import { auditEntry } from '#db/queries/audit.ts'
import { listVersions, writeVersioned } from '#db/queries/versions.ts'

/**
 * What an installation begins with and somebody must have looked at before customers rely on it:
 * tables, page, scope.
 */
export const REVIEWS = {
  prices: { tables: ['normalPrices', 'specialPrices'], to: '/admin/prices', scope: 'catalog' },
  postage: { tables: ['postage'], to: '/admin/postage', scope: 'catalog' },
  texts: {
    tables: ['descriptions:carpool', 'descriptions:mail', 'descriptions:move', 'descriptions:trip'],
    to: '/admin/texts',
    scope: 'catalog',
  },
  contact: { tables: ['settings'], to: '/admin/settings', scope: 'settings' },
} as const satisfies Record<string, { tables: VersionedTable[]; to: string; scope: AdminScope }>

export type ReviewTopic = keyof typeof REVIEWS
export const REVIEW_TOPICS = Object.keys(REVIEWS) as ReviewTopic[]

/**
 * Whether what was seeded has been looked at: each table saved once, or said to be right as it is.
 */
export function createAdminReviews({ db, clock }: { db: Db; clock: Clock }) {
  /** The tables of a topic that still are as they were seeded. */
  async function untouched(topic: ReviewTopic): Promise<VersionedTable[]> {
    const saved = await listVersions(db)
    return REVIEWS[topic].tables.filter((name) => !saved.includes(name))
  }
  return {
    /** The topics that nobody has reviewed. */
    async missing(): Promise<ReviewTopic[]> {
      const saved = await listVersions(db)
      return REVIEW_TOPICS.filter((topic) =>
        REVIEWS[topic].tables.some((name) => !saved.includes(name)),
      )
    },
    /**
     * Says that a topic is right as it is. Said again, or after somebody saved it, it changes
     * nothing.
     */
    async accept(by: AdminId, topic: ReviewTopic): Promise<void> {
      for (const name of await untouched(topic)) {
        const action = 'contentReviewed'
        const entry = {
          at: clock.now(),
          adminId: by,
          action,
          subject: name,
          before: null,
          after: null,
        } as const
        await writeVersioned(db, name, 0, [auditEntry(db, entry)])
      }
    },
  }
}
