import { expect, test } from 'vitest'
import type { CarpoolStatus } from '#app/carpool/rules/state.ts'
import { type PlaceStage, stageOf } from '#app/carpool/ui/stage.ts'
import type { LeaveReason } from '#app/group/rules/state.ts'
import { stepsOf } from './steps.ts'

const standing: Parameters<typeof stageOf>[0] = {
  seat: 'taken',
  status: 'OPEN',
  leaving: null,
  expired: false,
  underWay: false,
  remainingAmount: null,
  actions: ['convertToPrivate'],
  refundOwed: { deposit: 0, balance: 0 },
  depositStory: { fate: 'held', amount: 2000, back: 0 },
}

const steps = (stage: PlaceStage, status: CarpoolStatus = 'OPEN', whole = false) =>
  stepsOf(stage, { private: whole, status }).map(({ name, state }) => `${name} ${state}`)

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
  expect(gone('dayOver', 'FAILED')).toBe('dayOver')
  expect(gone('converted', 'FAILED')).toBe('converted')
  expect(gone('departed', 'CLOSED')).toBe('departed')
})

test('a lost deposit is a state of its own', () => {
  const lost = { ...standing, actions: ['payDeposit' as const] }
  expect(stageOf(lost)).toBe('depositLost')
  expect(stageOf({ ...lost, depositStory: { ...lost.depositStory, fate: 'expiring' } })).toBe(
    'depositExpiring',
  )
})

test('the steps say what has happened, what is next and what will never happen', () => {
  expect(steps('waiting')).toEqual([
    'deposit done',
    'filled current',
    'balance upcoming',
    'departure upcoming',
  ])
  expect(steps('balanceDue')[2]).toBe('balance current')
  expect(steps('completed').every((step) => step.endsWith('done'))).toBe(true)
  expect(steps('privateDue', 'PRIVATE_PENDING_PAYMENT', true)[1]).toBe('private done')
  expect(steps('depositLost', 'OPEN').slice(0, 2)).toEqual(['deposit current', 'filled upcoming'])
  expect(steps('depositLost', 'SUCCESS_PENDING_PAYMENT')[1]).toBe('filled done')
})

test('another life has its own steps', () => {
  expect(steps('failed')).toEqual(['deposit done', 'unfilled stopped', 'choice current'])
  expect(steps('converted')).toEqual(['deposit done', 'unfilled stopped', 'private done'])
  expect(steps('exited')).toEqual(['deposit done', 'left stopped', 'refund done'])
  expect(steps('released')).toEqual([
    'deposit done',
    'filled done',
    'balance stopped',
    'released stopped',
  ])
  expect(steps('gone')).toEqual(['deposit stopped', 'released stopped'])
})

test('a place that goes is under way from its departure until it is completed', () => {
  const stage = (status: CarpoolStatus, remainingAmount: number | null) =>
    stageOf({ ...standing, status, remainingAmount, underWay: true })
  expect([stage('SUCCESS', 0), stage('PRIVATE', 0)]).toEqual(['underWay', 'underWay'])
  expect(stage('SUCCESS_PENDING_PAYMENT', 0), 'others are being checked').toBe('underWay')
  expect(stage('SUCCESS_PENDING_PAYMENT', 4800)).toBe('balanceDue')
  expect(steps('underWay', 'SUCCESS')).toEqual(steps('completed', 'COMPLETED'))
})
