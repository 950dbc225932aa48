import { entryOf } from '#app/audit/audit.server.ts'
import type { Period } from '#app/catalog/service/catalog.server.ts'
import {
  type AirportRow,
  findAirport,
  insertAirport,
  readAirports,
  removeAirport,
  updateAirport,
} from '#app/console/rows/admin-catalog.server.ts'
import { randomLetters } from '#app/group/service/group-id.server.ts'
import type { Language } from '#app/i18n/languages.ts'
import type { AdminId, AirportId } from '#app/kernel/id.ts'
import { CLEARING_MINUTES, MAX_PASSENGERS } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type AirportFields = {
  airportName: Record<Language, string>
  terminals: string[]
  /** Open to new carpools if it also has prices. */
  active: boolean
  /** From a landing until passengers can be met; unchanged, or 45, if it is missing. */
  clearingMinutes?: number
  /** Where drivers meet passengers; unchanged if missing. */
  meetingPoints?: string[]
}
export type AdminAirport = Required<AirportFields> & { id: AirportId }
/**
 * Which price tables have a price for every group size. An airport is not sold on the days of a
 * table that lacks one.
 */
export type ListedAirport = AdminAirport & { priced: Record<Period, boolean> }

/**
 * Attempts when another administrator changes the same airport at the same moment, which is rare.
 */
const TURNS_MAX = 5
const ID = /^air_[0-9a-z_]{3,32}$/

export const newAirportId = (): AirportId => `air_${randomLetters(10)}`

const toAirport = ({ nameZh, nameEn, sortOrder: _, ...row }: AirportRow): AdminAirport => ({
  ...row,
  airportName: { zh: nameZh, en: nameEn },
})
const OF_RIDES = { clearingMinutes: CLEARING_MINUTES, meetingPoints: [] as string[] }
/** `was`: the values of omitted fields. */
const toFields = (sent: AirportFields, was: typeof OF_RIDES = OF_RIDES) => ({
  nameZh: sent.airportName.zh,
  nameEn: sent.airportName.en,
  terminals: sent.terminals,
  active: sent.active,
  clearingMinutes: sent.clearingMinutes ?? was.clearingMinutes,
  meetingPoints: sent.meetingPoints ?? was.meetingPoints,
})
type Fields = ReturnType<typeof toFields>

/** The entries of `fields` that differ from `other`. */
const differing = (fields: Fields, other: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name as keyof Fields]),
    ),
  )

// The airports that carpools go to and from. A carpool keeps its own copy of what it needs, so
// changes here don't affect existing ones.

export async function readAirport({ db }: Needs<'db'>, id: string): Promise<AdminAirport | null> {
  const row = await findAirport(db, id)
  return row ? toAirport(row) : null
}

/** Every airport in display order, including closed ones. */
export async function readAllAirports({ db }: Needs<'db'>): Promise<ListedAirport[]> {
  const { airports, priced } = await readAirports(db)
  const has = (id: AirportId, period: Period) =>
    priced.some(
      (row) => row.airportId === id && row.period === period && row.cells === MAX_PASSENGERS,
    )
  return airports.map((row) => ({
    ...toAirport(row),
    priced: { normal: has(row.id, 'normal'), special: has(row.id, 'special') },
  }))
}

/**
 * Adds an airport. `id` (`newAirportId`) is created before the first attempt, so a repeat with
 * the same id adds nothing. Fails with notFound if it is not a valid id.
 */
export async function addAirport(
  context: Needs<'db' | 'clock'>,
  adminId: AdminId,
  id: string,
  fields: AirportFields,
): Promise<Result<AdminAirport>> {
  const { clock, db } = context
  if (!ID.test(id)) return fail('notFound')
  const row = toFields(fields)
  const entry = entryOf(clock, adminId, 'airportAdded', id, { after: row })
  await insertAirport(db, id as AirportId, row, entry)
  const added = await readAirport(context, id)
  return added ? ok(added) : fail('notFound')
}

/** Changes the given fields. Fails with notFound. */
export async function changeAirport(
  { db, clock }: Needs<'db' | 'clock'>,
  adminId: AdminId,
  id: string,
  fields: AirportFields,
): Promise<Result<AdminAirport>> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const row = await findAirport(db, id)
    if (!row) return fail('notFound')
    const [was, will] = [toFields(toAirport(row)), toFields(fields, row)]
    const after = differing(will, was)
    if (Object.keys(after).length === 0) return ok(toAirport(row))
    const before = differing(was, will)
    const entry = entryOf(clock, adminId, 'airportChanged', id, { before, after })
    if (await updateAirport(db, row, will, entry)) return ok(toAirport({ ...row, ...will }))
  }
  return fail('unavailable')
}

/**
 * Deletes an airport and its prices; an airport that a carpool refers to is closed to new ones
 * instead. Fails with notFound.
 */
export async function deleteAirport(
  { db, clock }: Needs<'db' | 'clock'>,
  adminId: AdminId,
  id: string,
): Promise<Result<'deleted' | 'closed'>> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const row = await findAirport(db, id)
    if (!row) return fail('notFound')
    const done = await removeAirport(db, row, {
      deleted: entryOf(clock, adminId, 'airportDeleted', id, {
        before: toFields(toAirport(row)),
      }),
      closed: entryOf(clock, adminId, 'airportClosed', id, {
        before: { active: true },
        after: { active: false },
      }),
    })
    if (done) return ok(done)
  }
  return fail('unavailable')
}
