import { describe, expect, test } from 'vitest'
import { parseTime } from '../../domain/time.ts'
import { callKey } from '../call-text.ts'
import type { Call } from '../define.server.ts'
import { bodySchema } from '../fields.server.ts'
import { calls } from '../table.server.ts'
import { adminExamples } from './admin.server.ts'
import { carpoolExamples } from './carpool.server.ts'
import { exampleOf } from './examples.server.ts'
import { orderExamples } from './order.server.ts'
import { publicExamples } from './public.server.ts'
import { tripExamples } from './trip.server.ts'
import { userExamples } from './user.server.ts'

/** A day on which the examples could have been sent. */
const now = (() => {
  const read = parseTime('2026-12-04T09:30')
  if (!read.ok) throw new Error('no such day')
  return read.value
})()

test('every call has an example, and every example a call', () => {
  const given = [
    userExamples,
    carpoolExamples,
    orderExamples,
    tripExamples,
    publicExamples,
    adminExamples,
  ].flatMap(Object.keys)
  expect(given.sort()).toEqual(calls.map(callKey).sort())
})

describe.each(calls.map((call) => ({ call, name: callKey(call) })))('the example of $name', ({ call }) => {
  const { params, query, body, answer } = exampleOf(call)
  const { params: paramsSchema, query: querySchema } = call as Call
  const [success] = Object.entries(call.responses)

  if (paramsSchema)
    test('names its path', () => {
      expect(paramsSchema.safeParse(params).error).toBeUndefined()
    })
  if (query)
    test('asks what the call understands', () => {
      expect(querySchema?.strict().safeParse(query)).toMatchObject({ success: true })
    })
  if (!call.raw && (call as Call).body)
    test('sends what the call takes', () => {
      expect(bodySchema(call as Call, now)?.safeParse(body)).toMatchObject({ success: true })
    })
  test('is answered as the call answers', () => {
    const schema = success?.[1]
    const isJson = !(call.raw && call.produces)
    if (schema && isJson) expect(schema.safeParse(answer).error).toBeUndefined()
    else expect(answer).toBeUndefined()
  })
})
