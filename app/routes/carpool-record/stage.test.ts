import { expect, test } from 'vitest'
import { stageOf, stepsOf } from './stage.ts'

const states = (...args: Parameters<typeof stepsOf>) => stepsOf(...args).map(({ state }) => state)

test('an unpaid seat has its own stage, whatever the group does', () => {
  for (const status of ['PENDING', 'OPEN', 'FULL', 'FAILED'] as const) {
    expect(stageOf({ seat: 'held', status, remainingAmount: null })).toBe('awaiting')
    expect(stageOf({ seat: 'gone', status, remainingAmount: null })).toBe('gone')
  }
})

test('a paid seat stands where its group stands', () => {
  expect(stageOf({ seat: 'taken', status: 'FULL', remainingAmount: null })).toBe('waiting')
  expect(stageOf({ seat: 'taken', status: 'SUCCESS_PENDING_PAYMENT', remainingAmount: 1800 })).toBe(
    'balanceDue',
  )
  expect(stageOf({ seat: 'taken', status: 'PRIVATE_PENDING_PAYMENT', remainingAmount: 9000 })).toBe(
    'privateDue',
  )
})

test('with nothing left to pay, a completed group is ready', () => {
  expect(stageOf({ seat: 'taken', status: 'SUCCESS_PENDING_PAYMENT', remainingAmount: 0 })).toBe('ready')
})

test('the timeline says what has happened, what is next and what will never be', () => {
  expect(states('waiting', false)).toEqual(['done', 'current', 'upcoming', 'upcoming'])
  expect(states('balanceDue', false)).toEqual(['done', 'done', 'current', 'upcoming'])
  expect(states('failed', false)).toEqual(['done', 'stopped', 'stopped', 'stopped'])
  expect(states('completed', false)).toEqual(['done', 'done', 'done', 'done'])
  expect(stepsOf('privateDue', true)[1]).toEqual({ name: 'private', state: 'done' })
})
