import type { AdminId } from '#app/domain/id.ts'
import { EXPORT_DAYS_MAX } from '#app/domain/limits.ts'
import { fail, ok, type Result } from '#app/domain/result.ts'
import {
  addDays,
  type Clock,
  type Instant,
  isLondonDay,
  type LondonDay,
  londonWall,
  startOfLondonDay,
} from '#app/domain/time.ts'
import type { Language } from '#app/i18n/languages.ts'
import { getT, type T } from '#app/i18n/server.ts'
import { groupStatus, orderStatus, seatOf } from '#app/i18n/status-words.ts'
import type { Payments } from '#app/services/payments/payments.server.ts'
import type { Db } from '#db/db.ts'
import { auditEntry } from '#db/queries/audit.ts'
import { pageOfCarpools, pageOfOrders, pageOfTrips, type Span } from '#db/queries/exports.ts'
import { type Cell, csvStream } from './csv.server.ts'

/** The files that can be exported for accounting. */
export const EXPORTS = ['orders', 'carpools', 'trips', 'payments'] as const
export type ExportName = (typeof EXPORTS)[number]
export const isExport = (name: string): name is ExportName => EXPORTS.includes(name as ExportName)

export type ExportFile = { name: string; body: ReadableStream<Uint8Array> }

/** A file as a response that a browser saves. */
export const csvResponse = ({ name, body }: ExportFile): Response =>
  new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })

/** Rows per read. */
const PAGE = 500
/** From before the first record to after the last: an export without bounds covers everything. */
const EVER: Span = { from: 0, to: Date.UTC(9999, 0, 1) }

const COLUMNS = {
  orders: [
    'order',
    'kind',
    'user',
    'status',
    'payment',
    'amount',
    'currency',
    'intent',
    'boxes',
    'collection',
    'createdLondon',
    'createdUtc',
  ],
  carpools: [
    'place',
    'carpool',
    'tripType',
    'airport',
    'departureLondon',
    'departureUtc',
    'status',
    'private',
    'user',
    'people',
    'seat',
    'leaving',
    'deposit',
    'payment',
    'intent',
    'balance',
    'pointsWorth',
    'currency',
    'points',
    'createdLondon',
    'createdUtc',
  ],
  trips: [
    'place',
    'trip',
    'startLondon',
    'startUtc',
    'endLondon',
    'endUtc',
    'status',
    'user',
    'people',
    'seat',
    'leaving',
    'deposit',
    'payment',
    'balance',
    'currency',
    'createdLondon',
    'createdUtc',
  ],
  payments: [
    'intent',
    'purpose',
    'subject',
    'place',
    'user',
    'status',
    'amount',
    'captured',
    'refunded',
    'fee',
    'currency',
    'createdLondon',
    'createdUtc',
    'capturedLondon',
    'capturedUtc',
  ],
} as const satisfies Record<ExportName, readonly string[]>

type Deps = { db: Db; clock: Clock; payments: Pick<Payments, 'records'> }
type Pages = AsyncGenerator<Cell[][]>

/**
 * Files for accounting. They identify people only by id: accounting has to tell payers apart and
 * find a payment again, not know who they are, and closing an account cannot erase a file that was
 * already downloaded. `payments`, read from the provider, says what was paid; the other exports say
 * what for.
 */
export function createAdminExports({ db, clock, payments }: Deps) {
  const pagesOf = (name: ExportName, span: Span, language: Language): Pages => {
    switch (name) {
      case 'orders':
        return keyset((after) => pageOfOrders(db, span, after, PAGE), orderCells(getT(language)))
      case 'carpools':
        return keyset(
          (after) => pageOfCarpools(db, span, after, PAGE),
          carCells(getT(language), language),
        )
      case 'trips':
        return keyset((after) => pageOfTrips(db, span, after, PAGE), tripCells(getT(language)))
      case 'payments':
        return paymentPages(payments, span)
    }
  }

  return {
    /**
     * One export for the London days `from` to `to`, inclusive: orders by creation, carpools by
     * departure, trips by start, payments by when they were begun. The days are optional except for
     * payments. Fails with validationFailed (`field`), or unavailable if the first page cannot be
     * read; a later one aborts the file. The export is recorded before anything is sent.
     */
    async open(
      name: ExportName,
      days: { from: string | null; to: string | null },
      language: Language,
      by: AdminId,
    ): Promise<Result<ExportFile>> {
      const span = spanOf(name, days)
      if (!span.ok) return span
      const pages = pagesOf(name, span.value, language)
      const first = await pages.next().catch((error: unknown) => {
        if (error instanceof Unavailable) return null
        throw error
      })
      if (!first) return fail('unavailable', { retryAfterSeconds: 5 })
      const entry = { at: clock.now(), adminId: by, action: 'exported' as const, subject: name }
      await auditEntry(db, {
        ...entry,
        before: null,
        after: { from: days.from ?? '', to: days.to ?? '' },
      })
      const t = getT(language)
      const header = COLUMNS[name].map((column) => t(`admin:export.column.${column}`))
      const title = ['neighbourhelp', name, days.from, days.to].filter(Boolean).join('-')
      return ok({ name: `${title}.csv`, body: csvStream(header, withFirst(first, pages)) })
    },
  }
}

