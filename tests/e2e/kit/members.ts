import { sql } from './database.ts'
import type { Student } from './people.ts'

/** Makes a student an approved member, as an administrator would, with or without points. */
export function makeMember({ phone }: Student, points?: number): void {
  const approve = `update users set account_type = 'MEMBER', auth = 'APPROVED', flat_name = 'Nova',
    flat_number = '1' where phone = '${phone}'`
  sql(points === undefined ? approve : `${approve}; ${pointsFor(phone, points)}`)
}

export const givePoints = ({ phone }: Student, points: number): void =>
  sql(pointsFor(phone, points))

function pointsFor(phone: string, points: number): string {
  const id = `pts_${crypto.randomUUID()}`
  return `insert into points_ledger (id, user_id, operation_id, kind, points, params, description, created_at)
    select '${id}', id, '${id}', 'allocated', ${points}, '{}', 'welcome', created_at from users
    where phone = '${phone}'`
}
