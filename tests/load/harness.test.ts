import { expect, test } from 'vitest'
import { measure, median, type Row, spreadOf } from './harness.ts'

/** A row whose sides return these values in turn, the first of each for the warm-up round. */
function rowOf(sides: Record<string, number[]>, failures = 0) {
  const order: string[] = []
  let closed = 0
  const row: Row = {
    id: 'x',
    what: 'a row',
    unit: 'a second',
    open: async () => ({
      sides: Object.entries(sides).map(([name, values]) => ({
        name,
        measure: async () => {
          order.push(name)
          return { value: values.shift() ?? Number.NaN, failures }
        },
      })),
      close: async () => void closed++,
    }),
    ratios: [{ of: 'ours', against: 'peer', reach: { atLeast: 2 } }],
  }
  return { row, order, closed: () => closed }
}
const options = { seconds: 1, rounds: 3 }

test('the median and the spread of rounds', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(spreadOf([10, 11, 9])).toBeCloseTo(0.2)
})

test('sides take turns in reversed order each round, after an uncounted one', async () => {
  const { row, order, closed } = rowOf({ ours: [0, 20, 22, 21], peer: [0, 10, 10, 10] })
  const result = await measure(row, options)
  expect(order.join(' ')).toBe('ours peer ours peer peer ours ours peer')
  expect(closed()).toBe(1)
  expect(result.sides.map(({ median }) => median)).toEqual([21, 10])
  expect(result.ratios).toMatchObject([{ value: 2.1, reached: true, worthless: false }])
})

test('a figure can have its own target', async () => {
  const { row } = rowOf({ ours: [0, 4, 4, 4] })
  const { ratios } = await measure(
    { ...row, ratios: [{ of: 'ours', reach: { atMost: 6 } }] },
    options,
  )
  expect(ratios).toMatchObject([{ value: 4, reached: true, worthless: false }])
})

test('a ratio of rounds with a large spread, or with failures, is marked as not usable', async () => {
  const far = await measure(rowOf({ ours: [0, 20, 30, 20], peer: [0, 10, 10, 10] }).row, options)
  expect(far.ratios).toMatchObject([{ worthless: true }])
  const failed = await measure(
    rowOf({ ours: [0, 20, 20, 20], peer: [0, 10, 10, 10] }, 1).row,
    options,
  )
  expect(failed.sides[0]?.failures).toBe(3)
  expect(failed.ratios).toMatchObject([{ worthless: true }])
})

test('everything started is stopped, even when a side fails', async () => {
  const { row, closed } = rowOf({ ours: [1], peer: [1] })
  const broken: Row = {
    ...row,
    open: async () => {
      const { close } = await row.open()
      return { sides: [{ name: 'ours', measure: () => Promise.reject(new Error('no')) }], close }
    },
  }
  await expect(measure(broken, options)).rejects.toThrow('no')
  expect(closed()).toBe(1)
})
