import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { READ_GAP_MS } from '#app/kernel/limits.ts'
import { ok } from '#app/kernel/result.ts'
import { spacedReads } from './payments.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reading = () => {
  const read = vi.fn(async (id: string) => ok(id))
  return { read, reads: spacedReads(read, READ_GAP_MS) }
}

test('sixty calls about one unpaid payment read it at most once in two seconds', async () => {
  const { read, reads } = reading()
  const answers = Array.from({ length: 60 }, () => reads.read('pi_1'))
  await vi.advanceTimersByTimeAsync(0)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(READ_GAP_MS)
  expect(read).toHaveBeenCalledTimes(2)
  const codes = (await Promise.all(answers)).map((one) => (one.ok ? 'ok' : one.error.code))
  expect(codes.filter((code) => code === 'ok')).toHaveLength(2)
  expect(codes.filter((code) => code === 'rateLimited')).toHaveLength(58)
})

test('each caller gets what is true after it asked, never an older answer', async () => {
  const { read, reads } = reading()
  await reads.read('pi_1')
  await vi.advanceTimersByTimeAsync(500)
  const second = reads.read('pi_1')
  await vi.advanceTimersByTimeAsync(READ_GAP_MS - 501)
  expect(read).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await second).toEqual(ok('pi_1'))
  expect(read).toHaveBeenCalledTimes(2)
})

test('another payment, and one that an event has come about, are read at once', async () => {
  const { read, reads } = reading()
  for (const id of ['pi_1', 'pi_2']) await reads.read(id)
  reads.told('pi_1')
  await reads.read('pi_1')
  expect(read.mock.calls.flat()).toEqual(['pi_1', 'pi_2', 'pi_1'])
})
