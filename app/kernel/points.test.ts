import { expect, test } from 'vitest'
import {
  balanceOperation,
  earnOperation,
  needsPassword,
  POINTS_PASSWORD_FROM_PENCE,
  pointsWorth,
  worthOf,
} from './points.ts'

test('points and pence are whole, and never worth more than they are', () => {
  expect([250, -250, 129, 0].map((points) => worthOf(points, 30))).toEqual([833, 833, 430, 0])
  expect([833, 834, 3].map((pence) => pointsWorth(pence, 30))).toEqual([249, 250, 0])
})

test('a password is needed from its sum on, given or taken back', () => {
  const from = pointsWorth(POINTS_PASSWORD_FROM_PENCE, 100)
  expect([from - 1, from, -from].map((points) => needsPassword(points, 100))).toEqual([
    false,
    true,
    true,
  ])
})

test('each attempt of a balance is an operation of its own, and points are earned once', () => {
  expect([balanceOperation('par_a', 2), earnOperation('par_a')]).toEqual([
    'balance:par_a:2',
    'earn:par_a',
  ])
})
