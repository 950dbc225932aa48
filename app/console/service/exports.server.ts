import { entryOf } from '#app/audit/audit.server.ts'
import { auditEntry } from '#app/audit/rows/audit.server.ts'
import { pageOfCarpools, pageOfOrders, pageOfTrips } from '#app/console/rows/exports.server.ts'
import { type Booking, pageOfBookings } from '#app/group/rows/bookings.server.ts'
import { storyOfRow } from '#app/group/service/deposit-story.server.ts'
import { isTripId } from '#app/group/service/group-id.server.ts'
import { depositNote } from '#app/i18n/deposit-words.ts'
import { formatOf } from '#app/i18n/format.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT, type T } from '#app/i18n/server.ts'
import { groupStatus, orderPayment, orderStatus, seatOf } from '#app/i18n/status-words.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import type { AdminId } from '#app/kernel/id.ts'
import { BOOKINGS_PRINTED, EXPORT_DAYS_MAX } from '#app/kernel/limits.ts'
import { fail, ok, type Result } from '#app/kernel/result.ts'
import {
  addDays,
  type Instant,
  isLondonDay,
  type LondonDay,
  londonWall,
  type Span,
  startOfLondonDay,
} from '#app/kernel/time.ts'
import type { NeedsToPay } from '#app/payments/service/payments.server.ts'
import type { Cell } from '#app/platform/cells.server.ts'
import { csvStream, type ExportFile } from '#app/platform/csv.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type zhAdmin from '#locales/zh/admin.json'
import {
  bankColumns,
  bankRows,
  ledgerColumns,
  ledgerRows,
  Unavailable,
} from './ledger-file.server.ts'

/** The files that can be exported: for accounting, and the record of bookings for an inspection. */
export const EXPORTS = ['orders', 'carpools', 'trips', 'ledger', 'bank', 'bookings'] as const
export type ExportName = (typeof EXPORTS)[number]
export const isExport = (name: string): name is ExportName => EXPORTS.includes(name as ExportName)

/** The scope required for a file. */
export const scopeOf = (name: ExportName): AdminScope =>
  name === 'bookings' ? 'dispatch' : 'records'

/** A file with names asks for the password again. */
export const hasNames = (name: string): boolean => name === 'bookings'

/** Rows per read. */
const PAGE = 500
/** From before the first record to after the last: an export without bounds covers everything. */
const EVER: Span = { from: 0, to: Date.UTC(9999, 0, 1) }

type Pages = AsyncGenerator<Cell[][]>
type File = { header: string[]; pages: Pages }
/** A file's columns in order, each with its cell of a row. Names are keys of the locales. */
type Columns<Row> = Partial<Record<Column, (row: Row) => Cell>>
type Column = keyof typeof zhAdmin.export.column

// Files for accounting. They identify people only by id: accounting has to tell payers apart and
// look up a payment, not know who they are, and closing an account cannot erase a file that was
// already downloaded. `ledger` and `bank`, read from the provider, have what moved its balance.
// `bookings` is for a licensing officer, and the only one with names (decision 0030).

const fileOf = (context: NeedsToPay, name: ExportName, span: Span, language: Language): File => {
  const { db } = context
  const t = getT(language)
  switch (name) {
    case 'orders':
      return keyset((last) => pageOfOrders(db, span, last?.rowid ?? 0, PAGE), orderColumns(t))
    case 'carpools':
      return keyset(
        (last) => pageOfCarpools(db, span, last?.rowid ?? 0, PAGE),
        carColumns(t, language),
      )
    case 'trips':
      return keyset((last) => pageOfTrips(db, span, last?.rowid ?? 0, PAGE), tripColumns(t))
    case 'bookings':
      return keyset((last) => pageOfBookings(db, span, last, PAGE), bookingColumns(t))
    case 'ledger':
      return streamed(ledgerRows(context, span), ledgerColumns(t))
    case 'bank':
      return streamed(bankRows(context, span), bankColumns)
  }
}

/**
 * One export for the London days `from` to `to`, inclusive: orders by creation, carpools by
 * departure, trips by start, bookings by pick-up, movements by when they happened. The days are
 * optional except for these. Fails with validationFailed (`field`), or unavailable if
 * the first page cannot be read; a later one aborts the file. The export is recorded before
 * anything is sent.
 */
