import { afterEach, expect, test, vi } from 'vitest'
import { isTooLate, isUnavailable, TooLate, Unavailable, within } from './within.ts'

afterEach(() => vi.useRealTimers())

test('what answers in time is passed on, and leaves no timer behind', async () => {
  vi.useFakeTimers()
  await expect(within(5, Promise.resolve('a'))).resolves.toBe('a')
  await expect(within(5, Promise.reject(new Error('b')))).rejects.toThrow('b')
  expect(vi.getTimerCount()).toBe(0)
})

test('what takes longer is too late', async () => {
  vi.useFakeTimers()
  const late = expect(within(5, new Promise(() => {}))).rejects.toThrow(
    new TooLate('no answer in 5 ms'),
  )
  await vi.advanceTimersByTimeAsync(5)
  await late
})

const odd = Object.assign(new Error('odd'), { isLate: 'no' })
test.each<[string, unknown, boolean, boolean]>([
  ['unavailable', new Unavailable('a'), true, false],
  ['too late', new TooLate('a'), true, true],
  ['caused by one', new Error('a', { cause: new Unavailable('b') }), true, false],
  ['caused by a late one', new Error('a', { cause: new TooLate('b') }), true, true],
  ['another error', new Error('a'), false, false],
  ['an error that is odd', odd, false, false],
  ['no error', { name: 'Unavailable', isLate: true }, false, false],
])('%s', (_, error, unavailable, late) => {
  expect([isUnavailable(error), isTooLate(error)]).toEqual([unavailable, late])
})
