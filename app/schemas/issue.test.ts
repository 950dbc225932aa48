import { expect, test } from 'vitest'
import { getT } from '#app/i18n/server.ts'
import { failureText, fieldOfFailure, formFieldOf, issue, issueText, readIssue } from './issue.ts'

const [zh, en] = [getT('zh'), getT('en')]

test('a message keeps its code and its parameters, with numbers as numbers', () => {
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
test('instants are shown as London times', () => {
  const from = Date.parse('2026-07-06T13:00Z')
  expect(issueText(zh, issue('dateTooEarly', { from, days: 3 }))).toContain('14:00')
  expect(failureText(en, { code: 'flightTimeRangeError', params: { from, to: from } })).toContain(
    '14:00',
  )
})
test('a failure uses the text for its situation, or else the general one', () => {
  const told = (context: string) => failureText(en, { code: 'cutoffPassed', params: { context } })
  expect(told('exit')).toContain('can’t leave')
  expect(told('edit')).toContain('details')
  expect(told('elsewhere')).toBe(failureText(en, { code: 'cutoffPassed' }))
})
const limited = (retryAfterSeconds: number) => ({
  code: 'rateLimited' as const,
  params: { retryAfterSeconds },
})
test.each([
  [0, '1 秒', '1 second'],
  [17, '17 秒', '17 seconds'],
  [59, '59 秒', '59 seconds'],
  [60, '1 分钟', '1 minute'],
  [61, '2 分钟', '2 minutes'],
  [86_280, '23 小时 58 分钟', '23 hours 58 minutes'],
  [86_281, '23 小时 59 分钟', '23 hours 59 minutes'],
  [86_381, '1 天', '1 day'],
  [86_401, '1 天 1 小时', '1 day 1 hour'],
])('a limit of %i s is shown as %s and %s, never too short', (seconds, inChinese, inEnglish) => {
  expect(failureText(zh, limited(seconds))).toContain(`请在 ${inChinese}后再试`)
  expect(failureText(en, limited(seconds))).toContain(`Try again in ${inEnglish}.`)
})
test('a limit of unknown length says a minute, and a code counts its seconds', () => {
  expect(failureText(en, { code: 'rateLimited' })).toContain('in 1 minute.')
  expect(failureText(en, { code: 'codeJustSent', params: { retryAfterSeconds: 60 } })).toContain(
    '60 s',
  )
  expect(failureText(zh, { code: 'codeJustSent', params: { retryAfterSeconds: 17 } })).toContain(
    '17 秒',
  )
})
test('a domain rule about a field is reported at that field', () => {
  const terminal = fieldOfFailure({ code: 'validationFailed', params: { field: 'terminal' } })
  expect(terminal).toEqual({ field: 'terminal', message: 'terminalInvalid' })
  expect(fieldOfFailure({ code: 'flightTimeRangeError', params: { from: 1, to: 2 } })?.field).toBe(
    'flightTime',
  )
  const tooEarly = { code: 'validationFailed' as const, params: { field: 'flightTime', from: 1 } }
  expect(fieldOfFailure(tooEarly)).toEqual({
    field: 'flightTime',
    message: 'flightTimeTooEarly?from=1',
  })
  const cutoff = { code: 'validationFailed' as const, params: { field: 'cutoffTime', from: 1 } }
  expect(fieldOfFailure(cutoff)).toEqual({ field: 'cutoffTime', message: 'cutoffTooEarly?from=1' })
  const onTrip = {
    code: 'validationFailed' as const,
    params: { field: 'terminal', context: 'trip' },
  }
  expect(fieldOfFailure(onTrip)?.message).toBe('terminalRequired')
  const end = {
    code: 'validationFailed' as const,
    params: { field: 'tripEndDatetime', context: 'trip' },
  }
  expect(fieldOfFailure(end)?.message).toBe('tripEndEarly')
  const order = { code: 'flightTimeOrder' as const, params: { context: 'DROPOFF' } }
  expect(fieldOfFailure(order)).toEqual({ field: 'flightTime', message: 'flightTimeOrder.DROPOFF' })
  expect(fieldOfFailure({ code: 'flightTimeOrder' })).toBeNull()
  expect(fieldOfFailure({ code: 'carpoolFull' })).toBeNull()
})
test.each([
  [{ code: 'phoneTaken' }, 'phone'],
  [{ code: 'emailTaken' }, undefined],
  [{ code: 'verificationCodeInvalid' }, 'verificationCode'],
  [{ code: 'loginFailed' }, undefined],
  [{ code: 'loginFailed', params: { context: 'confirm' } }, 'currentPassword'],
  [{ code: 'rateLimited' }, undefined],
] as const)('%o is reported at the form field it belongs to: %s', (failure, field) => {
  const fields = ['phone', 'verificationCode', 'currentPassword']
  expect(formFieldOf(failure, fields)).toBe(field)
  expect(formFieldOf(failure, [])).toBeUndefined()
})
