import { expect } from 'vitest'
import { londonDay } from '#app/kernel/time.ts'
import { api } from '#tests/worker/world/api.ts'
import { devClock } from '#workers/dev/clock.ts'
import type { Admin } from './kit.ts'

export type Prices = Record<'1' | '2' | '3' | '4' | '5', number>
export type PriceItem = { airportId: string; prices: Prices }
export type PeriodItem = { from: string; to: string; label: string }
type Item = PriceItem | PeriodItem

export const NORMAL = '/admin/price/normal-price-matrix'
export const SPECIAL = '/admin/price/special-price-matrix'
export const PERIODS = '/admin/special-period'

/** A whole table with the ETag it was read with. */
export async function readTable<I extends Item>(as: Admin, path: string) {
  const { status, headers, body } = await api('GET', path, { as })
  expect(status, JSON.stringify(body)).toBe(200)
  return { items: body.items as I[], etag: headers.get('ETag') ?? '' }
}

/** Replaces a table that was read with `etag`; null sends none. */
export const putTable = (as: Admin, path: string, items: unknown, etag: string | null) =>
  api('PUT', path, { as, json: { items }, ...(etag !== null && { headers: { 'If-Match': etag } }) })

/** Applies a change to a table's current contents. */
export async function changeTable<I extends Item>(
  as: Admin,
  path: string,
  change: (items: I[]) => unknown,
) {
  const { items, etag } = await readTable<I>(as, path)
  return putTable(as, path, change(items), etag)
}

/** Sets one airport's prices, and leaves the others. */
export const setPrices = (as: Admin, path: string, airportId: string, prices: Partial<Prices>) =>
  changeTable<PriceItem>(as, path, (items) =>
    items.map((item) =>
      item.airportId === airportId ? { ...item, prices: { ...item.prices, ...prices } } : item,
    ),
  )

export const today = (): string => londonDay(devClock.now())
