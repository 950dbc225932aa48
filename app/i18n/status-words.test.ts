import { expect, test } from 'vitest'
import { GROUP_STATUSES } from '#app/group/rules/status.ts'
import { ORDER_STATUSES } from '#app/orders/rules/order.ts'
import { TRIP_STATUSES } from '#app/trip/rules/state.ts'
import { languages } from './languages.ts'
import { getT } from './server.ts'
import { groupStatus, orderStatus, seatOf } from './status-words.ts'

for (const language of languages) {
  const t = getT(language)
  test(`the console uses the students’ word for every state, and may only add to it (${language})`, () => {
    for (const status of GROUP_STATUSES)
      expect(groupStatus(t, 'carpool', status), status).toMatch(
        new RegExp(`^${t(`carpool:status.${status}`)}`),
      )
    for (const status of TRIP_STATUSES)
      expect(groupStatus(t, 'trip', status)).toBe(t(`trip:status.${status}`))
    for (const status of ORDER_STATUSES)
      for (const kind of ['mail', 'move'] as const)
        expect(orderStatus(t, status, kind)).toBe(t(`order:status.${status}`, { context: kind }))
  })

  test(`the console distinguishes two states that look the same to students (${language})`, () => {
    const words = GROUP_STATUSES.map((status) => groupStatus(t, 'carpool', status))
    expect(new Set(words).size).toBe(GROUP_STATUSES.length)
  })

  test(`an unknown state is shown as it is (${language})`, () => {
    expect(groupStatus(t, 'carpool', 'LATER')).toBe('LATER')
    expect(groupStatus(t, 'trip', 'LATER')).toBe('LATER')
    expect(orderStatus(t, 'later', 'mail')).toBe('later')
    expect(seatOf(t, 'later')).toBe('later')
  })
}
