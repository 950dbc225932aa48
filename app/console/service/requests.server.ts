import { readListed } from '#app/audit/audit.server.ts'
import { findWhom, findWithPerson, listRequests } from '#app/console/rows/requests.server.ts'
import type { AdminScope } from '#app/kernel/admin.ts'
import { cutPage, type PageOf, readCursor } from '#app/kernel/cursor.ts'
import type { AdminId, ParticipantId, RequestId, UserId } from '#app/kernel/id.ts'
import { batchRead } from '#app/platform/batch-reads.server.ts'
import type { Needs } from '#app/platform/resources.server.ts'
import { listRequestsAbout, type RequestRow } from '#app/requests/rows/requests.server.ts'

/** A request with its student's name; null once the account is closed. */
export type AdminRequest = RequestRow & { name: string | null }

/** Whom to ask for money, and about what: nobody pays for what is not theirs. */
export type Whom = {
  userId: UserId
  name: string
  subjectId: string | null
  participantId: ParticipantId | null
}

/** The scope that asking about something needs. */
export const scopeOf = (about: {
  subjectId: string | null
  participantId: string | null
}): AdminScope => (about.participantId ? 'groups' : about.subjectId ? 'orders' : 'members')

/** The student that an address names, by `user`, `about` (an order) or `place`; null: nobody. */
export async function readWhom({ db }: Needs<'db'>, search: URLSearchParams): Promise<Whom | null> {
  const of = (name: string) => search.get(name) ?? ''
  const ref = { user: of('user'), about: of('about'), place: of('place') }
  const [found] = await batchRead(db, findWhom(db, ref))
  if (!found) return null
  const { userId, name, groupId } = found
  const participantId = groupId ? (ref.place as ParticipantId) : null
  return { userId, name, subjectId: groupId ?? (ref.about || null), participantId }
}

/** Everything asked about an order or a group, newest first. */
export const readRequestsAbout = ({ db }: Needs<'db'>, subjectId: string): Promise<RequestRow[]> =>
  batchRead(db, listRequestsAbout(db, subjectId))

export const newRequestId = (): RequestId => `req_${crypto.randomUUID().replaceAll('-', '')}`

export async function readRequest({ db }: Needs<'db'>, id: string): Promise<AdminRequest | null> {
  const [found] = await batchRead(db, findWithPerson(db, id))
  return found ?? null
}

/** One page of all requests, newest first, or of the unpaid ones, longest waiting first. */
export async function browseRequests(
  context: Needs<'db' | 'clock' | 'config'>,
  by: AdminId,
  { openOnly, cursor, limit }: { openOnly: boolean; cursor?: string; limit: number },
): Promise<PageOf<AdminRequest>> {
  const after = readCursor(cursor)
  const query = listRequests(context.db, { openOnly, after, limit: limit + 1 })
  const shown = { by, list: 'requests', filter: { openOnly, cursor }, search: '', limit } as const
  const rows = await readListed(context, shown, query)
  return cutPage(rows, limit, ({ id, askedAt }) => ({ at: askedAt, id }))
}
