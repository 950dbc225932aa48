import type { UserId } from '#app/kernel/id.ts'
import type { Db } from '#db/db.ts'
import { inList } from '#db/lists.ts'
import { users } from '#db/schema.ts'

/** A user's details as administrators need them. */
export type Person = { id: UserId; name: string; phone: string; wechat: string }

/** The members of a group. */
export const listPeople = (db: Db, ids: UserId[]): Promise<Person[]> =>
  db
    .select({ id: users.id, name: users.name, phone: users.phone, wechat: users.wechat })
    .from(users)
    .where(inList(users.id, ids))
    .all()
