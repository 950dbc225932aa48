import { expect, test } from 'vitest'
import type { CarpoolStatus } from '#app/domain/carpool/state.ts'
import type { LeaveReason } from '#app/domain/group/state.ts'
import { stageOf, stepsOf } from './stage.ts'

const standing = { seat: 'taken', leaving: null, expired: false, remainingAmount: null } as const

const states = (...args: Parameters<typeof stepsOf>) => stepsOf(...args).map(({ state }) => state)

test('an unpaid seat has its own stage, whatever the group does', () => {
  for (const status of ['PENDING', 'OPEN', 'FULL', 'FAILED'] as const) {
    expect(stageOf({ ...standing, seat: 'held', status })).toBe('awaiting')
    expect(stageOf({ ...standing, seat: 'gone', status })).toBe('gone')
  }
})

test('a paid seat stands where its group stands', () => {
  const stage = (status: CarpoolStatus, remainingAmount: number | null = null) =>
    stageOf({ ...standing, status, remainingAmount })
  expect(stage('FULL')).toBe('waiting')
  expect(stage('SUCCESS_PENDING_PAYMENT', 1800)).toBe('balanceDue')
  expect(stage('PRIVATE_PENDING_PAYMENT', 9000)).toBe('privateDue')
  expect(stage('SUCCESS_PENDING_PAYMENT', 0)).toBe('othersDue')
  expect(stage('SUCCESS', 0)).toBe('ready')
  expect(stage('PRIVATE', 0)).toBe('private')
  expect(stage('COMPLETED', 0)).toBe('completed')
  expect(stage('CLOSED', 1800)).toBe('closed')
  expect(stage('CLOSED', 0)).toBe('closedPaid')
  expect(stage('FAILED')).toBe('failed')
  expect(stageOf({ ...standing, status: 'FAILED', expired: true })).toBe('failedOver')
})

test('a place that has ended says why', () => {
  const gone = (leaving: LeaveReason, status: CarpoolStatus) =>
    stageOf({ ...standing, seat: 'gone', leaving, status })
  expect(gone('expired', 'OPEN')).toBe('gone')
  expect(gone('exited', 'OPEN')).toBe('exited')
  expect(gone('exited', 'CANCELLED')).toBe('exited')
  expect(gone('cancelled', 'FAILED')).toBe('refunded')
  expect(gone('dayOver', 'FAILED')).toBe('refunded')
  expect(gone('converted', 'FAILED')).toBe('converted')
  expect(gone('departed', 'CLOSED')).toBe('departed')
})

test('the timeline shows what has happened, what is next and what will never happen', () => {
  expect(states('waiting', false)).toEqual(['done', 'current', 'upcoming', 'upcoming'])
  expect(states('balanceDue', false)).toEqual(['done', 'done', 'current', 'upcoming'])
  expect(states('failed', false)).toEqual(['done', 'stopped', 'stopped', 'stopped'])
  expect(states('completed', false)).toEqual(['done', 'done', 'done', 'done'])
  expect(stepsOf('privateDue', true)[1]).toEqual({ name: 'private', state: 'done' })
})
