import { expect, test } from 'vitest'
import { auditLog } from '#db/schema.ts'
import { api } from '#tests/worker/world/api.ts'
import { db } from '#tests/worker/world/services.ts'
import { newAdmin } from './kit.ts'

/** A day of the audit log is a London day, from its first millisecond to its last. */
test.each([
  ['in winter', '2026-02-10', '2026-02-10T00:00Z', '2026-02-11T00:00Z'],
  ['in summer', '2026-07-10', '2026-07-09T23:00Z', '2026-07-10T23:00Z'],
  ['of 23 hours', '2026-03-29', '2026-03-29T00:00Z', '2026-03-29T23:00Z'],
  ['of 25 hours', '2026-10-25', '2026-10-24T23:00Z', '2026-10-26T00:00Z'],
])('%s', async (_, day, start, end) => {
  const as = await newAdmin()
  const subject = `usr_${crypto.randomUUID()}`
  const edges = [Date.parse(start) - 1, Date.parse(start), Date.parse(end) - 1, Date.parse(end)]
  for (const [n, at] of edges.entries())
    await db.insert(auditLog).values({
      id: `${subject}:${n}`,
      at,
      adminId: as.id,
      action: 'userSuspended',
      subject,
      before: {},
      after: {},
    })
  const found = async (query: string) => {
    const { status, body } = await api('GET', `/admin/audit-log?subject=${subject}&${query}`, {
      as,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    // Responses are precise to the second.
    const seconds = edges.map((at) => Math.floor(at / 1000) * 1000)
    return body.items.map(({ at }: { at: string }) => seconds.indexOf(Date.parse(at))).sort()
  }
  expect(await found(`from=${day}&to=${day}`)).toEqual([1, 2])
  expect(await found(`from=${day}`)).toEqual([1, 2, 3])
  expect(await found(`to=${day}`)).toEqual([0, 1, 2])
})
