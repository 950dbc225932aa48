import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createAllObjects, LOCATION } from '#app/group/service/group-objects.server.ts'

test('D1 is created where objects are', () => {
  for (const file of ['docs/deploy.md', 'docs/deploy.zh.md'])
    expect(readFileSync(file, 'utf8')).toContain(`d1 create neighbourhelp --location ${LOCATION}`)
})

test('every object is asked for there', async () => {
  const asked: unknown[] = []
  const namespace = {
    getByName(...how: unknown[]) {
      asked.push(how)
      return { snapshot: async () => null } as never
    },
  }
  const { of } = createAllObjects({ CARPOOL: namespace, TRIP: namespace })
  await Promise.all([of('car_a').snapshot('car_a'), of('trip_a').snapshot('trip_a')])
  expect(asked).toEqual([
    ['car_a', { locationHint: LOCATION }],
    ['trip_a', { locationHint: LOCATION }],
  ])
})
