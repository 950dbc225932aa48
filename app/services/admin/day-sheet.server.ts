import { dayCars, groupBy, type SheetCar, type SheetPlace } from '#app/domain/day-sheet.ts'
import type { AdminId, GroupId } from '#app/domain/id.ts'
import type { Clock, LondonDay } from '#app/domain/time.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT } from '#app/i18n/server.ts'
import type { Db } from '#db/db.ts'
import { auditEntry } from '#db/queries/audit.ts'
import { readDay } from '#db/queries/day-sheet.ts'
import { entryOf } from './audit.server.ts'
import { type Cell, csvStream } from './csv.server.ts'
import type { ExportFile } from './exports.server.ts'
import type { NamedAbout } from './group-views.server.ts'

export type DayCar = SheetCar<NamedAbout>

type Row = Awaited<ReturnType<typeof readDay>>['cars' | 'tours'][number]

const placeOf = (row: Row): SheetPlace => ({
  participantId: row.participantId,
  party: row.party,
  ride: row.ride,
  owes: row.paymentStatus === 'DEPOSIT' && (row.originalRemaining ?? 0) > 0,
  name: row.name,
  phone: row.phone,
})

const aboutOf = (row: Row): NamedAbout =>
  'tripName' in row
    ? { kind: 'trip', tripName: row.tripName }
    : {
        kind: 'carpool',
        tripType: row.tripType,
        airportName: { zh: row.airportNameZh, en: row.airportNameEn },
      }

/** What a day's cars need to know: for whoever sends them out, and for whoever drives. */
export function createDaySheet({ db, clock }: { db: Db; clock: Clock }) {
  async function cars(day: LondonDay): Promise<DayCar[]> {
    const { cars, tours } = await readDay(db, day)
    const groups = groupBy([...cars, ...tours] as Row[], ({ groupId }): GroupId => groupId)
    return dayCars(
      [...groups].map(([groupId, rows]) => {
        const [first] = rows as [Row, ...Row[]]
        return { groupId, about: aboutOf(first), at: first.at, places: rows.map(placeOf) }
      }),
    )
  }

  return {
    /** The cars of a London day, those without a driver first. */
    cars,

    /** The same as a file, one line for each place. That it was taken is recorded. */
    async file(day: LondonDay, language: Language, by: AdminId): Promise<ExportFile> {
      const t = getT(language)
      const { dateTime, terminal } = formatOf(t)
      await auditEntry(db, entryOf(clock, by, 'exported', 'day', { after: { day } }))
      const lines = (await cars(day)).flatMap(({ ride, meetAt, places }) =>
        places.map(({ party, name, phone, owes }): Cell[] => [
          dateTime(meetAt),
          ride?.vehicle.plate ?? '',
          ride?.driver.name ?? '',
          ride?.meetingPoint ?? '',
          name,
          phone,
          party.people,
          party.bigLuggage,
          party.smallLuggage,
          party.bag,
          party.flightNumber,
          party.flightTime === null ? '' : dateTime(party.flightTime),
          party.terminal && terminal(party.terminal),
          party.nLocation,
          owes ? t('admin:day.owes') : '',
        ]),
      )
      const header = COLUMNS.map((column) => t(`admin:day.column.${column}`))
      const pages = (async function* () {
        yield lines
      })()
      return { name: `neighbourhelp-day-${day}.csv`, body: csvStream(header, pages) }
    },
  }
}

const COLUMNS = [
  'meetAt',
  'plate',
  'driver',
  'meetingPoint',
  'name',
  'phone',
  'people',
  'bigLuggage',
  'smallLuggage',
  'bag',
  'flightNumber',
  'flightTime',
  'terminal',
  'address',
  'owes',
] as const
