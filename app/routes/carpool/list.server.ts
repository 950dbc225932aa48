import { orNull } from '#app/http/part.server.ts'
import { carpoolListSchema } from '#app/schemas/carpool.server.ts'
import type { AppContext } from '#app/services/context.server.ts'

const PAGE_SIZE = 20

/** The list's filters as an address says them; what makes no sense is left out, so that an old link still works. */
export function readFilters(url: URL) {
  const given = Object.fromEntries([...url.searchParams].filter(([, value]) => value.trim() !== ''))
  const raw: Record<string, unknown> = { tripType: 'PICKUP', ...given, limit: PAGE_SIZE }
  delete raw.status
  const parsed = carpoolListSchema.safeParse(raw)
  if (parsed.success) return parsed.data
  for (const { path } of parsed.error.issues) delete raw[String(path[0])]
  return carpoolListSchema.parse({ tripType: 'PICKUP', ...raw })
}

/** Everything the carpool page shows. A list or table that could not be read is null. */
export async function readListPage(context: AppContext, url: URL) {
  const filters = readFilters(url)
  const { user } = await context.viewer()
  const { catalog, carpools } = context
  const [page, prices, descriptions, held] = await Promise.all([
    orNull(context, 'list', carpools.list(filters, user)),
    orNull(context, 'prices', catalog.priceMatrices()),
    orNull(context, 'descriptions', catalog.serviceDescriptions('carpool', context.language)),
    user ? orNull(context, 'records', carpools.records(user)) : null,
  ])
  return {
    filters,
    page,
    prices,
    descriptions: descriptions ?? [],
    /** A seat of hers that still waits for its deposit. */
    held: held?.find((record) => record.seat === 'held') ?? null,
    now: context.clock.now(),
  }
}
