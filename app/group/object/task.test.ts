import { expect, test } from 'vitest'
import { isMirrorTask, keyOf, type Task } from './task.ts'

const [ann, bob] = ['par_ann', 'par_bob'] as const
const userId = 'usr_ann' as const
const audit = {
  kind: 'audit',
  at: 0,
  by: 'adm_1',
  subject: 'car_1',
  before: {},
  after: {},
} as const

/**
 * For every kind of task: an example, the same task with other details, and tasks that differ from
 * it in what they are about.
 */
const TASKS: { [K in Task['kind']]: { one: Task; same: Task; others: Task[] } } = {
  project: { one: { kind: 'project' }, same: { kind: 'project' }, others: [] },
  notice: {
    one: { kind: 'notice', id: 'n1', userId, code: 'groupComplete' as never, params: {} },
    same: {
      kind: 'notice',
      id: 'n1',
      userId,
      code: 'groupComplete' as never,
      params: { amount: 1 },
    },
    others: [{ kind: 'notice', id: 'n2', userId, code: 'groupComplete' as never, params: {} }],
  },
  audit: {
    one: { ...audit, id: 'n1', action: 'groupCancelled' },
    same: { ...audit, id: 'n1', action: 'groupCancelled', at: 1 },
    others: [{ ...audit, id: 'n2', action: 'groupCancelled' }],
  },
  resolve: {
    one: { kind: 'resolve', participantId: ann, slot: 'deposit' as never },
    same: { kind: 'resolve', participantId: ann, slot: 'deposit' as never },
    others: [
      { kind: 'resolve', participantId: bob, slot: 'deposit' as never },
      { kind: 'resolve', participantId: ann, slot: 'balance' as never },
    ],
  },
  release: {
    one: { kind: 'release', participantId: ann, intentId: 'pi_1' },
    same: { kind: 'release', participantId: bob, intentId: 'pi_1' },
    others: [{ kind: 'release', participantId: ann, intentId: 'pi_2' }],
  },
  capture: {
    one: { kind: 'capture', participantId: ann, intentId: 'pi_1', amount: 2000 },
    same: { kind: 'capture', participantId: ann, intentId: 'pi_1', amount: 1500 },
    others: [{ kind: 'capture', participantId: ann, intentId: 'pi_2', amount: 2000 }],
  },
  check: {
    one: { kind: 'check', participantId: ann, intentId: 'pi_1' },
    same: { kind: 'check', participantId: ann, intentId: 'pi_1' },
    others: [{ kind: 'check', participantId: ann, intentId: 'pi_2' }],
  },
  renew: {
    one: { kind: 'renew', participantId: ann, attempt: 1 },
    same: { kind: 'renew', participantId: ann, attempt: 1 },
    others: [
      { kind: 'renew', participantId: bob, attempt: 1 },
      { kind: 'renew', participantId: ann, attempt: 2 },
    ],
  },
  autoPay: {
    one: { kind: 'autoPay', participantId: 'par_ann' },
    same: { kind: 'autoPay', participantId: 'par_ann' },
    others: [{ kind: 'autoPay', participantId: 'par_bob' }],
  },
  sendPlace: {
    one: { kind: 'sendPlace', participantId: 'par_ann' },
    same: { kind: 'sendPlace', participantId: 'par_ann' },
    others: [{ kind: 'sendPlace', participantId: 'par_bob' }],
  },
  openPrivate: {
    one: { kind: 'openPrivate', participantId: ann },
    same: { kind: 'openPrivate', participantId: ann },
    others: [{ kind: 'openPrivate', participantId: bob }],
  },
  returnPoints: {
    one: { kind: 'returnPoints', participantId: ann, userId, attempt: 1 },
    same: { kind: 'returnPoints', participantId: ann, userId, attempt: 1 },
    others: [
      { kind: 'returnPoints', participantId: bob, userId, attempt: 1 },
      { kind: 'returnPoints', participantId: ann, userId, attempt: 2 },
    ],
  },
  earnPoints: {
    one: { kind: 'earnPoints', participantId: ann, userId, pence: 100 },
    same: { kind: 'earnPoints', participantId: ann, userId, pence: 200 },
    others: [{ kind: 'earnPoints', participantId: bob, userId, pence: 100 }],
  },
  losePoints: {
    one: { kind: 'losePoints', participantId: ann, userId },
    same: { kind: 'losePoints', participantId: ann, userId },
    others: [{ kind: 'losePoints', participantId: bob, userId }],
  },
}
const all = Object.values(TASKS)

test.each(all)(
  '$one.kind is one task however it is written, and no other',
  ({ one, same, others }) => {
    expect(keyOf(same)).toBe(keyOf(one))
    const keys = [one, ...others].map(keyOf)
    expect(new Set(keys).size).toBe(keys.length)
  },
)

test('no two kinds share a key', () => {
  const keys = all.map(({ one }) => keyOf(one))
  expect(new Set(keys).size).toBe(keys.length)
})

test('writes to D1 are distinguished from work on payments', () => {
  const mirrored = all.map(({ one }) => one).filter(isMirrorTask)
  expect(mirrored.map(({ kind }) => kind).sort()).toEqual(
    ['audit', 'earnPoints', 'losePoints', 'notice', 'project', 'returnPoints'].sort(),
  )
})
