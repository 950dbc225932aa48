import { readListed } from '#app/audit/audit.server.ts'
import {
  listNextRides,
  type NextRide,
  type SearchQuery,
  searchFlights,
  searchGroups,
  searchOrders,
  searchUsers,
} from '#app/console/rows/search.server.ts'
import {
  type DriverRow,
  selectDrivers,
  selectVehicles,
  type VehicleRow,
} from '#app/features/ride/rows/fleet.server.ts'
import type { GroupKind } from '#app/group/rules/group-name.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { DRIVE_UNTIL_MS } from '#app/kernel/limits.ts'
import { HITS_MAX, isPerson, isPlate, type Search, searchFor } from '#app/kernel/search.ts'
import { addDays, londonDay } from '#app/kernel/time.ts'
import type { Payments } from '#app/payments/service/payments.server.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import type { Admin } from './accounts.server.ts'
import { type GroupRow, groupRow } from './group-views.server.ts'
import { userSearch } from './members.server.ts'
import { orderSearch } from './orders.server.ts'
import { type FoundPayment, findPayment } from './payment-checks.server.ts'

/** How far back flights are searched: numbers repeat every day. */
const FLIGHT_DAYS = 30
/** Number of next rides shown per vehicle or driver. */
const RIDES_SHOWN = 3

/** A vehicle or a driver, with its next rides. */
type Crew = { id: string; name: string; rides: NextRide[] }

export type Hits = {
  users: Awaited<ReturnType<typeof searchUsers>>
  carpools: GroupRow[]
  trips: GroupRow[]
  orders: Awaited<ReturnType<typeof searchOrders>>
  vehicles: Crew[]
  drivers: Crew[]
  payments: FoundPayment[]
  /** The search needed Stripe, which did not answer. */
  isDown: boolean
}
type Kind = Exclude<keyof Hits, 'isDown'>

/** The kinds that an id's prefix can name; other texts may match any of these. */
const KINDS: Record<Extract<Search, { kind: 'id' }>['of'], Kind[]> = {
  user: ['users', 'carpools', 'trips'],
  carpool: ['carpools'],
  trip: ['trips'],
  place: ['carpools', 'trips'],
  order: ['orders'],
  vehicle: ['vehicles'],
  driver: ['drivers'],
  provider: ['payments'],
}
const BY_TEXT: Kind[] = ['users', 'carpools', 'trips', 'orders', 'vehicles', 'drivers']

/** The scopes for each kind; one of them is needed. */
const SCOPES: Record<Kind, AdminScope[]> = {
  users: ['members'],
  carpools: ['groups', 'dispatch'],
  trips: ['groups', 'dispatch'],
  orders: ['orders'],
  vehicles: ['dispatch'],
  drivers: ['dispatch'],
  payments: ['records'],
}

async function findPayments(
  context: Needs<'db'> & { payments: Payments },
  id: string,
): Promise<Pick<Hits, 'payments' | 'isDown'>> {
  const found = await findPayment(context, id)
  if (found.ok) return { payments: [found.value], isDown: false }
  return { payments: [], isDown: found.error.code !== 'notFound' }
}

/** The first matches with their next rides: a second round trip only if there are any. */
async function withRides(
  { clock, db }: Needs<'db' | 'clock'>,
  vehicles: VehicleRow[],
  drivers: DriverRow[],
): Promise<Pick<Hits, 'vehicles' | 'drivers'>> {
  const found = [vehicles.slice(0, HITS_MAX), drivers.slice(0, HITS_MAX)] as const
  const ids = found.flat().map(({ id }) => id)
  const after = clock.now() - DRIVE_UNTIL_MS
  const rides = ids.length > 0 ? await listNextRides(db, ids, after) : []
  const ridesOf = (id: string) => rides.filter(({ of }) => of === id).slice(0, RIDES_SHOWN)
  return {
    vehicles: found[0].map(({ id, plate }) => ({ id, name: plate, rides: ridesOf(id) })),
    drivers: found[1].map(({ id, name }) => ({ id, name, rides: ridesOf(id) })),
  }
}

/**
 * Everything that an administrator may find; results that show people are audited. Returns null if
 * the text is too short. One round trip to the database, two if a vehicle or a driver is found; or
 * one request to Stripe.
 */
export async function searchAll(
  context: Needs<'db' | 'clock' | 'config'> & { payments: Payments },
  typed: string,
  { id: by, scopes }: Pick<Admin, 'id' | 'scopes'>,
): Promise<Hits | null> {
  const { clock, db } = context
  const search = searchFor(typed)
  const text = search?.kind === 'phone' ? search.phone : typed
  const [user, order] = [userSearch(text), orderSearch(text)]
  if (!search || !user || !order) return null
  const since = addDays(londonDay(clock.now()), -FLIGHT_DAYS)
  const q: SearchQuery = { search, user, order, since, limit: HITS_MAX }
  const kinds = search.kind === 'id' ? KINDS[search.of] : BY_TEXT
  const asks = (kind: Kind) =>
    kinds.includes(kind) && SCOPES[kind].some((scope) => scopes.includes(scope))
  const flight = search.kind === 'text' ? search.flight : null
  const id = search.kind === 'id' ? search.id : ''
  const groupsOf = async (kind: GroupKind) => {
    const [onFlight, named] = await Promise.all([
      flight ? batchRead(db, searchFlights(db, kind, flight, q)) : [],
      batchRead(db, searchGroups(db, kind, q)),
    ])
    return once([...onFlight, ...named]).map(groupRow)
  }
  const listed = (of: 'users' | 'orders') =>
    ({ by, list: 'search', filter: { of }, search: text, limit: HITS_MAX }) as const
  const [users, carpools, trips, orders, vehicles, drivers, paid] = await Promise.all([
    asks('users') ? readListed(context, listed('users'), searchUsers(db, q)) : [],
    asks('carpools') ? groupsOf('carpool') : [],
    asks('trips') ? groupsOf('trip') : [],
    asks('orders') ? readListed(context, listed('orders'), searchOrders(db, q)) : [],
    asks('vehicles') ? batchRead(db, selectVehicles(db)) : [],
    asks('drivers') ? batchRead(db, selectDrivers(db)) : [],
    asks('payments') ? findPayments(context, id) : { payments: [], isDown: false },
  ])
  const crew = await withRides(
    context,
    vehicles.filter((one) => (id ? one.id === id : isPlate(one.plate, text))),
    drivers.filter((one) => (id ? one.id === id : isPerson(one, text))),
  )
  return { users, carpools, trips, orders, ...crew, ...paid }
}

const once = <Row extends { id: string }>(rows: Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]