export async function openExport(
  context: NeedsToPay,
  name: ExportName,
  days: { from: string | null; to: string | null },
  language: Language,
  by: AdminId,
): Promise<Result<ExportFile>> {
  const { db, clock } = context
  const span = spanOf(name, days)
  if (!span.ok) return span
  const { header, pages } = fileOf(context, name, span.value, language)
  const first = await pages.next().catch((error: unknown) => {
    if (error instanceof Unavailable) return null
    throw error
  })
  if (!first) return fail('unavailable', { retryAfterSeconds: 5 })
  const after = { from: days.from ?? '', to: days.to ?? '' }
  await auditEntry(db, entryOf(clock, by, 'exported', name, { after }))
  const t = getT(language)
  const titles = header.map((column) => t(`admin:export.column.${column as Column}`))
  const title = ['neighbourhelp', name, days.from, days.to].filter(Boolean).join('-')
  return ok({ name: `${title}.csv`, body: csvStream(titles, withFirst(first, pages)) })
}

/**
 * The record of bookings of these days to print, at most `BOOKINGS_PRINTED`. It is recorded like
 * the file. Fails with validationFailed (`field`).
 */
export async function openBookings(
  { db, clock }: Needs<'db' | 'clock'>,
  days: { from: string; to: string },
  by: AdminId,
): Promise<Result<Booking[]>> {
  const span = spanOf('bookings', days)
  if (!span.ok) return span
  await auditEntry(db, entryOf(clock, by, 'exported', 'bookings', { after: days }))
  return ok(await pageOfBookings(db, span.value, null, BOOKINGS_PRINTED))
}

/**
 * The instants of a range of London days. A missing day means no bound, in exports that allow it.
 */
function spanOf(
  name: ExportName,
  { from, to }: { from: string | null; to: string | null },
): Result<Span> {
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === null && (name === 'ledger' || name === 'bank'))
      return fail('validationFailed', { field })
    if (day !== null && !isLondonDay(day)) return fail('validationFailed', { field })
  }
  if (from && to && (to < from || to >= addDays(from, EXPORT_DAYS_MAX)))
    return fail('validationFailed', { field: 'to' })
  const end = (day: LondonDay) => startOfLondonDay(addDays(day, 1))
  return ok({ from: from ? startOfLondonDay(from) : EVER.from, to: to ? end(to) : EVER.to })
}

const cellsOf = <Row>(columns: Columns<Row>, row: Row): Cell[] =>
  Object.values(columns).map((cell) => cell(row))

const keyset = <Row>(
  read: (last: Row | null) => PromiseLike<Row[]>,
  columns: Columns<Row>,
): File => ({ header: Object.keys(columns), pages: keysetPages(read, columns) })

async function* keysetPages<Row>(
  read: (last: Row | null) => PromiseLike<Row[]>,
  columns: Columns<Row>,
): Pages {
  for (let last: Row | null = null; ; ) {
    const rows: Row[] = await read(last)
    last = rows.at(-1) ?? null
    if (!last) return
    yield rows.map((row) => cellsOf(columns, row))
    if (rows.length < PAGE) return
  }
}

function streamed<Row>(pages: AsyncGenerator<Row[]>, columns: Columns<Row>): File {
  return { header: Object.keys(columns), pages: cellPages(pages, columns) }
}

async function* cellPages<Row>(pages: AsyncGenerator<Row[]>, columns: Columns<Row>): Pages {
  for await (const rows of pages) yield rows.map((row) => cellsOf(columns, row))
}

async function* withFirst(first: IteratorResult<Cell[][]>, rest: Pages): Pages {
  if (first.done) return
  yield first.value
  yield* rest
}

const amount = (pence: number | null): Cell => (pence === null ? null : { pence })
/** An instant in London time and in UTC, both in formats that spreadsheets parse. */
const london = (at: Instant | null): Cell => ({
  time: at === null ? null : londonWall(at).replace('T', ' '),
})
const utc = (at: Instant | null): Cell => ({
  time: at === null ? null : new Date(at).toISOString(),
})

