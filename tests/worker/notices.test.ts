import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { insertNotice } from '#app/notices/rows/notices.server.ts'
import {
  markAllRead,
  markRead,
  readNotices,
  readUnread,
} from '#app/notices/service/notices.server.ts'
import { users } from '#db/schema.ts'
import { newStudent, student } from '#tests/worker/world/people.ts'
import { db, services } from '#tests/worker/world/services.ts'
import { aboutOf, tell } from './notices-kit.ts'

/** Students' notices, as the bell and the list show them. */

const zh = getT('zh')
const en = getT('en')
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

test('the bell counts unread notices; only bad news that asks for nothing is news', async () => {
  const { id } = await newStudent()
  await tell(id, 'groupPaid')
  await tell(id, 'depositReleased')
  const bad = await tell(id, 'memberRejected', {})
  await db.update(users).set({ auth: 'REJECTED' }).where(eq(users.id, id))
  expect(await readUnread(services, { id }, zh)).toMatchObject({ unread: 3, news: [{ id: bad }] })
  await markRead(services, id, [bad])
  expect(await readUnread(services, { id }, zh)).toMatchObject({ unread: 2, news: [] })
})
test('outdated notices are listed as past, neither unread nor above the page', async () => {
  const { id } = student()
  const told = await tell(id, 'depositReleased', await aboutOf(id, 'groupPaid'))
  expect(await readUnread(services, { id }, zh)).toEqual({ unread: 0, news: [] })
  const { items } = await readNotices(services, { id }, en, null)
  expect(items).toMatchObject([
    {
      id: told,
      verdict: 'over',
      unread: false,
      tone: 'info',
      title: 'Your bank had released your deposit',
    },
  ])
})
test('the list has all notices, newest first, and pages neither repeat nor omit any', async () => {
  const { id } = student()
  const told: string[] = []
  const about = await aboutOf(id, 'groupPaid')
  // Two at each moment, so that a page ends between two with the same time.
  for (let i = 0; i < 45; i++)
    told.push(await tell(id, 'groupPaid', about, 1000 + Math.floor(i / 2)))
  await markRead(services, id, told.slice(0, 3))
  const seen: string[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const page = await readNotices(services, { id }, zh, cursor)
    seen.push(...idsOf(page.items))
    sizes.push(page.items.length)
    expect(page.items.every(({ at }, i, all) => i === 0 || at <= (all[i - 1]?.at ?? 0))).toBe(true)
    cursor = page.next
  } while (cursor)
  expect(sizes).toEqual([20, 20, 5])
  expect(seen.toSorted()).toEqual(told.toSorted())
})
test('an invalid cursor shows the first page', async () => {
  const { id } = student()
  const told = await tell(id)
  expect(idsOf((await readNotices(services, { id }, zh, 'nonsense')).items)).toEqual([told])
})
test('a notice is marked as read, but never another student’s', async () => {
  const { id } = student()
  const told = await tell(id)
  await markRead(services, student().id, [told])
  expect((await readUnread(services, { id }, zh)).unread).toBe(1)
  await markRead(services, id, [told])
  expect((await readUnread(services, { id }, zh)).unread).toBe(0)
  expect((await readNotices(services, { id }, zh, null)).items[0]?.unread).toBe(false)
})
test('a notice repeated after it was read stays read', async () => {
  const { id: userId } = student()
  const notice = {
    id: `groupComplete:${crypto.randomUUID()}`,
    userId,
    code: 'groupComplete',
    createdAt: 1000,
  }
  const params = await aboutOf(userId, 'groupComplete')
  await insertNotice(db, { ...notice, params })
  await markRead(services, userId, [notice.id])
  await insertNotice(db, { ...notice, params })
  expect((await readUnread(services, { id: userId }, zh)).unread).toBe(0)
})

test('marking all as read leaves out notices that arrive later', async () => {
  const { id } = student()
  const { id: other } = student()
  await tell(id, 'groupPaid', undefined, 1000)
  await tell(id, 'groupPaid', undefined, 2000)
  const later = await tell(id, 'groupPaid', undefined, 2001)
  await tell(other, 'groupPaid', undefined, 1000)
  await markAllRead(services, id, 2000)
  const { items } = await readNotices(services, { id }, zh, null)
  expect(idsOf(items.filter(({ unread }) => unread))).toEqual([later])
  expect((await readUnread(services, { id: other }, zh)).unread).toBe(1)
})
test('a notice of a newer version is kept but neither counted nor shown', async () => {
  const { id } = student()
  await tell(id, 'somethingNew', {})
  await tell(id, 'toString', {})
  expect(await readUnread(services, { id }, zh)).toEqual({ unread: 0, news: [] })
  expect((await readNotices(services, { id }, zh, null)).items).toEqual([])
})
