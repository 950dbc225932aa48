import { expect, test } from 'vitest'
import { getT } from '../i18n/server.ts'
import { failureText, fieldOfFailure, issue, issueText, readIssue } from './issue.ts'

const [zh, en] = [getT('zh'), getT('en')]

test('a message keeps its code and its params, numbers as numbers', () => {
  expect(readIssue(issue('luggageRange', { min: 1, max: 12 }))).toEqual({
    code: 'luggageRange',
    key: 'errors:field.luggageRange',
    params: { min: 1, max: 12 },
  })
  expect(readIssue(issue('required'))).toMatchObject({ code: 'required', params: {} })
})
test('a variant of a text is not part of its code', () => {
  expect(readIssue(issue('flightTimeOrder.PICKUP')).code).toBe('flightTimeOrder')
  expect(issueText(en, issue('flightTimeOrder.PICKUP'))).toContain('earlier')
  expect(issueText(en, issue('flightTimeOrder.DROPOFF'))).toContain('later')
  expect(issueText(zh, issue('flightTimeOrder.DROPOFF'))).toContain('晚于')
})
test('instants read as London times', () => {
  const from = Date.parse('2026-07-06T13:00Z')
  expect(issueText(zh, issue('dateTooEarly', { from, days: 3 }))).toContain('14:00')
  expect(failureText(en, { code: 'flightTimeRangeError', params: { from, to: from } })).toContain('14:00')
})
test('a limit that does not know how long says a minute', () => {
  expect(failureText(en, { code: 'rateLimited' })).toContain('60 s')
  expect(failureText(en, { code: 'codeJustSent', params: { retryAfterSeconds: 17 } })).toContain('17 s')
})
test('a rule of the domain about a field is told at that field', () => {
  const terminal = fieldOfFailure({ code: 'validationFailed', params: { field: 'terminal' } })
  expect(terminal).toEqual({ field: 'terminal', message: 'terminalInvalid' })
  expect(fieldOfFailure({ code: 'flightTimeRangeError', params: { from: 1, to: 2 } })?.field).toBe(
    'flightTime',
  )
  expect(fieldOfFailure({ code: 'carpoolFull' })).toBeNull()
})