type RowOf<F extends (...args: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<F>>[number]

const orderColumns = (t: T): Columns<RowOf<typeof pageOfOrders>> => ({
  order: (row) => row.id,
  kind: (row) => row.kind,
  user: (row) => row.userId,
  status: (row) => orderStatus(t, row.status, row.kind),
  payment: (row) => orderPayment(t, row),
  amount: (row) => amount(row.baseAmount),
  returned: (row) => amount(row.refundedAmount),
  owed: (row) => amount(row.refundOwed),
  currency: () => 'gbp',
  intent: (row) => row.intentId,
  boxes: (row) => row.estBoxNum,
  collection: (row) => ({ time: row.sendDate }),
  createdLondon: (row) => london(row.createdAt),
  createdUtc: (row) => utc(row.createdAt),
})

/** The columns of a place, for both kinds of group. */
const placeColumns = (t: T): Columns<RowOf<typeof pageOfCarpools> | RowOf<typeof pageOfTrips>> => ({
  user: (row) => row.userId,
  people: (row) => row.people,
  seat: (row) => seatOf(t, row.seat),
  leaving: (row) => row.leaving,
  deposit: (row) => depositNote(storyOfRow(row.status, row, row.owed), { t, format: formatOf(t) }),
  payment: (row) => row.paymentStatus,
  returned: (row) => amount(row.returnedAmount),
  owed: (row) => amount(row.owed.deposit + row.owed.balance),
})

const carColumns = (t: T, language: Language): Columns<RowOf<typeof pageOfCarpools>> => ({
  place: (row) => row.id,
  carpool: (row) => row.groupId,
  tripType: (row) => row.tripType,
  airport: (row) => (language === 'zh' ? row.airportNameZh : row.airportNameEn),
  departureLondon: (row) => london(row.carpoolAt),
  departureUtc: (row) => utc(row.carpoolAt),
  status: (row) => groupStatus(t, 'carpool', row.status),
  private: (row) => (row.private ? 1 : 0),
  ...placeColumns(t),
  intent: (row) => row.depositIntentId,
  balance: (row) => amount(row.balance),
  pointsWorth: (row) => amount(row.deducted),
  currency: () => 'gbp',
  points: (row) => row.points,
  createdLondon: (row) => london(row.createdAt),
  createdUtc: (row) => utc(row.createdAt),
})

const tripColumns = (t: T): Columns<RowOf<typeof pageOfTrips>> => ({
  place: (row) => row.id,
  trip: (row) => row.groupId,
  startLondon: (row) => london(row.tripStartAt),
  startUtc: (row) => utc(row.tripStartAt),
  endLondon: (row) => london(row.tripEndAt),
  endUtc: (row) => utc(row.tripEndAt),
  status: (row) => groupStatus(t, 'trip', row.status),
  ...placeColumns(t),
  balance: (row) => amount(row.balance),
  currency: () => 'gbp',
  createdLondon: (row) => london(row.createdAt),
  createdUtc: (row) => utc(row.createdAt),
})

/**
 * Everything a private-hire operator has to record of a booking, and columns that make it readable.
 */
const bookingColumns = (t: T): Columns<RowOf<typeof pageOfBookings>> => ({
  passenger: (row) => row.passenger,
  people: (row) => row.people,
  bookedLondon: (row) => london(row.bookedAt),
  bookedUtc: (row) => utc(row.bookedAt),
  pickUpLondon: (row) => london(row.pickUpAt),
  pickUpUtc: (row) => utc(row.pickUpAt),
  pickUp: (row) => row.pickUp,
  destination: (row) => row.destination,
  driver: (row) => row.driver,
  badge: (row) => row.badgeNo,
  plate: (row) => row.plate,
  licence: (row) => row.licenceNo,
  fare: (row) => amount(row.fare),
  takenBy: () => t('admin:export.takenOnline'),
  dispatchedBy: (row) => row.dispatcher ?? row.dispatchedBy,
  dispatchedLondon: (row) => london(row.dispatchedAt),
  dispatchedUtc: (row) => utc(row.dispatchedAt),
  booking: (row) => t(`admin:export.booking.${row.state}`),
  status: (row) =>
    row.status && groupStatus(t, isTripId(row.groupId) ? 'trip' : 'carpool', row.status),
  consentUtc: (row) => utc(row.consentAt),
  consent: (row) => ({ time: row.consentVersion }),
  place: (row) => row.id,
  group: (row) => row.groupId,
})
