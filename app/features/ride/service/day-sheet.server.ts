import { entryOf, recordView } from '#app/audit/audit.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { readDays, selectExpiring } from '#app/features/ride/rows/day-sheet.server.ts'
import {
  dayCars,
  expiredPapers,
  groupBy,
  type SheetCar,
  type SheetGroup,
  type SheetPlace,
} from '#app/features/ride/rules/day-sheet.ts'
import type { NamedAbout } from '#app/group/rules/group-name.ts'
import { LUGGAGE_KINDS, luggageOf } from '#app/group/rules/luggage.ts'
import { isSteerableAt } from '#app/group/rules/ride-status.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import type { AdminId, GroupId } from '#app/kernel/id.ts'
import { addDays, type Instant, type LondonDay, londonDay } from '#app/kernel/time.ts'
import type { Cell } from '#app/platform/cells.server.ts'
import { csvStream, type ExportFile } from '#app/platform/csv.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'

export type DayCar = SheetCar<NamedAbout>

type Row = Awaited<ReturnType<typeof readDays>>['places'][number]

const sheetPlaceOf = (row: Row): SheetPlace => ({
  participantId: row.participantId,
  party: row.party,
  ride: row.ride,
  owes: row.paymentStatus === 'DEPOSIT' && (row.originalRemaining ?? 0) > 0,
  flightChangedAt: row.flight?.at ?? null,
  name: row.name,
  phone: row.phone,
})

const aboutOf = (row: Row): NamedAbout =>
  row.kind === 'trip'
    ? { kind: 'trip', tripName: row.tripName ?? '' }
    : {
        kind: 'carpool',
        tripType: row.tripType ?? 'PICKUP',
        airportName: { zh: row.airportNameZh ?? '', en: row.airportNameEn ?? '' },
      }

const groupOf = (rows: [Row, ...Row[]], now: Instant): SheetGroup<NamedAbout> => {
  const [first] = rows
  const metAt = Math.max(first.at, ...rows.map(({ ride }) => ride?.meetAt ?? 0))
  return {
    groupId: first.groupId,
    about: aboutOf(first),
    at: first.at,
    byAddress: first.tripType === 'DROPOFF',
    isAssignable: isSteerableAt(first.status, metAt, now),
    places: rows.map(sheetPlaceOf),
  }
}

/**
 * The cars of a day. One more day of departures is read at either end, since a car meets up to
 * `MEET_AROUND_MS` before or after departure.
 */
async function carsOf({ db, clock }: Needs<'db' | 'clock'>, day: LondonDay): Promise<DayCar[]> {
  const read = await readDays(db, addDays(day, -1), addDays(day, 1))
  const groups = [...groupBy(read.places, ({ groupId }): GroupId => groupId).values()]
  const until = new Map(read.papers.map(({ id, until }) => [id as string, until]))
  const all = groups.map((rows) => groupOf(rows as [Row, ...Row[]], clock.now()))
  return dayCars(all, day, until)
}

/**
 * Number of upcoming cars whose papers expire before they meet, and the London day on which the
 * first of them meets; null if there are none.
 */
export async function readExpiring({
  db,
  clock,
}: Needs<'db' | 'clock'>): Promise<{ count: number; day: LondonDay } | null> {
  const rows = await selectExpiring(db, londonDay(clock.now()))
  const rides = rows.flatMap(({ ride, at, licence, badge }) => {
    if (!ride) return []
    const until = new Map<string, LondonDay>([
      [ride.vehicle.id, licence],
      [ride.driver.id, badge],
    ])
    return expiredPapers(ride, at, until).length > 0 ? ride : []
  })
  const meetAt = Math.min(...rides.map((ride) => ride.meetAt))
  if (rides.length === 0) return null
  return { count: new Set(rides.map(({ id }) => id)).size, day: londonDay(meetAt) }
}

/** The cars of a London day, those without a driver first. A day that has any is audited. */
export async function openDay(
  context: Needs<'db' | 'clock'>,
  by: AdminId,
  day: LondonDay,
): Promise<DayCar[]> {
  const found = await carsOf(context, day)
  if (found.length > 0) await recordView(context, by, 'dayViewed', day)
  return found
}

/** The same as a file, one line per place. The download is audited. */
export async function dayFile(
  context: Needs<'db' | 'clock'>,
  day: LondonDay,
  language: Language,
  by: AdminId,
): Promise<ExportFile> {
  const { db, clock } = context
  const t = getT(language)
  const { dateTime, terminal } = formatOf(t)
  const time = (at: Instant | null): Cell => ({ time: at === null ? null : dateTime(at) })
  await auditEntry(db, entryOf(clock, by, 'exported', 'day', { after: { from: day, to: day } }))
  const lines = (await carsOf(context, day)).flatMap(({ ride, meetAt, places }) =>
    places.map(({ party, name, phone, owes, flightChangedAt }): Cell[] => [
      time(meetAt),
      ride?.vehicle.plate ?? '',
      ride?.driver.name ?? '',
      ride?.meetingPoint ?? '',
      name,
      phone,
      party.people,
      ...Object.values(luggageOf(party)),
      party.flightNumber,
      time(party.flightTime),
      party.terminal && terminal(party.terminal),
      party.nLocation,
      owes ? t('admin:day.owes') : '',
      time(flightChangedAt),
    ]),
  )
  const header = [
    ...PASSENGER.map((column) => t(`admin:day.column.${column}`)),
    ...LUGGAGE_KINDS.map((kind) => t(`carpool:form.${kind}`)),
    ...FLIGHT.map((column) => t(`admin:day.column.${column}`)),
  ]
  const pages = (async function* () {
    yield lines
  })()
  return { name: `neighbourhelp-day-${day}.csv`, body: csvStream(header, pages) }
}

/** The columns before and after those of luggage. */
const PASSENGER = ['meetAt', 'plate', 'driver', 'meetingPoint', 'name', 'phone', 'people'] as const
const FLIGHT = [
  'flightNumber',
  'flightTime',
  'terminal',
  'address',
  'owes',
  'flightChanged',
] as const