/** The provider did not answer. */
class Unavailable extends Error {}

/**
 * The instants of a range of London days. A missing day means no bound, in exports that allow it.
 */
function spanOf(
  name: ExportName,
  { from, to }: { from: string | null; to: string | null },
): Result<Span> {
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === null && name === 'payments') return fail('validationFailed', { field })
    if (day !== null && !isLondonDay(day)) return fail('validationFailed', { field })
  }
  if (from && to && (to < from || to >= addDays(from, EXPORT_DAYS_MAX)))
    return fail('validationFailed', { field: 'to' })
  const end = (day: LondonDay) => startOfLondonDay(addDays(day, 1))
  return ok({ from: from ? startOfLondonDay(from) : EVER.from, to: to ? end(to) : EVER.to })
}

async function* keyset<R extends { rowid: number }>(
  read: (after: number) => PromiseLike<R[]>,
  cells: (row: R) => Cell[],
): Pages {
  for (let after = 0; ; ) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(cells)
    if (rows.length < PAGE) return
    after = last.rowid
  }
}

async function* paymentPages(payments: Deps['payments'], span: Span): Pages {
  let after: string | null = null
  do {
    const page = await payments.records(span, after)
    if (!page.ok) throw new Unavailable('the provider does not list its payments')
    yield page.value.records.map((p) => [
      p.intentId,
      p.purpose,
      p.subjectId,
      p.participantId,
      p.userId,
      p.status,
      amount(p.amount),
      amount(p.captured),
      amount(p.refunded),
      amount(p.fee),
      p.currency,
      ...times(p.createdAt),
      ...times(p.capturedAt),
    ])
    after = page.value.next
  } while (after)
}

async function* withFirst(first: IteratorResult<Cell[][]>, rest: Pages): Pages {
  if (first.done) return
  yield first.value
  yield* rest
}

const amount = (pence: number | null): Cell => (pence === null ? null : { pence })
/** An instant in London time and in UTC, both in formats that spreadsheets parse. */
const times = (at: Instant | null): [Cell, Cell] =>
  at === null ? [null, null] : [londonWall(at).replace('T', ' '), new Date(at).toISOString()]

type RowOf<F extends (...args: never[]) => PromiseLike<unknown[]>> = Awaited<ReturnType<F>>[number]

const orderCells =
  (t: T) =>
  (row: RowOf<typeof pageOfOrders>): Cell[] => [
    row.id,
    row.kind,
    row.userId,
    orderStatus(t, row.status),
    t(`admin:order.payment.${row.payment}`),
    amount(row.baseAmount),
    'gbp',
    row.intentId,
    row.estBoxNum,
    row.sendDate,
    ...times(row.createdAt),
  ]

const carCells =
  (t: T, language: Language) =>
  (row: RowOf<typeof pageOfCarpools>): Cell[] => [
    row.id,
    row.carpoolId,
    row.tripType,
    language === 'zh' ? row.airportNameZh : row.airportNameEn,
    ...times(row.carpoolAt),
    groupStatus(t, 'carpool', row.status),
    row.private ? 1 : 0,
    row.userId,
    row.people,
    seatOf(t, row.seat),
    row.leaving,
    row.depositStatus,
    row.paymentStatus,
    row.depositIntentId,
    amount(row.balance),
    amount(row.deducted),
    'gbp',
    row.points,
    ...times(row.createdAt),
  ]

const tripCells =
  (t: T) =>
  (row: RowOf<typeof pageOfTrips>): Cell[] => [
    row.id,
    row.tripId,
    ...times(row.tripStartAt),
    ...times(row.tripEndAt),
    groupStatus(t, 'trip', row.status),
    row.userId,
    row.people,
    seatOf(t, row.seat),
    row.leaving,
    row.depositStatus,
    row.paymentStatus,
    amount(row.balance),
    'gbp',
    ...times(row.createdAt),
  ]
