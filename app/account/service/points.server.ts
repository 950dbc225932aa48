import {
  findSpendablePoints,
  listPoints,
  type PointsEntry,
  type PointsPage,
  type PointsType,
  selectBalance,
} from '#app/account/rows/points.server.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import { cutPage, readCursor } from '#app/kernel/cursor.ts'
import type { UserId } from '#app/kernel/id.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { ViewerRef } from '#app/platform/rows/viewer-ref.server.ts'
import type { Db } from '#db/db.ts'

export type { PointsEntry, PointsType }
export type PointsHistory = { items: PointsEntry[]; nextCursor: string | null; balance: number }

/** A user's balance, and a page of their entries. */
export async function readPoints(db: Db, viewer: ViewerRef, page: PointsPage) {
  const [[sum], entries] = await Promise.all([
    batchRead(db, selectBalance(db, viewer)),
    batchRead(db, listPoints(db, viewer, page)),
  ])
  return { balance: sum?.balance ?? 0, entries }
}

/**
 * One page of the points ledger, newest first, and the total balance. An invalid cursor starts
 * at the beginning.
 */
export async function readPointsHistory(
  { db }: Needs<'db'>,
  viewer: ViewerRef,
  type: PointsType,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<PointsHistory> {
  const place = readCursor(cursor)
  const after = place && { createdAt: place.at, id: place.id }
  const { balance, entries } = await readPoints(db, viewer, {
    type,
    after,
    limit: limit + 1,
  })
  const page = cutPage(entries, limit, ({ id, createdAt }) => ({ at: createdAt, id }))
  return { ...page, balance }
}

/** The points a user may spend on a balance now: 0 unless an approved member. */
export const readSpendablePoints = ({ db, clock }: Needs<'db' | 'clock'>, userId: UserId) =>
  findSpendablePoints(db, userId, clock.now())

/**
 * What a ledger entry was for, in the given language; text written by an administrator stays as it
 * is.
 */
export function describePoints(
  language: Language,
  { kind, params, description }: Pick<PointsEntry, 'kind' | 'params' | 'description'>,
): string {
  if (kind === 'allocated') return description
  const t = getT(language)
  const airport = String(language === 'zh' ? params.airportZh : params.airportEn)
  const departure = formatOf(t).dateTime(Number(params.carpoolAt))
  return t(`account:points.${kind}`, { airport, departure })
}
