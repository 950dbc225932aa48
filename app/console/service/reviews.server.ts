import { entryOf } from '#app/audit/audit.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { listTexts } from '#app/catalog/rows/catalog.server.ts'
import { listVersions, writeVersioned } from '#app/console/rows/versions.server.ts'
import type { AdminScope, VersionedTable } from '#app/kernel/admin.ts'
import { type Gap, gapsIn, SERVICES, SITE_PAGES } from '#app/kernel/description.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'

/**
 * Seeded content that an administrator must review before customers rely on it: its tables, page
 * and scope.
 */
export const REVIEWS = {
  prices: { tables: ['normalPrices', 'specialPrices'], to: '/admin/prices', scope: 'catalog' },
  postage: { tables: ['postage'], to: '/admin/postage', scope: 'catalog' },
  texts: {
    tables: SERVICES.map((service) => `descriptions:${service}` as const),
    to: '/admin/texts',
    scope: 'catalog',
  },
  pages: {
    tables: SITE_PAGES.map((page) => `descriptions:${page}` as const),
    to: '/admin/texts?service=about',
    scope: 'catalog',
  },
  contact: { tables: ['settings'], to: '/admin/settings', scope: 'settings' },
} as const satisfies Record<string, { tables: VersionedTable[]; to: string; scope: AdminScope }>

export type ReviewTopic = keyof typeof REVIEWS
export const REVIEW_TOPICS = Object.keys(REVIEWS) as ReviewTopic[]

// Whether the seeded content has been reviewed: each table was saved once, or accepted as it is.

/** The tables of a topic that are still as seeded. */
async function untouched({ db }: Needs<'db'>, topic: ReviewTopic): Promise<VersionedTable[]> {
  const saved = await listVersions(db)
  return REVIEWS[topic].tables.filter((name) => !saved.includes(name))
}

/** The topics not reviewed yet. */
export async function readMissingReviews({ db }: Needs<'db'>): Promise<ReviewTopic[]> {
  const saved = await listVersions(db)
  return REVIEW_TOPICS.filter((topic) =>
    REVIEWS[topic].tables.some((name) => !saved.includes(name)),
  )
}

/** The gaps to be filled before students can see a page and pay. */
export const readGaps = async ({ db }: Needs<'db'>): Promise<Gap[]> => gapsIn(await listTexts(db))

/**
 * Accepts a topic as it is. Does nothing if it was already accepted or has been saved. Fails
 * with operationExpired while its texts have gaps: those cannot be right.
 */
export async function acceptReview(
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  topic: ReviewTopic,
): Promise<Result<null>> {
  const { db, clock } = context
  const tables: readonly VersionedTable[] = REVIEWS[topic].tables
  const gaps = gapsIn(await listTexts(db))
  if (gaps.some(({ page }) => tables.includes(`descriptions:${page}`)))
    return fail('operationExpired', { context: 'gaps' })
  for (const name of await untouched(context, topic)) {
    const entry = entryOf(clock, by, 'contentReviewed', name)
    await writeVersioned(db, name, 0, [auditEntry(db, entry)])
  }
  return ok(null)
}
