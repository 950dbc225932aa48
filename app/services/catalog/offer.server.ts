import type { AirportId } from '#app/domain/id.ts'
import type { Reads } from '#app/services/platform/reads.server.ts'
import { perRequest } from '#app/services/platform/request-scope.server.ts'
import type { Db } from '#db/db.ts'
import { offerStatements, selectOfferVersion } from '#db/queries/catalog.ts'

type Statements = ReturnType<typeof offerStatements>
/** Everything on offer at one moment. Shared between requests: must not be modified. */
export type Offer = { readonly [Part in keyof Statements]: Awaited<Statements[Part]> }

/** What this isolate last read from each database, and at which version. */
const kept = new WeakMap<object, { version: number; offer: Offer }>()

export type OfferReader = ReturnType<typeof createOffer>

/**
 * What is on offer, read once per request. It is large and rarely changes, so it is cached; but it
 * is never served stale, since each request checks the cached version as part of a round trip it
 * makes anyway.
 */
export function createOffer({ db, reads }: { db: Db; reads: Reads }) {
  const inRequest = perRequest((): { current?: Promise<Offer> } => ({}))

  async function read(): Promise<Offer> {
    const known = kept.get(db.$client)
    if (known) {
      const [row] = await reads(selectOfferVersion(db))
      if (row?.version === known.version) return known.offer
    }
    const statements = offerStatements(db)
    // Version first: if the parts are read one by one, a write in between must not be mistaken for
    // already read.
    const [[row], airports, prices, periods, descriptions] = await Promise.all([
      reads(selectOfferVersion(db)),
      reads(statements.airports),
      reads(statements.prices),
      reads(statements.periods),
      reads(statements.descriptions),
    ])
    const offer = { airports, prices, periods, descriptions }
    if (row) kept.set(db.$client, { version: row.version, offer })
    return offer
  }

  return {
    /** The current offer. */
    read: (): Promise<Offer> => (inRequest().current ??= read()),

    /**
     * The offer as last read by this isolate: a guess to be compared with what `read` returns.
     * Null: never read.
     */
    guess: (): Offer | null => kept.get(db.$client)?.offer ?? null,
  }
}

/** The airports with a text in one of their names; undefined when all match. */
export function airportsNamed({ airports }: Offer, text: string): AirportId[] | undefined {
  const part = text.toLowerCase()
  const found = airports.filter(({ nameZh, nameEn }) =>
    [nameZh, nameEn].some((name) => name.toLowerCase().includes(part)),
  )
  return found.length === airports.length ? undefined : found.map(({ id }) => id)
}
