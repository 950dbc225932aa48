import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { OPEN_HOLDS_PER_USER } from '#app/kernel/limits.ts'
import { users } from '#db/schema.ts'
import { api, joinPayload, openCarpool } from '#tests/worker/world/api.ts'
import { newStudent, type Student } from '#tests/worker/world/people.ts'
import { db, ORIGIN } from '#tests/worker/world/services.ts'
import { BASE_PATH } from '#workers/paths.ts'

/**
 * Services are made once per isolate; what they learn during one request stays with that request.
 */

afterEach(() => vi.restoreAllMocks())

const join = (as: Student, id: string) =>
  api('POST', `/carpool/${id}/join`, { as, json: joinPayload() })

test('simultaneous requests log under their own ids and show their own people', async () => {
  const people = await Promise.all(
    ['陈一', '陈二', '陈三', '陈四'].map(async (name) => {
      const student = await newStudent()
      await db.update(users).set({ name }).where(eq(users.id, student.id))
      return { name, student }
    }),
  )
  const lines = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const pages = await Promise.all(
    people.map(async ({ name, student }) => {
      const headers = { Cookie: `sid=${student.token}` }
      const page = await exports.default.fetch(`${ORIGIN}${BASE_PATH}profile`, { headers })
      return { name, text: await page.text(), id: page.headers.get('X-Request-Id') }
    }),
  )
  for (const { name, text } of pages)
    expect(people.filter((one) => text.includes(one.name)).map((one) => one.name)).toEqual([name])
  const logged = lines.mock.calls.flat().map((line) => JSON.parse(line).requestId)
  expect(new Set(logged)).toEqual(new Set(pages.map(({ id }) => id)))
  expect(logged).toHaveLength(people.length)
})

test('of simultaneous joins, only those of a student with too many places on hold are refused', async () => {
  const full = await newStudent()
  const openOne = async () => (await openCarpool(await newStudent(), { maxPassengers: 5 })).id
  for (let count = 0; count < OPEN_HOLDS_PER_USER; count++)
    expect((await join(full, await openOne())).status).toBe(201)
  const last = await openOne()
  for (let time = 0; time < 3; time++) {
    const free = await newStudent()
    const answers = await Promise.all([join(full, last), join(free, last), join(full, last)])
    expect(answers.map(({ status }) => status)).toEqual([429, 201, 429])
  }
})
