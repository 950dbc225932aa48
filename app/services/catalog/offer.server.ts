import type { AirportId } from '#app/domain/id.ts'
import type { Reads } from '#app/services/platform/reads.server.ts'
import { perRequest } from '#app/services/platform/request-scope.server.ts'
import type { Db } from '#db/db.ts'
import { offerStatements, selectOfferVersion } from '#db/queries/catalog.ts'

type Statements = ReturnType<typeof offerStatements>
/** All that is on offer, as it was at one moment. Shared by requests: nobody changes it. */
export type Offer = { readonly [Part in keyof Statements]: Awaited<Statements[Part]> }

/** What this isolate has read of each database, and the version that it was then. */
const kept = new WeakMap<object, { version: number; offer: Offer }>()

export type OfferReader = ReturnType<typeof createOffer>

/**
 * What is on offer, read once per request. It seldom changes and is much to read, so it is kept;
 * but nothing is said that is not so any more, since each request asks in the round trip that it
 * makes anyway whether the version is still the one that was kept.
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
    // The version first: should the parts be read one by one, a write between them must not be
    // taken for known.
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
    /** The offer as it is. */
    read: (): Promise<Offer> => (inRequest().current ??= read()),

    /**
     * The offer as it was when it was last read here: a guess that has to be compared with what
     * `read` gives. Null: never read.
     */
    guess: (): Offer | null => kept.get(db.$client)?.offer ?? null,
  }
}

/** The airports that have a text in a name of theirs; undefined when all have. */
export function airportsNamed({ airports }: Offer, text: string): AirportId[] | undefined {
  const part = text.toLowerCase()
  const found = airports.filter(({ nameZh, nameEn }) =>
    [nameZh, nameEn].some((name) => name.toLowerCase().includes(part)),
  )
  return found.length === airports.length ? undefined : found.map(({ id }) => id)
}
