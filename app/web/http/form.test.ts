import { expect, test } from 'vitest'
import * as z from 'zod'
import { carFormSchema } from '#app/features/ride/dispatch-schema.server.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { readForm } from './form.server.ts'

const context = { t: (key: string) => key } as unknown as AppContext

/** The form of a trip's car with this many passengers, and a reason after them. */
function carOf(count: number): FormData {
  const form = new FormData()
  const values = { vehicleId: 'veh_1', driverId: 'drv_1', meetingPoint: 'T2', note: '' }
  for (const [name, text] of Object.entries(values)) form.append(name, text)
  form.append('meetAt', '2026-12-12T15:00')
  for (let n = 0; n < count; n++) form.append('places', `par_${n}`)
  form.append('reason', 'the last field')
  return form
}

test('a hundred places are read to the last, and the field after them too', () => {
  const read = readForm(context, carOf(100), carFormSchema)
  expect(read.ok && [read.value.places.length, read.value.places.at(-1)]).toEqual([100, 'par_99'])
  expect(read.ok && read.value.reason).toBe('the last field')
})

test.each([
  [101, 'validationFailed'],
  [1000, 'bodyTooLarge'],
])('of a form with %i, none is left out in silence', (count, code) => {
  const read = readForm(context, carOf(count), carFormSchema)
  expect(read.ok ? null : read.error.code).toBe(code)
})

test('CVE-2026-34077: no field’s name makes a list, whose gaps would be sent back one by one', () => {
  for (const name of ['phone[1000000]', 'x.y[1000000].z', '__intent__', '__state__', 'toString']) {
    const form = new FormData()
    form.append(name, '1')
    const read = readForm(context, form, z.looseObject({}))
    expect(read.ok && Object.keys(read.value), name).toEqual([])
  }
})
