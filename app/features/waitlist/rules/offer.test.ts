import { expect, test } from 'vitest'
import { asOthersSee, withOffered } from './offer.ts'

const car = (currentPassengers: number) =>
  ({ currentPassengers, maxPassengers: 4, status: 'FULL', offered: 0 }) as const

test('seats that are offered are free for who was offered them, and for nobody else', () => {
  const offered = withOffered(car(4), 2)
  expect(offered).toEqual({ ...car(4), currentPassengers: 2, status: 'OPEN', offered: 2 })
  expect(asOthersSee(offered)).toEqual(car(4))
  expect(asOthersSee(withOffered(car(3), 1))).toEqual({ ...car(3), status: 'OPEN' })
})

test('without an offer everybody sees the same car', () => {
  expect([withOffered(car(4), 0), asOthersSee(car(4))]).toEqual([car(4), car(4)])
})
