import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { ParticipantId, UserId } from '#app/kernel/id.ts'
import type { Instant } from '#app/kernel/time.ts'
import type { Db } from '#db/db.ts'
import { groups, participants, rideContacts, users } from '#db/schema.ts'

const mine = alias(participants, 'mine')

/** A confirmed place. Literals, for the index of confirmed places. */
const isTaken = (place: typeof participants | typeof mine) => sql`${place.seat} = 'taken'`
const own = (id: ParticipantId, userId: UserId) =>
  and(eq(mine.id, id), eq(mine.userId, userId), isTaken(mine))

/**
 * A user's own confirmed place: its group's status and departure, and what others may see of the
 * user.
 */
export const findOwnContact = (db: Db, id: ParticipantId, userId: UserId) =>
  db
    .select({
      groupId: mine.groupId,
      status: groups.status,
      departureAt: groups.departureAt,
      showWechat: rideContacts.showWechat,
      showPhone: rideContacts.showPhone,
    })
    .from(mine)
    .innerJoin(groups, eq(groups.id, mine.groupId))
    .leftJoin(rideContacts, eq(rideContacts.participantId, mine.id))
    .where(own(id, userId))
export type OwnContactRow = Awaited<ReturnType<typeof findOwnContact>>[number]

/**
 * The other confirmed places of the same group. A contact is read only if its owner shows it, so no
 * other column of an account leaves the database.
 */
export const listCompanions = (db: Db, id: ParticipantId, userId: UserId) =>
  db
    .select({
      name: users.name,
      party: participants.party,
      wechat: sql<string | null>`iif(${rideContacts.showWechat}, ${users.wechat}, null)`,
      phone: sql<string | null>`iif(${rideContacts.showPhone}, ${users.phone}, null)`,
    })
    .from(mine)
    .innerJoin(participants, and(eq(participants.groupId, mine.groupId), isTaken(participants)))
    .innerJoin(users, eq(users.id, participants.userId))
    .leftJoin(rideContacts, eq(rideContacts.participantId, participants.id))
    .where(and(own(id, userId), ne(participants.id, mine.id)))
    .orderBy(participants.createdAt, participants.id)
export type CompanionRow = Awaited<ReturnType<typeof listCompanions>>[number]

/** The names of all confirmed places of the same group. */
export const listNames = (db: Db, id: ParticipantId, userId: UserId) =>
  db
    .select({ id: participants.id, name: users.name })
    .from(mine)
    .innerJoin(participants, and(eq(participants.groupId, mine.groupId), isTaken(participants)))
    .innerJoin(users, eq(users.id, participants.userId))
    .where(own(id, userId))

/** Stores what the others may see of the user's own place. */
export const saveContact = (
  db: Db,
  row: typeof rideContacts.$inferInsert & { changedAt: Instant },
) =>
  db
    .insert(rideContacts)
    .values(row)
    .onConflictDoUpdate({ target: rideContacts.participantId, set: row })

/** What a user lets others see, place by place. */
export const listContactsOf = (db: Db, userId: UserId) =>
  db.select().from(rideContacts).where(eq(rideContacts.userId, userId))
