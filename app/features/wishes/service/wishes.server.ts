import { listOpenAirports } from '#app/catalog/service/catalog.server.ts'
import { listFitting, noteShown } from '#app/features/wishes/rows/wish-news.server.ts'
import { deleteWish, insertWish, listWishes } from '#app/features/wishes/rows/wishes.server.ts'
import { expiryOf, type WishDraft } from '#app/features/wishes/rules/wish.ts'
import { randomLetters } from '#app/group/service/group-id.server.ts'
import { shortNameOf } from '#app/kernel/airport-names.ts'
import type { CarpoolId, UserId, WishId } from '#app/kernel/id.ts'
import { WISH_GATHER_MS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Needs } from '#app/platform/resources.server.ts'

type Viewer = { id: UserId }
type Name = { zh: string; en: string }

/** A student's own wish, with the cars that fit it now. */
export type OwnWish = WishDraft & {
  id: WishId
  airportName: Name
  expiresAt: Instant
  cars: { id: CarpoolId; carpoolAt: Instant; free: number }[]
}

/** Makes a wish. Cars that fit already count as announced: the next page shows them. */
export async function makeWish(
  context: Needs<'db' | 'clock'>,
  viewer: Viewer,
  draft: WishDraft,
): Promise<Result<WishId>> {
  const { db, clock } = context
  const airports = await listOpenAirports(context)
  if (!airports.some(({ id }) => id === draft.airportId))
    return fail('validationFailed', { field: 'airportId' })
  const now = clock.now()
  const wish = {
    ...draft,
    id: `wish_${randomLetters(26)}` as WishId,
    userId: viewer.id,
    createdAt: now,
    expiresAt: expiryOf(draft),
    meetAt: now + WISH_GATHER_MS,
  }
  const [[made]] = await db.batch([insertWish(db, wish), noteShown(db, wish)])
  return made ? ok(made.id) : fail('tooManyWishes')
}

/** The viewer's wishes that are not over, the soonest first. */
export async function listOwnWishes(
  { db, clock }: Needs<'db' | 'clock'>,
  viewer: Viewer,
): Promise<OwnWish[]> {
  const now = clock.now()
  const [rows, fitting] = await db.batch([
    listWishes(db, viewer.id, now),
    listFitting(db, viewer.id, now),
  ])
  return rows.map(({ airportZh, airportEn, ...wish }) => ({
    ...wish,
    airportName: shortNameOf({ zh: airportZh, en: airportEn }),
    cars: fitting
      .filter(({ wishId }) => wishId === wish.id)
      .map(({ carpoolId: id, carpoolAt, free }) => ({ id, carpoolAt, free })),
  }))
}

/** Deletes one of the viewer's own wishes; repeating it fails with notFound. */
export async function deleteOwnWish(
  { db }: Needs<'db'>,
  viewer: Viewer,
  id: string,
): Promise<Result<null>> {
  const [deleted] = await deleteWish(db, viewer.id, id as WishId)
  return deleted.length > 0 ? ok(null) : fail('notFound')
}
